// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/plan.hpp>

#include <algorithm>
#include <new>
#include <unordered_set>

#include <robustream/io/hdf5/superblock.hpp>

namespace robustream::io {

Status first_error(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::error) return finding.status();
  }
  return {};
}

std::int64_t vector_length(const std::vector<std::int64_t>& shape) {
  if (shape.size() == 1) return shape[0];
  if (shape.size() == 2 && (shape[0] == 1 || shape[1] == 1)) return shape[0] * shape[1];
  return -1;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

bool inspect_dataset(const OpenFile& file, const std::string& name, hdf5::Dataset& dataset, hdf5::DatasetFacts& facts,
                     Findings& findings) {
  const auto errors = [&findings] {
    return std::count_if(findings.begin(), findings.end(),
                         [](const Finding& finding) { return finding.severity == Severity::error; });
  };
  const auto before = errors();
  Status status = hdf5::open_dataset(file.file, name, file.policy, {}, dataset);
  if (status) status = hdf5::describe(dataset, facts);
  if (!status) {
    hdf5::add(findings, file.place(name), status);
    return false;
  }
  hdf5::check_storage(file.file, dataset, facts, file.place(name), file.policy, findings);
  return errors() == before;
}

void check_names(const std::vector<std::string>& names, const hdf5::Place& place, Findings& findings) {
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto column = static_cast<std::int64_t>(i);
    if (names[i].empty()) {
      hdf5::add(findings, place, Severity::error, StatusCode::feature_names,
                "the name of column " + std::to_string(i) + " is empty", -1, column);
      return;
    }
    if (!seen.insert(names[i]).second) {
      hdf5::add(findings, place, Severity::error, StatusCode::feature_names,
                "two columns are called " + names[i] + "; give names with --columns", -1, column);
      return;
    }
  }
}

Status plan_file(const std::string& path, const StreamOptions& options, FilePlan& plan, Findings& findings) {
  try {
    FilePlan result;
    result.file.name = path;
    OpenFile file;
    file.path = path;
    file.policy.allow_external = options.allow_external_links;
    Status status = hdf5::probe(path, result.file);
    if (status) status = hdf5::open_file(path, file.file);
    if (status.code() == StatusCode::out_of_memory) return status;
    hdf5::Session session;
    if (!status) {
      hdf5::add(findings, file.place(""), status);
    } else if (options.dataset.empty()) {
      plan_matrix(file, options, result, findings);
    } else {
      plan_table(file, options, result, findings);
    }
    plan = std::move(result);
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to describe the file"};
  }
}

}  // namespace robustream::io
