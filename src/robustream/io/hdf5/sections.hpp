// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>

namespace robustream::io::hdf5 {

/// An HDF5 file in memory, without time stamps: the same content gives the same bytes.
class MemoryFile {
 public:
  /// internal or out_of_memory.
  Status create();
  /// Text attribute of the file.
  Status set_text(const char* name, const std::string& text);
  Status image(std::vector<unsigned char>& bytes);
  hid_t id() const { return file_.id(); }

 private:
  File file_;
};

/// Group of datasets with a CRC-32 over their names and elements (little-endian), in the order of writing. Errors stay
/// and are returned by finish().
class SectionWriter {
 public:
  SectionWriter(const MemoryFile& file, const char* name);
  void put(const char* name, double value) { put(name, &value, 1, {}); }
  void put(const char* name, std::int64_t value) { put(name, &value, 1, {}); }
  void put(const char* name, const std::string& text);
  void put(const char* name, const std::vector<std::string>& texts);
  void put(const char* name, const std::vector<std::int64_t>& values) {
    put(name, values.data(), values.size(), {values.size()});
  }
  void put(const char* name, const std::vector<double>& values) {
    put(name, values.data(), values.size(), {values.size()});
  }
  /// A square matrix.
  void put_matrix(const char* name, const std::vector<double>& values, std::size_t order) {
    put(name, values.data(), values.size(), {order, order});
  }
  /// Writes the CRC; the first error of all calls.
  Status finish();

 private:
  void put(const char* name, const double* values, std::size_t count, const std::vector<std::size_t>& shape);
  void put(const char* name, const std::int64_t* values, std::size_t count, const std::vector<std::size_t>& shape);
  void store(const char* name, hid_t file_type, hid_t memory_type, const void* values, std::size_t bytes,
             const std::vector<std::size_t>& shape);
  void store_text(const char* name, const std::vector<std::string>& texts, bool list);

  Group group_;
  unsigned long crc_;
  Status status_;
};

/// Reads a section back, in the same order. Shapes and sizes are checked before memory is taken; nothing larger than
/// the file is. After an error the calls do nothing, and finish() returns it: file_damaged or out_of_memory.
class SectionReader {
 public:
  SectionReader(const File& file, std::int64_t file_bytes, const char* name);
  void get(const char* name, double& value) { get(name, &value, 1, {}); }
  void get(const char* name, std::int64_t& value) { get(name, &value, 1, {}); }
  void get(const char* name, std::string& text);
  void get(const char* name, std::vector<std::string>& texts);
  /// Any length, within the size of the file.
  void get(const char* name, std::vector<std::int64_t>& values);
  void get(const char* name, std::vector<double>& values);
  void get_matrix(const char* name, std::vector<double>& values, std::size_t order);
  /// Compares the CRC; the first error of all calls.
  Status finish();

 private:
  void get(const char* name, double* values, std::size_t count, const std::vector<std::int64_t>& shape);
  void get(const char* name, std::int64_t* values, std::size_t count, const std::vector<std::int64_t>& shape);
  bool open(const char* name, H5T_class_t type, std::vector<std::int64_t>& shape);
  template <class T> void get_list(const char* name, H5T_class_t type, hid_t memory_type, std::vector<T>& values);
  void load(const char* name, hid_t memory_type, void* values, std::size_t bytes);
  void load_texts(const char* name, std::vector<std::string>& texts, bool list);
  void fail(const char* name, const std::string& text);

  std::string name_;
  std::int64_t file_bytes_;
  Object group_;
  Dataset dataset_;
  std::size_t element_bytes_ = 0;
  unsigned long crc_;
  Status status_;
};

}  // namespace robustream::io::hdf5
