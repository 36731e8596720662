// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <robustream/io/plan.hpp>

namespace robustream::io {
namespace {

using hdf5::Dataset;
using hdf5::DatasetFacts;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Columns that the caller did not ask for by name and that cannot be used: left out, but not without a word.
void report_left_out(const OpenFile& file, const std::string& table, const std::vector<std::string>& names,
                     Findings& findings) {
  if (names.empty()) return;
  hdf5::add(findings, file.place(table), Severity::warning, StatusCode::ok,
            "columns left out, since they do not hold one real number a row: " + join_names(names) +
                " (choose columns with --columns)");
}

/// The caller must name the response, and may not use one column twice.
bool check_roles(const OpenFile& file, const StreamOptions& options, const std::vector<std::string>& available,
                 Findings& findings) {
  const hdf5::Place place = file.place(options.dataset);
  if (options.response.empty() && options.y_required) {
    hdf5::add(findings, place, Severity::error, StatusCode::invalid_option,
              "name the column of y with --response; there are " + join_names(available));
    return false;
  }
  if (options.w_required && options.w == options.response) {
    hdf5::add(findings, place, Severity::error, StatusCode::feature_names,
              "column " + options.w + " cannot be the response and the weights at once");
    return false;
  }
  for (const std::string& role : {options.response, options.w_required ? options.w : std::string()}) {
    if (!role.empty() && contains(options.columns, role)) {
      hdf5::add(findings, place, Severity::error, StatusCode::feature_names,
                "column " + role + " cannot be a feature and the response or the weights at once");
      return false;
    }
  }
  return true;
}

void finish(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  plan.named = true;
  if (plan.names.empty()) {
    hdf5::add(findings, file.place(options.dataset), Severity::error, StatusCode::no_features,
              "has no columns to use as features");
  }
  check_names(plan.names, file.place(options.dataset), findings);
}

void plan_records(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  plan.form = Form::records;
  Dataset dataset;
  DatasetFacts facts;
  if (!inspect_dataset(file, options.dataset, dataset, facts, findings)) return;
  const hdf5::Place place = file.place(options.dataset);
  if (!facts.element.compound) {
    hdf5::add(findings, place, Severity::error, StatusCode::unsupported_data,
              "holds " + facts.element.text + ", not records; read a matrix with --x and --y");
    return;
  }
  if (facts.shape.size() != 1) {
    hdf5::add(findings, place, Severity::error, StatusCode::shape_mismatch,
              "has shape " + shape_text(facts.shape) + "; a table of records has one dimension");
    return;
  }
  plan.file.rows = facts.shape[0];
  std::vector<std::string> available, left_out;
  for (const auto& field : facts.element.fields) {
    (field.element.numeric ? available : left_out).push_back(field.name);
  }
  if (!check_roles(file, options, available, findings)) return;
  const auto use = [&](const std::string& name) {
    const auto* field = facts.element.field(name);
    if (!field || !field->element.numeric) {
      hdf5::add(findings, place, Severity::error, field ? StatusCode::unsupported_data : StatusCode::dataset_not_found,
                field ? "column " + name + " holds " + field->element.text + ", not real numbers"
                      : "has no column called " + name + "; it has " + join_names(available));
      return;
    }
    plan.native_float = plan.native_float && field->element.native_float;
  };
  plan.native_float = true;
  plan.y = options.response;
  if (!plan.y.empty()) use(plan.y);
  if (options.w_required) {
    plan.w = options.w;
    use(plan.w);
  }
  plan.names = options.columns;
  if (options.columns.empty()) {
    for (const std::string& name : available) {
      if (name != plan.y && name != plan.w) plan.names.push_back(name);
    }
    report_left_out(file, options.dataset, left_out, findings);
  }
  for (const std::string& name : plan.names) use(name);
  plan.columns = plan.names;
  finish(file, options, plan, findings);
}

std::string member(const std::string& group, const std::string& name) {
  return group.back() == '/' ? group + name : group + "/" + name;
}

/// Names in a group that could be columns: numeric, one-dimensional, `rows` long, no dimension scales.
std::vector<std::string> usable_columns(const OpenFile& file, const std::string& group, std::int64_t rows,
                                        const std::vector<std::string>& taken, Findings& findings) {
  std::vector<hdf5::Entry> entries;
  std::vector<std::string> usable, left_out;
  if (Status status = hdf5::list_group(file.file, group, file.policy, most_features, entries); !status) {
    hdf5::add(findings, file.place(group), status);
    return usable;
  }
  for (const hdf5::Entry& entry : entries) {
    if (contains(taken, entry.name)) continue;
    Dataset dataset;
    DatasetFacts facts;
    std::vector<std::string> scale;
    const bool opened = entry.kind == hdf5::ObjectKind::dataset &&
                        hdf5::open_dataset(file.file, member(group, entry.name), file.policy, {}, dataset).ok() &&
                        hdf5::describe(dataset, facts).ok();
    const bool is_scale =
        opened && hdf5::read_text_attribute(dataset.id(), "CLASS", 1, scale) && scale[0] == "DIMENSION_SCALE";
    const bool fits =
        opened && !is_scale && facts.element.numeric && facts.shape.size() == 1 && (rows < 0 || facts.shape[0] == rows);
    (fits ? usable : left_out).push_back(entry.name);
  }
  report_left_out(file, group, left_out, findings);
  return usable;
}

void plan_columns(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  plan.form = Form::columns;
  plan.native_float = true;
  std::int64_t rows = -1;
  std::string first;
  // Length and type of one column against those before.
  const auto use = [&](const std::string& name) {
    Dataset dataset;
    DatasetFacts facts;
    const std::string path = member(options.dataset, name);
    if (!inspect_dataset(file, path, dataset, facts, findings)) return path;
    const std::int64_t length = vector_length(facts.shape);
    if (!facts.element.numeric) {
      hdf5::add(findings, file.place(path), Severity::error, StatusCode::unsupported_data,
                "holds " + facts.element.text + ", not real numbers");
    } else if (length < 0) {
      hdf5::add(findings, file.place(path), Severity::error, StatusCode::shape_mismatch,
                "has shape " + shape_text(facts.shape) + "; a column has one dimension");
    } else if (rows >= 0 && length != rows) {
      hdf5::add(findings, file.place(path), Severity::error, StatusCode::shape_mismatch,
                "has " + std::to_string(length) + " rows but " + first + " has " + std::to_string(rows));
    }
    plan.native_float = plan.native_float && facts.element.native_float;
    if (rows < 0) {
      rows = length;
      first = path;
    }
    return path;
  };
  std::vector<std::string> available;
  if (options.response.empty()) available = usable_columns(file, options.dataset, -1, {}, findings);
  if (!check_roles(file, options, available, findings)) return;
  if (!options.response.empty()) plan.y = use(options.response);
  if (options.w_required) plan.w = use(options.w);
  plan.names = options.columns;
  if (options.columns.empty()) {
    plan.names =
        usable_columns(file, options.dataset, rows, {options.response, options.w_required ? options.w : ""}, findings);
  }
  for (const std::string& name : plan.names) plan.columns.push_back(use(name));
  plan.file.rows = std::max<std::int64_t>(rows, 0);
  finish(file, options, plan, findings);
}

}  // namespace

void plan_table(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  plan.table = options.dataset;
  hdf5::ObjectKind kind = hdf5::ObjectKind::other;
  if (Status status = hdf5::find_object(file.file, options.dataset, file.policy, kind); !status) {
    hdf5::add(findings, file.place(options.dataset), status);
  } else if (kind == hdf5::ObjectKind::group) {
    plan_columns(file, options, plan, findings);
  } else {
    plan_records(file, options, plan, findings);
  }
}

}  // namespace robustream::io
