// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/inspect.hpp>

#include <algorithm>
#include <new>
#include <unordered_set>

#include <robustream/io/hdf5/superblock.hpp>
#include <robustream/io/hdf5/walk.hpp>
#include <robustream/io/plan.hpp>

namespace robustream::io {
namespace {

constexpr std::size_t most_datasets = 10000;

const char* storage_name(hdf5::StorageKind kind) {
  switch (kind) {
    case hdf5::StorageKind::contiguous: return "contiguous";
    case hdf5::StorageKind::compact: return "compact";
    case hdf5::StorageKind::chunked: return "chunked";
    case hdf5::StorageKind::virtual_source: return "virtual";
    case hdf5::StorageKind::external: return "external";
  }
  return "unknown";
}

DatasetInfo describe_dataset(const std::string& path, const hdf5::Dataset& dataset, const hdf5::DatasetFacts& facts) {
  DatasetInfo info;
  info.path = path;
  info.shape = facts.shape;
  info.type = facts.element.text;
  info.numeric = facts.element.numeric;
  info.storage = storage_name(facts.storage);
  info.chunk = facts.chunk;
  for (const hdf5::Filter& filter : facts.filters) {
    info.filters.push_back(filter.name + (filter.available ? "" : ", not installed"));
  }
  info.checksummed = facts.checksummed();
  info.stored_bytes = hdf5::stored_bytes(dataset);
  for (const char* attribute : {"columns", "feature_names", "names"}) {
    if (hdf5::read_text_attribute(dataset.id(), attribute, most_features, info.names)) break;
  }
  info.sources = hdf5::list_sources(dataset);
  return info;
}

/// Datasets that the stream is made of.
std::unordered_set<std::string> used_datasets(const FilePlan& plan, const StreamOptions& options) {
  std::unordered_set<std::string> used(plan.columns.begin(), plan.columns.end());
  for (const std::string& name : {plan.table, plan.y, plan.w, options.x, options.y, options.w}) used.insert(name);
  std::unordered_set<std::string> absolute;
  for (const std::string& name : used) absolute.insert(name.empty() || name[0] == '/' ? name : "/" + name);
  return absolute;
}

/// A trap in a dataset that the stream does not use does not stop the stream.
void add_side_findings(Findings&& side, Findings& findings) {
  for (Finding& finding : side) {
    if (finding.severity == Severity::error) {
      finding.severity = Severity::warning;
      finding.code = StatusCode::ok;
      finding.text += " (not used by the stream)";
    }
    if (finding.severity == Severity::warning) findings.push_back(std::move(finding));
  }
}

void inspect_datasets(const OpenFile& file, const FilePlan& plan, const StreamOptions& options, FileReport& report) {
  std::vector<std::string> paths;
  if (Status status = hdf5::walk(file.file, most_datasets, paths, report.external_links); !status) {
    hdf5::add(report.findings, file.place(""), status);
  }
  const std::unordered_set<std::string> used = used_datasets(plan, options);
  for (const std::string& path : paths) {
    hdf5::Dataset dataset;
    hdf5::DatasetFacts facts;
    Status status = hdf5::open_dataset(file.file, path, file.policy, {}, dataset);
    if (status) status = hdf5::describe(dataset, facts);
    Findings side;
    if (status) {
      report.datasets.push_back(describe_dataset(path, dataset, facts));
      if (used.count(path) == 0) hdf5::check_storage(file.file, dataset, facts, file.place(path), file.policy, side);
      if (used.count(path) != 0 && !facts.checksummed() && facts.storage != hdf5::StorageKind::virtual_source &&
          facts.elements() > 0) {
        hdf5::add(report.findings, file.place(path), Severity::note, StatusCode::ok,
                  "stored without a checksum, so damage would pass unseen; write it in chunks with fletcher32");
      }
    } else if (used.count(path) == 0) {
      hdf5::add(side, file.place(path), status);
    }
    add_side_findings(std::move(side), report.findings);
  }
}

}  // namespace

bool FileReport::sound() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == Severity::error; });
}

Status inspect_file(const std::string& path, const StreamOptions& options, FileReport& report) {
  try {
    FileReport result;
    result.file = path;
    FilePlan plan;
    if (Status status = plan_file(path, options, plan, result.findings); !status) return status;
    result.bytes = plan.file.bytes;
    const bool readable = first_error(result.findings).ok();
    if (readable) {
      result.rows = plan.file.rows;
      result.features = plan.features();
      if (plan.file.rows == 0) {
        hdf5::add(result.findings, {path, plan.table}, options.skip_empty ? Severity::warning : Severity::error,
                  options.skip_empty ? StatusCode::ok : StatusCode::no_rows, "has 0 rows");
      }
    }
    OpenFile file;
    file.path = path;
    file.policy.allow_external = options.allow_external_links;
    StreamFile info;
    hdf5::Session session;
    if (hdf5::probe(path, info) && hdf5::open_file(path, file.file)) inspect_datasets(file, plan, options, result);
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    report = std::move(result);
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to describe the file"};
  }
}

}  // namespace robustream::io
