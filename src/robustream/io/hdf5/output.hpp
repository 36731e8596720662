// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>
#include <robustream/io/stream_options.hpp>
#include <robustream/io/write_results.hpp>

namespace robustream::io::hdf5 {

/// Creates or truncates a file for writing. No lock of HDF5's own: the caller holds one. file_access.
Status create_file(const std::string& path, File& file);

/// A dataset of rows that grows at its end.
class OutputDataset {
 public:
  /// columns 0: one dimension. `rows` is the exact number when storage.chunk_rows is 0, else ignored.
  Status create(const File& file, const std::string& name, std::int64_t columns, Element element, std::int64_t rows,
                const Storage& storage);
  /// Values row-major, converted to the element of the file.
  Status append(std::int64_t rows, const double* values);
  Status set_names(const std::vector<std::string>& names);
  const std::string& name() const { return name_; }
  std::int64_t rows() const { return rows_; }
  bool close() { return dataset_.reset(); }

 private:
  std::string name_;
  Dataset dataset_;
  std::int64_t columns_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t fixed_rows_ = -1;
};

Status write_attribute(hid_t object, const std::string& name, const std::vector<std::string>& texts, bool list);
Status write_attribute(hid_t object, const std::string& name, const std::vector<double>& values);

/// Everything handed to the operating system.
Status flush(const File& file);

}  // namespace robustream::io::hdf5
