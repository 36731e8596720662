// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/fit_checkpoint.hpp>

#include <limits>

#include <fmt/format.h>

#include <robustream/cli/json_output.hpp>

namespace robustream::cli {
namespace {

// "tau: 20 then, 1.345 now" for each member that differs. A setting that the checkpoint does not know was not there
// to be chosen when it was written, so it is no difference.
void compare(const Json& then, const Json& now, std::vector<std::string>& differences) {
  for (const auto& item : now.items()) {
    const auto old = then.find(item.key());
    if (old != then.end() && *old != item.value()) {
      differences.push_back(fmt::format("{}: {} then, {} now", item.key(), json_text(*old), json_text(item.value())));
    }
  }
}

void compare_columns(const State& state, const io::StreamReader& reader, std::vector<std::string>& differences) {
  if (state.features != reader.features()) {
    differences.push_back(fmt::format("features: {} then, {} now", state.features, reader.features()));
    return;
  }
  const std::vector<std::string> now = reader.has_feature_names() ? reader.feature_names() : std::vector<std::string>();
  if (state.feature_names != now) {
    differences.push_back(
        fmt::format("feature_names: {} then, {} now", json_text(state.feature_names), json_text(now)));
  }
}

std::vector<io::StreamFile> files_of(const io::StreamReader& reader) {
  std::vector<io::StreamFile> files;
  for (const io::FileInfo& info : reader.files()) files.push_back(info.file);
  return files;
}

// What save() put into the checkpoint; an empty object for checkpoints written by programs that keep something else.
Json parse_extra(const std::string& text) {
  const Json extra = Json::parse(text, nullptr, false);
  return extra.is_object() ? extra : Json::object();
}

}  // namespace

Status FitCheckpoint::resume(RenewableHuber& model, io::StreamReader& reader, RunTotals& totals, Json& details) {
  State state;
  io::StreamPosition position;
  Status status = io::load_checkpoint(options_.file, state, position, loaded_, options_.strict);
  if (status.code() == StatusCode::file_not_found) return {};
  if (!status.ok()) return status;

  const Json extra = parse_extra(loaded_.extra);
  std::vector<std::string> differences;
  compare(to_json(state.options), to_json(model.options()), differences);
  if (state.fitted()) compare_columns(state, reader, differences);
  compare(extra.value("stream", Json::object()), to_json(reader.options()), differences);
  if (Status files = io::check_resume(position, files_of(reader)); !files.ok()) differences.push_back(files.message());
  if (!differences.empty()) {
    details["differences"] = differences;
    return {StatusCode::checkpoint_mismatch,
            fmt::format("{}: this run cannot go on from there: {}", loaded_.file, fmt::join(differences, "; "))};
  }
  if (status = reader.seek(position); !status.ok()) return status.with_context(loaded_.file);
  if (status = model.set_state(std::move(state)); !status.ok()) return status.with_context(loaded_.file);

  const Json run = extra.value("run", Json::object());
  totals.batches = model.state().batch_count;
  totals.unconverged = run.value("unconverged", std::int64_t{0});
  totals.ill_conditioned = run.value("ill_conditioned", std::int64_t{0});
  totals.dropped_rows = run.value("dropped_rows", std::int64_t{0});
  const Json kkt = run.value("kkt", Json(0.0));
  totals.kkt = kkt.is_number() ? kkt.get<double>() : std::numeric_limits<double>::infinity();  // JSON has no infinity
  position_ = std::move(position);
  resumed_ = true;
  return {};
}

void FitCheckpoint::advance(const io::StreamReader& reader) {
  if (!enabled()) return;
  position_ = reader.position();
  ++unsaved_;
}

Status FitCheckpoint::save(const State& state, const io::StreamOptions& stream, const RunTotals& totals) {
  const Json extra = {{"stream", to_json(stream)},
                      {"run",
                       {{"unconverged", totals.unconverged},
                        {"ill_conditioned", totals.ill_conditioned},
                        {"dropped_rows", totals.dropped_rows},
                        {"kkt", totals.kkt}}}};
  Status status = io::save_checkpoint(options_.file, state, position_, json_text(extra));
  if (!status.ok()) return status;
  unsaved_ = 0;
  ++saves_;
  return {};
}

}  // namespace robustream::cli
