// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/file_report_output.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <robustream/cli/human_text.hpp>
#include <robustream/cli/table_output.hpp>

namespace robustream::cli {
namespace {

Json to_json(const io::DatasetInfo& d) {
  return {{"path", d.path},
          {"shape", d.shape},
          {"type", d.type},
          {"numeric", d.numeric},
          {"storage", d.storage},
          {"chunk", d.chunk},
          {"filters", d.filters},
          {"checksummed", d.checksummed},
          {"stored_bytes", d.stored_bytes},
          {"names", d.names},
          {"sources", d.sources}};
}

Json to_json(const io::Finding& f) {
  Json json = {{"severity", name(f.severity)}, {"text", f.text}};
  if (f.code != StatusCode::ok) json["code"] = name(f.code);
  if (!f.dataset.empty()) json["dataset"] = f.dataset;
  if (f.row >= 0) json["row"] = f.row;
  if (f.column >= 0) json["column"] = f.column;
  return json;
}

template <class List> Json list_json(const List& list) {
  Json json = Json::array();
  for (const auto& entry : list) json.push_back(to_json(entry));
  return json;
}

}  // namespace

Json to_json(const io::FileReport& r) {
  return {{"file", r.file},
          {"sound", r.sound()},
          {"bytes", r.bytes},
          {"rows", r.rows},
          {"features", r.features},
          {"read_rows", r.read_rows},
          {"bad_rows", r.bad_rows},
          {"findings", list_json(r.findings)},
          {"datasets", list_json(r.datasets)},
          {"external_links", r.external_links}};
}

void print_findings(const io::FileReport& r, TextOutput& out) {
  for (const io::Finding& finding : r.findings) {
    out.write(fmt::format("{}: {}\n", name(finding.severity), finding.line()));
  }
  const char* verdict = r.sound() ? "sound" : "NOT sound";
  out.write(fmt::format("{}: {}, {} rows x {} features, {} rows read, {} of them bad\n", r.file, verdict,
                        with_separators(r.rows), r.features, with_separators(r.read_rows),
                        with_separators(r.bad_rows)));
}

void print_datasets(const io::FileReport& r, TextOutput& out) {
  out.write(fmt::format("{}: HDF5, {} bytes\n", r.file, with_separators(r.bytes)));
  Table table({{"dataset"}, {"shape"}, {"type"}, {"storage"}, {"names"}});
  for (const io::DatasetInfo& d : r.datasets) {
    std::string storage = d.storage;
    if (!d.chunk.empty()) storage += fmt::format(" ({})", fmt::join(d.chunk, " x "));
    for (const std::string& filter : d.filters) storage += " " + filter;
    table.row({d.path, fmt::format("{}", fmt::join(d.shape, " x ")), d.type, storage,
               fmt::format("{}", fmt::join(d.names, ","))});
  }
  table.print(out, "  ");
  for (const std::string& link : r.external_links) out.write("  external link: " + link + "\n");
}

ExitCode exit_code(const io::FileReport& r) noexcept {
  ExitCode code = exit_ok;
  for (const io::Finding& finding : r.findings) {
    if (finding.severity == io::Severity::error) code = std::max(code, exit_code(finding.code));
  }
  return code;
}

}  // namespace robustream::cli
