// SPDX-License-Identifier: BSD-3-Clause
// Reading a file through for its traps.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <new>

#include <robustream/io/batch.hpp>
#include <robustream/io/inspect.hpp>

namespace robustream::io {
namespace {

constexpr std::int64_t most_of_a_kind = 100;
constexpr std::int64_t block_bytes = std::int64_t{16} << 20;

/// What the values of one column look like.
struct ColumnRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

class Validation {
 public:
  Validation(const FilePlan& plan, const StreamOptions& options, FileReport& report)
      : plan_(plan), options_(options), report_(report), ranges_(static_cast<std::size_t>(plan.features())) {}

  Status run(const ReadProgress& progress) {
    StreamOptions options = options_;
    options.element = Element::float64;
    std::unique_ptr<Source> source;
    if (Status status = open_source(plan_, options, source); !status) return record(status);
    const std::int64_t features = plan_.features();
    const std::int64_t rows = std::clamp<std::int64_t>(block_bytes / (8 * features), 1, 65536);
    Batch batch;
    if (Status status =
            batch.reserve(std::min(rows, plan_.file.rows), features, !plan_.y.empty(), !plan_.w.empty(), options);
        !status) {
      return status;
    }
    const std::atomic<bool> never{false};
    for (std::int64_t row = 0; row < plan_.file.rows; row += rows) {
      const std::int64_t count = std::min(rows, plan_.file.rows - row);
      if (Status status = source->read(row, count, batch.at(0), never); status) {
        look_at(batch.at(0), row, count);
      } else if (status.code() == StatusCode::out_of_memory) {
        return status;
      } else {
        record_damage(*source, row, count, status);
      }
      if (progress && !progress(row + count, plan_.file.rows)) return {StatusCode::cancelled, "reading was stopped"};
    }
    finish();
    return {};
  }

 private:
  Status record(const Status& status) {
    hdf5::add(report_.findings, {plan_.file.name, ""}, status);
    return {};
  }

  void record_damage(Source& source, std::int64_t row, std::int64_t count, const Status& status) {
    Findings bad;
    const std::int64_t left = most_of_a_kind - counts_["damage"];
    if (left > 0) source.find_damage(row, count, static_cast<std::size_t>(left), bad);
    if (bad.empty() && left > 0) hdf5::add(bad, {plan_.file.name, ""}, status);
    counts_["damage"] += std::max<std::int64_t>(static_cast<std::int64_t>(bad.size()), 1);
    report_.findings.insert(report_.findings.end(), bad.begin(), bad.end());
  }

  std::string dataset_of(const std::string& vector, std::int64_t column) const {
    if (plan_.form == Form::columns) {
      return column >= 0 ? plan_.columns[static_cast<std::size_t>(column)] : vector;
    }
    return plan_.form == Form::records || column >= 0 ? plan_.table : vector;
  }

  void found(const std::string& kind, Severity severity, StatusCode code, const std::string& vector, std::int64_t row,
             std::int64_t column) {
    if (++counts_[kind] > most_of_a_kind) return;
    std::string text = kind + " at row " + std::to_string(row);
    if (column >= 0) {
      text += ", column " + std::to_string(column);
      if (plan_.named) text += " (" + plan_.names[static_cast<std::size_t>(column)] + ")";
    }
    hdf5::add(report_.findings, {plan_.file.name, dataset_of(vector, column)}, severity, code, text, row, column);
  }

  /// true when the value is NaN or Inf.
  bool check(double value, const char* what, StatusCode code, const std::string& vector, std::int64_t row,
             std::int64_t column) {
    if (std::isfinite(value)) return false;
    const bool dropped = std::isnan(value) && options_.missing == Missing::drop;
    found(std::string(std::isnan(value) ? "NaN in " : "Inf in ") + what, dropped ? Severity::warning : Severity::error,
          dropped ? StatusCode::ok : code, vector, row, column);
    return true;
  }

