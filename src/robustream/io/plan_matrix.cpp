// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <robustream/io/plan.hpp>

namespace robustream::io {
namespace {

using hdf5::Dataset;
using hdf5::DatasetFacts;

const char* other(Layout layout) {
  return name(layout == Layout::rows_first ? Layout::columns_first : Layout::rows_first);
}

bool is_there(const OpenFile& file, const std::string& name, Status& status) {
  hdf5::ObjectKind kind = hdf5::ObjectKind::other;
  status = hdf5::find_object(file.file, name, file.policy, kind);
  return status.code() != StatusCode::dataset_not_found;
}

bool require_numbers(const OpenFile& file, const std::string& name, const DatasetFacts& facts, Findings& findings) {
  if (facts.element.numeric) return true;
  std::string text = "holds " + facts.element.text + ", not real numbers";
  if (facts.element.compound) text += "; for a table of columns use --dataset " + name + " --response NAME";
  hdf5::add(findings, file.place(name), Severity::error, StatusCode::unsupported_data, text);
  return false;
}

/// y or w: opened, numbers, as long as X has rows.
void plan_vector(const OpenFile& file, const std::string& name, const std::string& what, const std::string& x_name,
                 const std::vector<std::int64_t>& x_shape, Layout layout, bool& native_float, Findings& findings) {
  Dataset dataset;
  DatasetFacts facts;
  if (!inspect_dataset(file, name, dataset, facts, findings)) return;
  if (!require_numbers(file, name, facts, findings)) return;
  native_float = native_float && facts.element.native_float;
  const bool columns_first = layout == Layout::columns_first;
  const std::int64_t rows = x_shape.size() == 1 ? x_shape[0] : x_shape[columns_first ? 1 : 0];
  const std::int64_t length = vector_length(facts.shape);
  if (length == rows) return;
  std::string text = what + " has shape " + shape_text(facts.shape) + " but " + x_name + " has shape " +
                     shape_text(x_shape) + (columns_first ? " (features, rows)" : " (rows, features)") + ": ";
  if (length < 0) {
    text += what + " must be a vector";
  } else {
    text += std::to_string(length) + " values for " + std::to_string(rows) + " rows";
    const std::int64_t features = x_shape.size() == 1 ? -1 : x_shape[columns_first ? 0 : 1];
    if (length == features) {
      text += std::string("; X seems to be transposed, use --layout ") + other(layout);
    }
  }
  hdf5::add(findings, file.place(name), Severity::error, StatusCode::shape_mismatch, text);
}

/// Names stored with X, one a column: a list of texts, or one text with commas.
std::vector<std::string> stored_names(const OpenFile& file, const std::string& name, const Dataset& dataset,
                                      std::int64_t features, Findings& findings) {
  for (const char* attribute : {"columns", "feature_names", "names"}) {
    std::vector<std::string> names;
    if (!hdf5::read_text_attribute(dataset.id(), attribute, most_features, names)) continue;
    if (names.size() == 1 && features > 1) names = split_names(names[0]);
    if (static_cast<std::int64_t>(names.size()) == features) return names;
    hdf5::add(findings, file.place(name), Severity::warning, StatusCode::ok,
              std::string("attribute ") + attribute + " has " + std::to_string(names.size()) + " names for " +
                  std::to_string(features) + " columns and is not used");
  }
  return {};
}

/// Which columns of X to deliver, and their names.
void choose_columns(const OpenFile& file, const StreamOptions& options, const Dataset& dataset, std::int64_t features,
                    FilePlan& plan, Findings& findings) {
  const std::vector<std::string> stored = stored_names(file, options.x, dataset, features, findings);
  plan.named = !stored.empty() || !options.columns.empty();
  if (options.columns.empty()) {
    plan.names = stored;
    for (std::int64_t j = 0; stored.empty() && j < features; ++j) plan.names.push_back("x" + std::to_string(j));
  } else if (stored.empty()) {
    plan.names = options.columns;
    if (static_cast<std::int64_t>(options.columns.size()) != features) {
      hdf5::add(findings, file.place(options.x), Severity::error, StatusCode::feature_names,
                "--columns gives " + std::to_string(options.columns.size()) + " names for " + std::to_string(features) +
                    " columns, which have no names in the file to choose by");
    }
  } else {
    plan.names = options.columns;
    for (const std::string& wanted : options.columns) {
      const auto at = std::find(stored.begin(), stored.end(), wanted);
      if (at == stored.end()) {
        hdf5::add(findings, file.place(options.x), Severity::error, StatusCode::feature_names,
                  "has no column called " + wanted + "; it has " + join_names(stored));
        return;
      }
      plan.selected.push_back(at - stored.begin());
    }
    const bool identity =
        plan.selected.size() == stored.size() && std::is_sorted(plan.selected.begin(), plan.selected.end());
    if (identity) plan.selected.clear();
  }
  check_names(plan.names, file.place(options.x), findings);
}

}  // namespace

void plan_matrix(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  plan.form = Form::matrix;
  plan.table = options.x;
  Dataset x;
  DatasetFacts facts;
  if (!inspect_dataset(file, options.x, x, facts, findings)) return;
  if (!require_numbers(file, options.x, facts, findings)) return;
  if (facts.shape.empty() || facts.shape.size() > 2) {
    hdf5::add(findings, file.place(options.x), Severity::error, StatusCode::shape_mismatch,
              "has shape " + shape_text(facts.shape) + "; X must have two dimensions (or one, for one feature)");
    return;
  }
  const bool columns_first = options.layout == Layout::columns_first;
  const bool vector = facts.shape.size() == 1;
  plan.file.rows = vector ? facts.shape[0] : facts.shape[columns_first ? 1 : 0];
  const std::int64_t features = vector ? 1 : facts.shape[columns_first ? 0 : 1];
  plan.native_float = facts.element.native_float;

  // Shapes first: a transposed X would else be met as a wrong number of names.
  Status status;
  if (!options.y.empty() && (is_there(file, options.y, status) || options.y_required)) {
    if (status) {
      plan_vector(file, options.y, "y", options.x, facts.shape, options.layout, plan.native_float, findings);
    } else {
      hdf5::add(findings, file.place(options.y), status);
    }
    plan.y = options.y;
  }
  if (!options.w.empty() && (is_there(file, options.w, status) || options.w_required)) {
    if (status) {
      plan_vector(file, options.w, "w", options.x, facts.shape, options.layout, plan.native_float, findings);
    } else {
      hdf5::add(findings, file.place(options.w), status);
    }
    plan.w = options.w;
  }
  if (features == 0) {
    hdf5::add(findings, file.place(options.x), Severity::error, StatusCode::no_features,
              "has shape " + shape_text(facts.shape) + ", no columns");
  } else if (features > most_features) {
    hdf5::add(findings, file.place(options.x), Severity::error, StatusCode::unsupported_data,
              "has " + std::to_string(features) + " columns; at most " + std::to_string(most_features) +
                  " are supported (transposed? use --layout " + other(options.layout) + ")");
  } else if (first_error(findings)) {
    choose_columns(file, options, x, features, plan, findings);
  }
}

}  // namespace robustream::io
