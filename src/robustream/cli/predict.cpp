// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/command.hpp>

#include <fmt/format.h>

#include <robustream/base/format.hpp>
#include <robustream/cli/human_text.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/option_group.hpp>
#include <robustream/cli/options.hpp>
#include <robustream/cli/prediction_sink.hpp>
#include <robustream/cli/progress.hpp>
#include <robustream/cli/signals.hpp>
#include <robustream/cli/streamed_score.hpp>
#include <robustream/io/checkpoint.hpp>

namespace robustream::cli {
namespace {

constexpr const char* examples = R"(Examples:
  robustream predict new.h5 --checkpoint fit.h5 > predictions.csv
  robustream predict new.h5 --checkpoint fit.h5 --residuals --output checked.h5
  robustream predict new.h5 --checkpoint fit.h5 --residuals | awk -F, 'NR > 1 && $3 < 0.1'

One line (or entry) a row of the files, in their order: prediction, in the units of y; with --residuals also
y - prediction and the robustness weight min(1, tau / |residual|): 1 for rows that count fully, small for outliers.
A row with NaN gives NaN. R squared is printed when the files hold y. Memory does not grow with the files.)";

class PredictCommand final : public Command {
 public:
  explicit PredictCommand(CLI::App& program)
      : app_(*program.add_subcommand("predict", "predictions, residuals and robustness weights from a checkpoint")) {
    app_.add_option("FILE", files_, "HDF5 files")->type_name("")->required();
    OptionGroup group(app_, "Predictions");
    group.option("--checkpoint", checkpoint_, "FILE", "the model: written by fit --checkpoint")->required();
    group.option("--output", output_, "FILE",
                 "HDF5 if it ends in .h5 or .hdf5, else CSV (default: CSV on standard output)");
    group.flag("--residuals", residuals_, "add columns residual and robustness_weight; the files must hold y");
    stream_.add_places(app_);
    device_.add(app_);
    app_.footer(examples);
  }

  CLI::App& app() override { return app_; }

  Outcome run(Console& console) override {
    DeviceOptions device_options;
    io::StreamOptions stream;
    if (Status status = stream_.resolve(stream); !status.ok()) return status;
    if (Status status = device_.resolve(device_options); !status.ok()) return status;
    install_signal_handlers();

    DeviceSession device;
    if (Status status = device.start(device_options); !status.ok()) return status;
    RenewableHuber model;
    if (Status status = load(model, console); !status.ok()) return status;
    io::StreamReader reader;
    if (Status status = open(model, stream, reader); !status.ok()) return status;

    std::unique_ptr<PredictionSink> sink;
    if (Status status = open_sink(output_, residuals_, console, sink); !status.ok()) return status;
    StreamedScore score;
    std::int64_t rows = 0;
    if (Status status = stream_blocks(device, model, reader, console, *sink, score, rows); !status.ok()) {
      Outcome outcome(status);
      outcome.document_written = sink->fail(error_document(outcome));
      return outcome;
    }
    const Json summary = summarise(rows, score);
    if (Status status = sink->finish(summary); !status.ok()) return status;
    report(summary, console);
    return exit_ok;
  }

 private:
  Status load(RenewableHuber& model, Console& console) const {
    State state;
    io::StreamPosition position;
    io::LoadReport loaded;
    if (Status status = io::load_checkpoint(checkpoint_, state, position, loaded); !status.ok()) return status;
    if (loaded.previous) console.warn(loaded.newest.message() + "; using the generation before, " + loaded.file);
    if (!state.fitted()) return {StatusCode::not_fitted, checkpoint_ + ": holds no accepted batch to predict from"};
    return model.set_state(std::move(state)).with_context(checkpoint_);
  }

  Status open(const RenewableHuber& model, io::StreamOptions& options, io::StreamReader& reader) const {
    options.y_required = residuals_;
    options.skip_empty = true;
    // By name, so that a file with its columns in another order is read right.
    if (options.columns.empty()) options.columns = model.state().feature_names;
    if (Status status = reader.open(files_, options); !status.ok()) return status;
    const std::int64_t wanted = model.state().features;
    if (reader.features() == wanted) return {};
    return {StatusCode::feature_count,
            fmt::format("{}: {}: {} features, but {} was fitted to {}", files_.front(), reader.files().front().x_name,
                        reader.features(), checkpoint_, wanted)};
  }

  Status stream_blocks(const DeviceSession& device, const RenewableHuber& model, io::StreamReader& reader,
                       const Console& console, PredictionSink& sink, StreamedScore& score, std::int64_t& rows) const {
    ProgressLine progress(console.quiet, reader.total_rows());
    PredictionBlock out;
    while (!sink.closed()) {
      if (interrupted() != 0) {
        return {StatusCode::cancelled, fmt::format("{} after {}; the output is not complete",
                                                   signal_name(interrupted()), counted(rows, "row"))};
      }
      io::Block block;
      if (Status status = reader.next(block); !status.ok()) return status;
      if (block.rows == 0) break;
      const auto n = static_cast<std::size_t>(block.rows);
      out.prediction.resize(n);
      if (Status status = device.predict(model, block, out.prediction.data()); !status.ok()) return status;
      if (residuals_) {
        out.residual.resize(n);
        out.robustness_weight.resize(n);
        Status status = device.residuals(model, block, out.residual.data(), out.robustness_weight.data());
        if (!status.ok()) return status;
      }
      if (block.y != nullptr) {
        const double* y = block.y_as<double>();
        const double* w = block.w_as<double>();
        for (std::size_t i = 0; i < n; ++i) score.add(y[i], y[i] - out.prediction[i], w != nullptr ? w[i] : 1.0);
      }
      if (Status status = sink.write(block.rows, out); !status.ok()) return status;
      rows += block.rows;
      progress.update(rows, "predict");
    }
    return {};
  }

  Json summarise(std::int64_t rows, const StreamedScore& score) const {
    Json json;
    json["rows"] = rows;
    json["score"] = score.value() ? Json(*score.value()) : Json(nullptr);
    json["score_rows"] = score.rows();
    json["score_left_out"] = score.left_out();
    json["checkpoint"] = checkpoint_;
    return json;
  }

  void report(const Json& summary, Console& console) const {
    if (console.json) {
      if (output_.empty()) return;  // the document is out already
      Json json = {{"command", "predict"}, {"output", output_}, {"columns", prediction_columns(residuals_)}};
      json.update(summary);
      write_json(console.out, json);
      return;
    }
    std::string text = counted(summary["rows"].get<std::int64_t>(), "row");
    if (!summary["score"].is_null()) text += ", R squared " + format_number(summary["score"].get<double>());
    const auto left_out = summary["score_left_out"].get<std::int64_t>();
    if (left_out > 0) text += " (" + counted(left_out, "row") + " without a number left out)";
    if (output_.empty()) {
      if (!console.out.closed()) console.note(text);  // standard output holds the predictions
    } else {
      console.out.write(output_ + ": " + text + "\n");
    }
  }

  CLI::App& app_;
  std::vector<std::string> files_;
  std::string checkpoint_;
  std::string output_;
  bool residuals_ = false;
  StreamArguments stream_;
  DeviceArguments device_;
};

}  // namespace

std::unique_ptr<Command> make_predict(CLI::App& program) { return std::make_unique<PredictCommand>(program); }

}  // namespace robustream::cli
