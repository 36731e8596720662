// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/checkpoint_output.hpp>

#include <cstddef>

#include <fmt/format.h>

#include <robustream/base/format.hpp>
#include <robustream/cli/human_text.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/table_output.hpp>

namespace robustream::cli {

Json to_json(const Checkpoint& c) {
  const State& state = c.state;
  Json json = {{"file", c.report.file},
               {"checkpoint_format", c.report.format_version},
               {"written_by", c.report.written_by},
               {"coefficients", state.coefficients()},
               {"intercept", state.intercept()},
               {"feature_names", state.feature_names},
               {"features", state.features},
               {"weight_sum", state.weight_sum},
               {"n_samples_seen", state.n_samples_seen},
               {"batch_count", state.batch_count},
               {"options", to_json(state.options)}};
  json["position"] = {{"file", c.position.file}, {"next_row", c.position.next_row}, {"files", Json::array()}};
  for (const io::StreamFile& file : c.position.files) {
    json["position"]["files"].push_back(
        {{"file", file.name}, {"rows", file.rows}, {"bytes", file.bytes}, {"consumed", file.consumed}});
  }
  const Json extra = Json::parse(c.report.extra, nullptr, false);
  json["extra"] = extra.is_discarded() ? Json(c.report.extra) : extra;
  return json;
}

void print_checkpoint(const Checkpoint& c, TextOutput& out) {
  const State& state = c.state;
  const Options& o = state.options;
  out.write(fmt::format("{}: checkpoint, format {}, written by robustream {}\n", c.report.file, c.report.format_version,
                        c.report.written_by));
  out.write(fmt::format("  {} in {}, weight {}; tau {}, penalty {}, tol {}\n", counted(state.n_samples_seen, "row"),
                        counted(state.batch_count, "batch"), format_number(state.weight_sum), format_number(o.tau),
                        name(o.penalty), format_number(o.tol)));
  const auto files = static_cast<std::int64_t>(c.position.files.size());
  if (c.position.file < files) {
    out.write(fmt::format("  goes on in {} (file {} of {}) at row {}\n",
                          c.position.files[static_cast<std::size_t>(c.position.file)].name, c.position.file + 1, files,
                          with_separators(c.position.next_row)));
  } else {
    out.write(fmt::format("  consumed to the end: {}\n", counted(files, "file")));
  }
  Table table({{""}, {"", true}});
  if (o.fit_intercept) table.row({"intercept", format_number(state.intercept())});
  const std::vector<double> coefficients = state.coefficients();
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    table.row({state.feature_names.empty() ? "x" + std::to_string(j) : state.feature_names[j],
               format_number(coefficients[j])});
  }
  table.print(out, "  ");
}

}  // namespace robustream::cli
