// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/prediction_sink.hpp>

#include <cstddef>

#include <robustream/base/format.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/io/write_results.hpp>

namespace robustream::cli {
namespace {

class HDF5Sink final : public PredictionSink {
 public:
  Status create(const std::string& path, bool residuals) {
    residuals_ = residuals;
    return writer_.create_results(path, prediction_columns(residuals));
  }
  Status write(std::int64_t rows, const PredictionBlock& block) override {
    std::vector<io::ResultColumn> columns = {{"prediction", block.prediction.data()}};
    if (residuals_) {
      columns.push_back({"residual", block.residual.data()});
      columns.push_back({"robustness_weight", block.robustness_weight.data()});
    }
    return writer_.append(rows, columns);
  }
  Status finish(const Json&) override { return writer_.finish(); }

 private:
  io::HDF5Writer writer_;
  bool residuals_ = false;
};

// Rows as text on `out`: lines of CSV, or the elements of a JSON array.
class TextSink : public PredictionSink {
 public:
  TextSink(TextOutput& out, bool residuals) : out_(out), residuals_(residuals) {}
  bool closed() const override { return out_.closed(); }

 protected:
  // The fewest of 17 digits that read back as the same number; JSON has null for NaN and infinity.
  void row(std::string& text, const PredictionBlock& block, std::size_t i, bool json) const {
    const auto add = [&](double value) { text += json ? json_text(value) : format_number(value); };
    add(block.prediction[i]);
    if (!residuals_) return;
    text += ',';
    add(block.residual[i]);
    text += ',';
    add(block.robustness_weight[i]);
  }
  TextOutput& out_;
  bool residuals_;
};

class CSVSink final : public TextSink {
 public:
  CSVSink(TextOutput& out, bool residuals) : TextSink(out, residuals) {
    std::string header;
    for (const std::string& name : prediction_columns(residuals)) header += (header.empty() ? "" : ",") + name;
    out_.write(header + "\n");
  }
  Status write(std::int64_t rows, const PredictionBlock& block) override {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
      text.clear();
      row(text, block, i, false);
      text += '\n';
      out_.write(text);
    }
    // Without a reader there is nobody to tell; finish() tells other errors.
    return out_.good() || out_.closed() ? Status() : out_.flush();
  }
  Status finish(const Json&) override { return out_.finish(); }
};

class CSVFileSink final : public PredictionSink {
 public:
  Status create(const std::string& path, bool residuals) {
    if (Status status = file_.open(path); !status.ok()) return status;
    csv_ = std::make_unique<CSVSink>(file_, residuals);
    return {};
  }
  Status write(std::int64_t rows, const PredictionBlock& block) override { return csv_->write(rows, block); }
  Status finish(const Json& summary) override { return csv_->finish(summary); }
  bool closed() const override { return csv_->closed(); }

 private:
  TextOutput file_;
  std::unique_ptr<CSVSink> csv_;
};

// The document is written while the rows come, so that memory stays bounded: {"command", "columns", "data": [[...],
// ...], counts and score}. An error in the middle ends the array and becomes the member "error".
class JSONSink final : public TextSink {
 public:
  JSONSink(TextOutput& out, bool residuals) : TextSink(out, residuals) {}
  Status write(std::int64_t rows, const PredictionBlock& block) override {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
      text = begun_ ? ",\n["
                    : "{\"command\": \"predict\",\n\"columns\": " + json_text(prediction_columns(residuals_)) +
                          ",\n\"data\": [\n[";
      begun_ = true;
      row(text, block, i, true);
      text += ']';
      out_.write(text);
    }
    return out_.good() || out_.closed() ? Status() : out_.flush();
  }
  Status finish(const Json& summary) override {
    if (!begun_) {
      Json whole = {{"command", "predict"}, {"columns", prediction_columns(residuals_)}, {"data", Json::array()}};
      whole.update(summary);
      write_json(out_, whole);
      return {};
    }
    end_with(summary);
    return {};
  }
  bool fail(const Json& error) override {
    if (begun_) end_with(error);
    return begun_;
  }

 private:
  void end_with(const Json& members) {
    out_.write("\n]");
    for (const auto& item : members.items()) {
      out_.write(",\n" + json_text(item.key()) + ": " + json_text(item.value()));
    }
    out_.write("}\n");
  }

  bool begun_ = false;
};

bool names_hdf5(const std::string& path) {
  for (const std::string ending : {".h5", ".hdf5", ".hdf"}) {
    if (path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0)
      return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> prediction_columns(bool residuals) {
  if (!residuals) return {"prediction"};
  return {"prediction", "residual", "robustness_weight"};
}

Status open_sink(const std::string& path, bool residuals, Console& console, std::unique_ptr<PredictionSink>& sink) {
  if (path.empty() && console.json) {
    sink = std::make_unique<JSONSink>(console.out, residuals);
    return {};
  }
  if (path.empty()) {
    sink = std::make_unique<CSVSink>(console.out, residuals);
    return {};
  }
  if (names_hdf5(path)) {
    auto file = std::make_unique<HDF5Sink>();
    if (Status status = file->create(path, residuals); !status.ok()) return status;
    sink = std::move(file);
    return {};
  }
  auto file = std::make_unique<CSVFileSink>();
  if (Status status = file->create(path, residuals); !status.ok()) return status;
  sink = std::move(file);
  return {};
}

}  // namespace robustream::cli
