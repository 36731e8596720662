// SPDX-License-Identifier: BSD-3-Clause
#include <io/files.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace robustream::test {
namespace {

template <class T> T need(T value, const char* what) {
  if (value < 0) {
    std::fprintf(stderr, "test file: %s failed\n", what);
    std::abort();
  }
  return value;
}
#define NEED(call) need(call, #call)

std::uint64_t address_space() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "robustream-io-XXXXXX").string();
  path_ = mkdtemp(name.data());
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Folder::entries() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

H5File::H5File(const std::string& path, bool latest) {
  const hid_t access = NEED(H5Pcreate(H5P_FILE_ACCESS));
  if (latest) NEED(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST));
  file_ = NEED(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access));
  H5Pclose(access);
}

H5File::~H5File() { NEED(H5Fclose(file_)); }

H5File& H5File::add(const std::string& name, const std::vector<hsize_t>& shape, const std::vector<double>& values,
                    const Stored& stored) {
  const hid_t created = NEED(H5Pcreate(H5P_DATASET_CREATE));
  if (!stored.chunk.empty()) NEED(H5Pset_chunk(created, static_cast<int>(stored.chunk.size()), stored.chunk.data()));
  if (stored.shuffle) NEED(H5Pset_shuffle(created));
  if (stored.gzip >= 0) NEED(H5Pset_deflate(created, static_cast<unsigned>(stored.gzip)));
  if (stored.fletcher32) NEED(H5Pset_fletcher32(created));
  if (stored.creation) stored.creation(created);
  const hid_t space = NEED(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
  const hid_t data = NEED(H5Dcreate2(file_, name.c_str(), stored.type, space, H5P_DEFAULT, created, H5P_DEFAULT));
  if (stored.written) NEED(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  H5Dclose(data);
  H5Sclose(space);
  H5Pclose(created);
  return *this;
}

H5File& H5File::texts(const std::string& object, const std::string& attribute, const std::vector<std::string>& values,
                      bool variable) {
  const hid_t owner = NEED(H5Oopen(file_, object.c_str(), H5P_DEFAULT));
  const hsize_t count[1] = {values.size()};
  const hid_t space = values.size() == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, count, nullptr);
  const hid_t type = NEED(H5Tcopy(H5T_C_S1));
  std::size_t width = 1;
  for (const std::string& value : values) width = std::max(width, value.size());
  NEED(H5Tset_size(type, variable ? H5T_VARIABLE : width));
  const hid_t id = NEED(H5Acreate2(owner, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT));
  if (variable) {
    std::vector<const char*> pointers;
    for (const std::string& value : values) pointers.push_back(value.c_str());
    NEED(H5Awrite(id, type, pointers.data()));
  } else {
    std::string padded;
    for (std::string value : values) padded += (value.resize(width, '\0'), value);
    NEED(H5Awrite(id, type, padded.data()));
  }
  H5Aclose(id);
  H5Tclose(type);
  H5Sclose(space);
  H5Oclose(owner);
  return *this;
}

H5File& H5File::number(const std::string& object, const std::string& attribute, double value) {
  const hid_t owner = NEED(H5Oopen(file_, object.c_str(), H5P_DEFAULT));
  const hid_t space = NEED(H5Screate(H5S_SCALAR));
  const hid_t id = NEED(H5Acreate2(owner, attribute.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
  NEED(H5Awrite(id, H5T_NATIVE_DOUBLE, &value));
  H5Aclose(id);
  H5Sclose(space);
  H5Oclose(owner);
  return *this;
}

H5File& H5File::group(const std::string& name) {
  H5Gclose(NEED(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
  return *this;
}

hid_t float16() {
  const hid_t type = NEED(H5Tcopy(H5T_IEEE_F32LE));
  NEED(H5Tset_fields(type, 15, 10, 5, 0, 10));
  NEED(H5Tset_size(type, 2));
  NEED(H5Tset_ebias(type, 15));
  return type;
}

hid_t h5py_bool() {
  const hid_t type = NEED(H5Tenum_create(H5T_STD_I8LE));
  const signed char no = 0, yes = 1;
  NEED(H5Tenum_insert(type, "FALSE", &no));
  NEED(H5Tenum_insert(type, "TRUE", &yes));
  return type;
}

std::vector<double> counting(std::size_t count, double factor) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = factor * static_cast<double>(i);
  return values;
}

std::vector<unsigned char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_bytes(const std::string& path, const std::vector<unsigned char>& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::uint64_t chunk_address(const std::string& path, const std::string& dataset, std::vector<hsize_t> offset) {
  const hid_t file = NEED(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  const hid_t data = NEED(H5Dopen2(file, dataset.c_str(), H5P_DEFAULT));
  unsigned mask = 0;
  haddr_t address = 0;
  hsize_t bytes = 0;
  NEED(H5Dget_chunk_info_by_coord(data, offset.data(), &mask, &address, &bytes));
  H5Dclose(data);
  H5Fclose(file);
  return address;
}

void flip_bit(const std::string& path, std::uint64_t byte, int bit) {
  std::vector<unsigned char> bytes = read_bytes(path);
  bytes.at(byte) ^= static_cast<unsigned char>(1 << bit);
  write_bytes(path, bytes);
}

int in_child(const Limits& limits, const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    const auto limit = [](int resource, std::uint64_t bytes) {
      const rlimit value{bytes, bytes};
      if (bytes > 0 && setrlimit(static_cast<__rlimit_resource_t>(resource), &value) != 0) _exit(99);
    };
    limit(RLIMIT_AS, limits.memory > 0 ? address_space() + limits.memory : 0);
    limit(RLIMIT_FSIZE, limits.file_size);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace robustream::test
