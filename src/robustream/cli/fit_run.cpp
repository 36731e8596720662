// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/fit_run.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <robustream/cli/error_place.hpp>
#include <robustream/cli/human_text.hpp>
#include <robustream/cli/progress.hpp>
#include <robustream/cli/signals.hpp>

namespace robustream::cli {

FitRun::FitRun(const FitPlan& plan, Console& console)
    : plan_(plan), console_(console), model_(plan.model, execution_options(plan.device)), checkpoint_(plan.checkpoint) {
}

Outcome FitRun::run() {
  const auto begin = std::chrono::steady_clock::now();
  if (Status status = device_.start(plan_.device); !status.ok()) return status;
  if (Status status = open(); !status.ok()) return status;
  Json details = Json::object();
  if (checkpoint_.enabled()) {
    if (Status status = resume(details); !status.ok()) return {status, details};
  }
  Outcome outcome = stream();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

Status FitRun::open() {
  io::StreamOptions options = plan_.stream;
  options.skip_empty = true;  // the reader lists empty files in its warnings; an empty stream is an error below
  if (Status status = reader_.open(plan_.files, options); !status.ok()) return status;
  if (reader_.native_float()) {
    // Half the memory and traffic, and not one value changes.
    options.element = io::Element::float32;
    if (Status status = reader_.open(plan_.files, options); !status.ok()) return status;
  }
  for (const io::Finding& finding : reader_.warnings()) {
    if (finding.severity != io::Severity::note) console_.warn(finding.line());
  }
  for (const io::FileInfo& info : reader_.files()) {
    if (info.file.rows == 0) skipped_.push_back({info.file.name, 0, StatusCode::no_rows});
  }
  return reader_.has_feature_names() ? model_.set_feature_names(reader_.feature_names()) : Status();
}

Status FitRun::resume(Json& details) {
  const CheckpointOptions& options = plan_.checkpoint;
  if (!options.resume) {
    if (io::looks_like_checkpoint(options.file)) {
      console_.warn(options.file + ": starting anew and replacing this checkpoint; --resume would go on from it");
    }
    return {};
  }
  if (Status status = checkpoint_.resume(model_, reader_, totals_, details); !status.ok()) return status;
  if (!checkpoint_.resumed()) {
    console_.note(options.file + ": no checkpoint there, starting from the first row");
    return {};
  }
  const io::LoadReport& loaded = checkpoint_.loaded();
  if (loaded.previous) console_.warn(loaded.newest.message() + "; going on from the generation before, " + loaded.file);
  console_.note(fmt::format("{}: going on after {}, {}", loaded.file, counted(state().batch_count, "batch"),
                            counted(state().n_samples_seen, "row")));
  return {};
}

Outcome FitRun::stream() {
  const std::int64_t first_row = rows_before(reader_.position());
  ProgressLine progress(console_.quiet, reader_.total_rows(), first_row);
  std::int64_t rows = first_row;
  const std::int64_t dropped_before = totals_.dropped_rows;
  for (;;) {
    io::Block block;
    if (Status status = reader_.next(block); !status.ok()) {
      progress.clear();
      return stop(status, Json::object());
    }
    if (block.rows == 0) break;
    // Looked at before each batch and not after: a signal during the last one changes nothing.
    if (interrupted() != 0) {
      progress.clear();
      return stop_for_signal();
    }
    BatchReport report;
    Status status = device_.partial_fit(model_, block, report);
    totals_.dropped_rows = dropped_before + reader_.dropped_rows();
    if (status.ok()) {
      accept(block, report);
    } else if (status.code() == StatusCode::zero_weight_sum && plan_.skip_empty) {
      const ErrorPlace place = error_place(reader_, block, status);
      skipped_.push_back({place.where, block.rows, status.code()});
      progress.clear();
      console_.warn(place.status.message() + "; skipped");
    } else {
      progress.clear();
      ErrorPlace place = error_place(reader_, block, status);
      return stop(place.status, place.details);
    }
    checkpoint_.advance(reader_);
    if (checkpoint_.due()) {
      if (status = checkpoint_.save(state(), reader_.options(), totals_); !status.ok()) return status;
    }
    for (const io::Segment& segment : block.segments) rows += segment.rows;
    progress.update(rows, file_name(reader_.files()[static_cast<std::size_t>(block.segments.back().file)].file.name));
  }
  if (checkpoint_.pending()) {
    if (Status status = checkpoint_.save(state(), reader_.options(), totals_); !status.ok()) return status;
  }
  if (!state().fitted()) {
    return Status(StatusCode::no_rows,
                  fmt::format("{}: no batch to fit: every file is empty or was skipped", plan_.files.front()));
  }
  if (totals_.ill_conditioned > 0) return exit_numeric;
  return totals_.unconverged > 0 ? exit_not_converged : exit_ok;
}

void FitRun::accept(const io::Block& block, const BatchReport& report) {
  const io::Segment& first = block.segments.front();
  batches_.push_back({report, first.file, first.first_row, block.segments.back().file,
                      static_cast<std::int64_t>(block.dropped.size())});
  const ExitCode code = exit_code(report);
  ++totals_.batches;
  if (code == exit_not_converged) ++totals_.unconverged;
  if (code == exit_numeric) ++totals_.ill_conditioned;
  totals_.kkt = std::max(totals_.kkt, report.kkt);
}

Outcome FitRun::stop(Status error, Json details) {
  details["batches_before"] = totals_.batches;
  details["rows_before"] = state().n_samples_seen;
  if (!checkpoint_.enabled()) return {error, details};
  // The error is the news; a save that fails as well is told beside it.
  if (checkpoint_.pending() && state().fitted()) {
    const Status saved = checkpoint_.save(state(), reader_.options(), totals_);
    if (!saved.ok()) console_.error(saved.message());
  }
  details["checkpoint"] = checkpoint_.saves() > 0 || checkpoint_.resumed() ? Json(checkpoint_.file()) : Json(nullptr);
  return {error, details};
}

Outcome FitRun::stop_for_signal() {
  const char* signal = signal_name(interrupted());
  std::string text = fmt::format("{} after {} ({})", signal, counted(totals_.batches, "batch"),
                                 counted(state().n_samples_seen, "row"));
  Json details = {{"signal", signal}, {"saved", false}};
  if (checkpoint_.pending() && state().fitted()) {
    if (Status status = checkpoint_.save(state(), reader_.options(), totals_); !status.ok()) return status;
  }
  if (checkpoint_.saves() > 0 || checkpoint_.resumed()) {
    details["saved"] = true;
    details["checkpoint"] = checkpoint_.file();
    text += fmt::format("; saved in {}; the same command with --resume goes on from there", checkpoint_.file());
  } else if (checkpoint_.enabled()) {
    text += "; nothing was saved, since no batch was finished";
  } else {
    text += "; nothing was saved (give --checkpoint FILE to keep what was done)";
  }
  details["batches_before"] = totals_.batches;
  details["rows_before"] = state().n_samples_seen;
  return {Status(StatusCode::cancelled, text), details};
}

}  // namespace robustream::cli
