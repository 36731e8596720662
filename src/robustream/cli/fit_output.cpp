// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/fit_output.hpp>

#include <cstddef>

#include <fmt/format.h>

#include <robustream/base/format.hpp>
#include <robustream/base/version.hpp>
#include <robustream/cli/human_text.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/table_output.hpp>

namespace robustream::cli {
namespace {

// A table of more batches than this shows the first and the last half of it.
constexpr std::size_t table_batches = 60;

const std::string& file_of(const FitRun& run, std::int64_t index) {
  return run.reader().files()[static_cast<std::size_t>(index)].file.name;
}

const char* element_name(const FitRun& run) {
  return run.reader().options().element == io::Element::float32 ? "float32" : "float64";
}

Json batch_json(const FitRun& run, const BatchRecord& record) {
  Json json = to_json(record.report);
  json["file"] = file_of(run, record.first_file);
  json["first_row"] = record.first_row;
  if (record.last_file != record.first_file) json["last_file"] = file_of(run, record.last_file);
  json["dropped"] = record.dropped;
  return json;
}

Json checkpoint_json(const FitCheckpoint& checkpoint) {
  if (!checkpoint.enabled()) return nullptr;
  Json json = {{"file", checkpoint.file()}, {"saves", checkpoint.saves()}, {"resumed", checkpoint.resumed()}};
  if (checkpoint.resumed()) json["resumed_from"] = checkpoint.loaded().file;
  return json;
}

std::string remarks(const FitRun& run, const BatchReport& r) {
  std::string text;
  const auto add = [&](const std::string& remark) { text += (text.empty() ? "" : ", ") + remark; };
  if (!r.converged) add(name(r.termination));
  if (r.rank < run.state().parameters()) add(fmt::format("rank {} of {}", r.rank, run.state().parameters()));
  if (r.least_norm) add("least norm");
  if (r.solver_changed) add("lamm, then newton");
  return text;
}

void print_batches(const FitRun& run, TextOutput& out) {
  Table table({{"batch", true}, {"file"}, {"rows", true}, {"iterations", true}, {"kkt", true}, {"converged"}, {""}});
  const auto& batches = run.batches();
  const std::int64_t first = run.state().batch_count - static_cast<std::int64_t>(batches.size());
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches.size() > table_batches && i == table_batches / 2) {
      const std::size_t hidden = batches.size() - table_batches;
      table.line(fmt::format("... {} batches more (--json lists all) ...",
                             with_separators(static_cast<std::int64_t>(hidden))));
      i += hidden;
    }
    const BatchReport& r = batches[i].report;
    std::string file = file_name(file_of(run, batches[i].first_file));
    if (batches[i].last_file != batches[i].first_file) file += " - " + file_name(file_of(run, batches[i].last_file));
    table.row({std::to_string(first + static_cast<std::int64_t>(i) + 1), file, with_separators(r.rows),
               std::to_string(r.iterations), brief(r.kkt), r.converged ? "yes" : "no", remarks(run, r)});
  }
  table.print(out);
}

void print_coefficients(const FitRun& run, TextOutput& out) {
  Table table({{""}, {"", true}});
  if (run.state().options.fit_intercept) table.row({"intercept", format_number(run.state().intercept())});
  const std::vector<double> coefficients = run.state().coefficients();
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    table.row({run.reader().feature_names()[j], format_number(coefficients[j])});
  }
  table.print(out, "  ");
}

}  // namespace

Json fit_document(const FitRun& run, const Console& console, ExitCode code) {
  const State& state = run.state();
  Json json;
  json["command"] = "fit";
  json["version"] = version();
  json["coefficients"] = state.coefficients();
  json["intercept"] = state.intercept();
  json["feature_names"] = run.reader().feature_names();
  json["response"] = run.reader().files().front().y_name;
  json["weight_sum"] = state.weight_sum;
  json["n_samples_seen"] = state.n_samples_seen;
  json["batch_count"] = state.batch_count;
  json["converged"] = code == exit_ok;
  json["kkt"] = run.totals().kkt;
  json["exit_code"] = static_cast<int>(code);
  json["options"] = to_json(state.options);
  json["stream"] = to_json(run.reader().options());
  json["device"] = name(run.device().device());
  json["threads"] = run.device().threads();
  json["element"] = element_name(run);
  json["files"] = Json::array();
  for (const io::FileInfo& info : run.reader().files()) {
    json["files"].push_back({{"file", info.file.name}, {"rows", info.file.rows}, {"bytes", info.file.bytes}});
  }
  json["batches"] = Json::array();
  for (const BatchRecord& record : run.batches()) json["batches"].push_back(batch_json(run, record));
  json["skipped"] = Json::array();
  for (const Skipped& skipped : run.skipped()) {
    json["skipped"].push_back({{"where", skipped.where}, {"rows", skipped.rows}, {"reason", name(skipped.reason)}});
  }
  json["dropped_rows"] = run.totals().dropped_rows;
  json["checkpoint"] = checkpoint_json(run.checkpoint());
  json["warnings"] = console.warnings;
  json["seconds"] = run.seconds();
  json["conventions"] = conventions();
  return json;
}

void print_fit(const FitRun& run, TextOutput& out, ExitCode code) {
  const State& state = run.state();
  const Options& o = state.options;
  out.write(fmt::format("Robust regression of {} on {}: {} loss, tau {} (units of y), penalty {}\n",
                        run.reader().files().front().y_name, counted(state.features, "feature"), name(o.loss),
                        format_number(o.tau), name(o.penalty)));
  out.write(fmt::format("{} seen, {}, weight {}; {}, {}, {} data, {:.2f} s\n\n", counted(state.n_samples_seen, "row"),
                        counted(state.batch_count, "batch"), format_number(state.weight_sum),
                        name(run.device().device()), counted(run.device().threads(), "thread"), element_name(run),
                        run.seconds()));
  if (run.checkpoint().resumed()) {
    out.write(fmt::format("Resumed from {}; the batches of this run:\n", run.checkpoint().loaded().file));
  }
  print_batches(run, out);
  for (const Skipped& skipped : run.skipped()) {
    out.write(fmt::format("skipped: {} ({}): {}\n", skipped.where, counted(skipped.rows, "row"), name(skipped.reason)));
  }
  if (run.totals().dropped_rows > 0) {
    out.write(fmt::format("left out for missing values: {}\n", counted(run.totals().dropped_rows, "row")));
  }
  out.write("\nCoefficients after the last batch\n");
  print_coefficients(run, out);
  out.write(fmt::format("\nConverged: {} (largest kkt {}, tol {})\n", code == exit_ok ? "yes, every batch" : "no",
                        brief(run.totals().kkt), brief(o.tol)));
  if (code == exit_not_converged) {
    out.write(fmt::format("{} of {} ended without their certificate: try a larger --max-iter\n",
                          run.totals().unconverged, counted(run.totals().batches, "batch")));
  } else if (code == exit_numeric) {
    out.write(fmt::format("{} of {} are too ill-conditioned for float64: see rank and condition in --json\n",
                          run.totals().ill_conditioned, counted(run.totals().batches, "batch")));
  }
  if (run.checkpoint().enabled()) out.write(fmt::format("State saved in {}\n", run.checkpoint().file()));
}

}  // namespace robustream::cli
