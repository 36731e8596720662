// SPDX-License-Identifier: BSD-3-Clause
// Internal: what a file has to offer, worked out before a row is read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/io/finding.hpp>
#include <robustream/io/hdf5/integrity.hpp>
#include <robustream/io/names.hpp>
#include <robustream/io/position.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io {

enum class Form {
  matrix,   ///< X, y and w are datasets
  records,  ///< columns are fields of one compound dataset
  columns   ///< columns are one-dimensional datasets of a group
};

/// Where the numbers of one file's rows come from.
struct FilePlan {
  StreamFile file;
  Form form = Form::matrix;
  std::string table;                   ///< dataset of X, compound dataset, or group
  std::vector<std::string> columns;    ///< p fields or dataset paths; empty for a matrix
  std::vector<std::int64_t> selected;  ///< matrix: p columns of X in the order of delivery; empty: all, in order
  std::string y;                       ///< dataset path or field, empty without
  std::string w;
  std::vector<std::string> names;  ///< p names of features
  bool named = false;              ///< false: the names are x0, x1, ...
  bool native_float = false;

  std::int64_t features() const { return static_cast<std::int64_t>(names.size()); }
};

/// More features than an information matrix could have in any memory: a damaged shape, or a transposed X.
constexpr std::int64_t most_features = 1000000;

/// Fills `plan` as far as it goes and adds what is wrong with the file to `findings`; the plan holds if none of them is
/// an error. Reads metadata only. The outcome is not ok only when memory ran out.
Status plan_file(const std::string& path, const StreamOptions& options, FilePlan& plan, Findings& findings);

/// The first error among findings, as a status; ok if there is none.
Status first_error(const Findings& findings);

// Parts of plan_file.
struct OpenFile {
  std::string path;
  hdf5::File file;
  hdf5::LinkPolicy policy;

  hdf5::Place place(const std::string& dataset) const { return {path, dataset}; }
};
/// Opens and describes a dataset and checks its storage. false after adding an error.
bool inspect_dataset(const OpenFile& file, const std::string& name, hdf5::Dataset& dataset, hdf5::DatasetFacts& facts,
                     Findings& findings);
/// Length of a vector: one extent, or two of which one is 1. -1 for any other shape.
std::int64_t vector_length(const std::vector<std::int64_t>& shape);
/// "(21, 3)"
std::string shape_text(const std::vector<std::int64_t>& shape);
/// Adds feature_names when a name is empty or doubled.
void check_names(const std::vector<std::string>& names, const hdf5::Place& place, Findings& findings);

void plan_matrix(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings);
void plan_table(const OpenFile& file, const StreamOptions& options, FilePlan& plan, Findings& findings);

}  // namespace robustream::io
