// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/stream_plan.hpp>

#include <limits>
#include <unordered_set>

#include <robustream/io/hdf5/superblock.hpp>

namespace robustream::io {
namespace {

constexpr std::size_t most_warnings = 1000;

Status check_features(const FilePlan& plan, const StreamPlan& stream) {
  const FilePlan& first = stream.files.front();
  if (plan.features() != first.features()) {
    return {StatusCode::feature_count, plan.file.name + ": " + plan.table + ": has " + std::to_string(plan.features()) +
                                           " columns but " + first.file.name + " has " +
                                           std::to_string(first.features())};
  }
  if (!plan.named || !stream.named) return {};
  for (std::size_t j = 0; j < plan.names.size(); ++j) {
    if (plan.names[j] == stream.names[j]) continue;
    return Status(StatusCode::feature_names, plan.file.name + ": " + plan.table + ": column " + std::to_string(j) +
                                                 " is called " + plan.names[j] + " but " + stream.names[j] +
                                                 " in the files before; choose columns by name with --columns")
        .at(-1, static_cast<std::int64_t>(j));
  }
  return {};
}

/// y and w are in every file or in none: a file without weights between files with them is more likely a mistake
/// than a file of weights 1.
Status check_presence(const FilePlan& plan, const FilePlan& first, const std::string FilePlan::*part,
                      const std::string& what) {
  const bool here = !(plan.*part).empty();
  if (here == !(first.*part).empty()) return {};
  const FilePlan& with = here ? plan : first;
  const FilePlan& without = here ? first : plan;
  return {StatusCode::dataset_not_found,
          without.file.name + ": has no " + what + " but " + with.file.name + " has (" + with.*part + ")"};
}

Status check_rows(const FilePlan& plan, const StreamOptions& options, StreamPlan& stream) {
  if (plan.file.rows > 0) return {};
  if (!options.skip_empty) {
    return {StatusCode::no_rows, plan.file.name + ": " + plan.table + ": has 0 rows"};
  }
  stream.warnings.push_back(
      {Severity::warning, StatusCode::ok, plan.file.name, plan.table, -1, -1, "has 0 rows and is skipped"});
  return {};
}

void take_names(const FilePlan& plan, StreamPlan& stream) {
  if (stream.files.empty() || (plan.named && !stream.named)) {
    stream.names = plan.names;
    stream.named = plan.named;
  }
}

}  // namespace

Status plan_stream(const std::vector<std::string>& files, const StreamOptions& options, StreamPlan& stream) {
  if (Status status = validate(options); !status) return status;
  if (files.empty()) return {StatusCode::invalid_option, "no files to read"};
  // Missing and cut files first: they are found in no time, whatever the other files hold.
  for (const std::string& file : files) {
    StreamFile info;
    if (Status status = hdf5::probe(file, info); !status) return status;
  }
  std::int64_t total = 0;
  std::unordered_set<std::string> seen;
  for (const std::string& file : files) {
    FilePlan plan;
    Findings findings;
    if (Status status = plan_file(file, options, plan, findings); !status) return status;
    if (Status status = first_error(findings); !status) return status;
    take_names(plan, stream);
    if (Status status = check_rows(plan, options, stream); !status) return status;
    if (!stream.files.empty()) {
      const FilePlan& first = stream.files.front();
      Status status = check_features(plan, stream);
      if (status) status = check_presence(plan, first, &FilePlan::y, "y");
      if (status) status = check_presence(plan, first, &FilePlan::w, "weights");
      if (!status) return status;
    }
    if (!seen.insert(file).second) {
      stream.warnings.push_back(
          {Severity::warning, StatusCode::ok, file, "", -1, -1, "is listed twice; its rows count twice"});
    }
    for (Finding& finding : findings) {
      if (finding.severity == Severity::warning && stream.warnings.size() < most_warnings) {
        stream.warnings.push_back(std::move(finding));
      }
    }
    if (plan.file.rows > std::numeric_limits<std::int64_t>::max() - total) {
      return {StatusCode::file_damaged, file + ": the rows of the stream exceed 2^63"};
    }
    total += plan.file.rows;
    stream.files.push_back(std::move(plan));
  }
  return {};
}

}  // namespace robustream::io
