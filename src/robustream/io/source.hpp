// SPDX-License-Identifier: BSD-3-Clause
// Internal: the rows of one open file.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include <robustream/io/plan.hpp>

namespace robustream::io {

/// Where rows are put: x row-major without gaps; y and w may be null (not read). All of one element type.
struct RowBuffers {
  Element element = Element::float64;
  void* x = nullptr;
  void* y = nullptr;
  void* w = nullptr;
};

/// Reads rows of one file. Errors have file and dataset in front.
class Source {
 public:
  virtual ~Source() = default;
  /// Rows [first, first + rows). Returns cancelled soon (after one HDF5 call) once `stop` is set.
  virtual Status read(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) = 0;
  /// Adds the chunks of these rows that cannot be read, at most `limit` a dataset.
  virtual void find_damage(std::int64_t first, std::int64_t rows, std::size_t limit, Findings& findings) = 0;
};

/// Opens the file of a plan again. file_damaged when it is not the file that was planned any more.
Status open_source(const FilePlan& plan, const StreamOptions& options, std::unique_ptr<Source>& source);

// Sources of the three forms, on an open file.
Status open_matrix(OpenFile file, const FilePlan& plan, Layout layout, std::unique_ptr<Source>& source);
Status open_records(OpenFile file, const FilePlan& plan, std::unique_ptr<Source>& source);
Status open_columns(OpenFile file, const FilePlan& plan, std::unique_ptr<Source>& source);

}  // namespace robustream::io