  void look_at(const RowBuffers& buffers, std::int64_t first, std::int64_t rows) {
    const auto* x = static_cast<const double*>(buffers.x);
    const auto* y = static_cast<const double*>(buffers.y);
    const auto* w = static_cast<const double*>(buffers.w);
    const std::int64_t features = plan_.features();
    for (std::int64_t i = 0; i < rows; ++i) {
      bool bad = false;
      for (std::int64_t j = 0; j < features; ++j) {
        const double value = x[i * features + j];
        if (check(value, "X", StatusCode::non_finite_feature, "", first + i, j)) {
          bad = true;
        } else {
          ranges_[static_cast<std::size_t>(j)].add(value);
        }
      }
      if (y) bad |= check(y[i], "y", StatusCode::non_finite_response, plan_.y, first + i, -1);
      if (y && std::isfinite(y[i])) y_range_.add(y[i]);
      if (w && check(w[i], "w", StatusCode::non_finite_weight, plan_.w, first + i, -1)) {
        bad = true;
      } else if (w && w[i] < 0.0) {
        found("negative weight", Severity::error, StatusCode::negative_weight, plan_.w, first + i, -1);
        bad = true;
      } else if (w) {
        weight_range_.add(w[i]);
      }
      report_.bad_rows += bad;
    }
    report_.read_rows += rows;
  }

  void finish() {
    for (const auto& [kind, count] : counts_) {
      if (count <= most_of_a_kind || kind == "damage") continue;
      hdf5::add(
          report_.findings, {plan_.file.name, ""}, Severity::note, StatusCode::ok,
          kind + ": " + std::to_string(count) + " in all, the first " + std::to_string(most_of_a_kind) + " are listed");
    }
    if (report_.read_rows < 2) return;
    constexpr double largest = std::numeric_limits<float>::max();
    for (std::size_t j = 0; j < ranges_.size(); ++j) {
      const hdf5::Place place{plan_.file.name, dataset_of("", static_cast<std::int64_t>(j))};
      const std::string column = "column " + std::to_string(j) + (plan_.named ? " (" + plan_.names[j] + ")" : "");
      if (ranges_[j].low == ranges_[j].high) {
        hdf5::add(report_.findings, place, Severity::warning, StatusCode::ok,
                  column + " has one value only: with an intercept its coefficient cannot be told", -1,
                  static_cast<std::int64_t>(j));
      }
      if (std::max(std::abs(ranges_[j].low), std::abs(ranges_[j].high)) > largest && std::isfinite(ranges_[j].low)) {
        hdf5::add(report_.findings, place, Severity::note, StatusCode::ok, column + " has values beyond float32", -1,
                  static_cast<std::int64_t>(j));
      }
    }
    const std::string y_dataset = dataset_of(plan_.y, -1), w_dataset = dataset_of(plan_.w, -1);
    if (y_range_.low == y_range_.high) {
      hdf5::add(report_.findings, {plan_.file.name, y_dataset}, Severity::warning, StatusCode::ok,
                "the response has one value only");
    }
    if (weight_range_.low == 0.0 && weight_range_.high == 0.0) {
      hdf5::add(report_.findings, {plan_.file.name, w_dataset}, Severity::error, StatusCode::zero_weight_sum,
                "every weight is 0");
    }
  }

  const FilePlan& plan_;
  const StreamOptions& options_;
  FileReport& report_;
  std::vector<ColumnRange> ranges_;
  ColumnRange y_range_, weight_range_;
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace

Status validate_file(const std::string& file, const StreamOptions& options, FileReport& report,
                     const ReadProgress& progress) {
  FileReport result;
  if (Status status = inspect_file(file, options, result); !status) return status;
  try {
    if (result.sound() && result.rows > 0) {
      FilePlan plan;
      Findings again;
      if (Status status = plan_file(file, options, plan, again); !status) return status;
      if (Status status = first_error(again); !status) {
        hdf5::add(result.findings, {file, ""}, status);
      } else if (Status read = Validation(plan, options, result).run(progress); !read) {
        return read;
      }
      std::stable_sort(result.findings.begin(), result.findings.end(),
                       [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    }
    report = std::move(result);
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, file + ": no memory to validate the file"};
  }
}

}  // namespace robustream::io
