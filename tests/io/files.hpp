// SPDX-License-Identifier: BSD-3-Clause
// Files for the tests of io, made with HDF5's plain C interface.
#pragma once
#include <hdf5.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace robustream::test {

/// A folder of its own for each test, removed at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  std::vector<std::string> entries() const;

 private:
  std::string path_;
};

/// How a dataset of a test file is stored.
struct Stored {
  hid_t type = H5T_IEEE_F64LE;
  std::vector<hsize_t> chunk;  ///< empty: contiguous
  int gzip = -1;
  bool shuffle = false;
  bool fletcher32 = false;
  bool written = true;                  ///< false: created only
  std::function<void(hid_t)> creation;  ///< more creation properties
};

/// An HDF5 file that is being made. Aborts the test on any failure.
class H5File {
 public:
  explicit H5File(const std::string& path, bool latest = false);
  ~H5File();
  H5File(const H5File&) = delete;
  H5File& operator=(const H5File&) = delete;
  hid_t id() const { return file_; }
  /// `values` has one double an element, converted to stored.type.
  H5File& add(const std::string& name, const std::vector<hsize_t>& shape, const std::vector<double>& values,
              const Stored& stored = {});
  H5File& texts(const std::string& object, const std::string& attribute, const std::vector<std::string>& values,
                bool variable = false);
  H5File& number(const std::string& object, const std::string& attribute, double value);
  H5File& group(const std::string& name);

 private:
  hid_t file_;
};

/// The type of NumPy's float16, and h5py's bool; the caller closes them.
hid_t float16();
hid_t h5py_bool();

/// Values 0, 1, 2, ... times `factor`.
std::vector<double> counting(std::size_t count, double factor = 1.0);

std::vector<unsigned char> read_bytes(const std::string& path);
void write_bytes(const std::string& path, const std::vector<unsigned char>& bytes);
/// Where in the file a chunk of a dataset lies.
std::uint64_t chunk_address(const std::string& path, const std::string& dataset, std::vector<hsize_t> offset);
void flip_bit(const std::string& path, std::uint64_t byte, int bit);

/// Runs `body` in a child process with limits (bytes; 0: none) and returns its exit status (what `body` returned), or
/// 1000 + signal.
struct Limits {
  std::uint64_t memory = 0;  ///< address space beyond what this process has taken (thread pools take a lot)
  std::uint64_t file_size = 0;
};
int in_child(const Limits& limits, const std::function<int()>& body);

}  // namespace robustream::test
