// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include <robustream/io/hdf5/sections.hpp>

namespace robustream::io::hdf5 {
namespace {

/// Creation properties without time stamps.
Properties timeless(hid_t property_class) {
  Properties properties(H5Pcreate(property_class));
  if (properties.valid()) H5Pset_obj_track_times(properties.id(), false);
  return properties;
}

unsigned long add_crc(unsigned long crc, const char* name, const void* values, std::size_t bytes) {
  crc = crc32(crc, reinterpret_cast<const Bytef*>(name), static_cast<uInt>(std::strlen(name) + 1));
  return crc32_z(crc, static_cast<const Bytef*>(values), bytes);
}

}  // namespace

Status MemoryFile::create() {
  Session session;
  Properties access(H5Pcreate(H5P_FILE_ACCESS));
  Properties created = timeless(H5P_FILE_CREATE);
  // The oldest format: every reader of HDF5 knows it, and a file image of it is complete (in newer ones HDF5 1.10
  // leaves a checksum of the header stale).
  if (!access.valid() || !created.valid() || H5Pset_fapl_core(access.id(), 1 << 16, false) < 0 ||
      H5Pset_libver_bounds(access.id(), H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST) < 0) {
    return failure(StatusCode::internal, "cannot prepare a file in memory");
  }
  file_ = File(H5Fcreate("robustream-in-memory", H5F_ACC_TRUNC, created.id(), access.id()));
  return file_.valid() ? Status() : failure(StatusCode::internal, "cannot create a file in memory");
}

Status MemoryFile::set_text(const char* name, const std::string& text) {
  Session session;
  Type type(H5Tcopy(H5T_C_S1));
  Space space(H5Screate(H5S_SCALAR));
  if (!type.valid() || !space.valid() || H5Tset_size(type.id(), text.size() + 1) < 0) {
    return failure(StatusCode::internal, "cannot write an attribute");
  }
  Attribute attribute(H5Acreate2(file_.id(), name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.id(), type.id(), text.c_str()) < 0) {
    return failure(StatusCode::internal, "cannot write an attribute");
  }
  return {};
}

Status MemoryFile::image(std::vector<unsigned char>& bytes) {
  Session session;
  if (H5Fflush(file_.id(), H5F_SCOPE_GLOBAL) < 0)
    return failure(StatusCode::internal, "cannot finish a file in memory");
  const ssize_t size = H5Fget_file_image(file_.id(), nullptr, 0);
  if (size <= 0) return failure(StatusCode::internal, "cannot finish a file in memory");
  bytes.resize(static_cast<std::size_t>(size));
  if (H5Fget_file_image(file_.id(), bytes.data(), bytes.size()) != size) {
    return failure(StatusCode::internal, "cannot finish a file in memory");
  }
  return {};
}

SectionWriter::SectionWriter(const MemoryFile& file, const char* name) : crc_(crc32(0, nullptr, 0)) {
  Session session;
  Properties created = timeless(H5P_GROUP_CREATE);
  group_ = Group(H5Gcreate2(file.id(), name, H5P_DEFAULT, created.id(), H5P_DEFAULT));
  if (!group_.valid()) status_ = failure(StatusCode::internal, "cannot create a group in memory");
}

void SectionWriter::store(const char* name, hid_t file_type, hid_t memory_type, const void* values, std::size_t bytes,
                          const std::vector<std::size_t>& shape) {
  if (!status_) return;
  Session session;
  hsize_t extents[2] = {0, 0};
  std::copy(shape.begin(), shape.end(), extents);
  Space space(shape.empty() ? H5Screate(H5S_SCALAR)
                            : H5Screate_simple(static_cast<int>(shape.size()), extents, nullptr));
  Properties created = timeless(H5P_DATASET_CREATE);
  Dataset dataset(H5Dcreate2(group_.id(), name, file_type, space.id(), H5P_DEFAULT, created.id(), H5P_DEFAULT));
  if (!dataset.valid() ||
      (bytes > 0 && H5Dwrite(dataset.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)) {
    status_ = failure(StatusCode::internal, std::string("cannot write ") + name + " in memory");
    return;
  }
  crc_ = add_crc(crc_, name, values, bytes);
}

void SectionWriter::put(const char* name, const double* values, std::size_t count,
                        const std::vector<std::size_t>& shape) {
  store(name, H5T_IEEE_F64LE, H5T_IEEE_F64LE, values, 8 * count, shape);
}

void SectionWriter::put(const char* name, const std::int64_t* values, std::size_t count,
                        const std::vector<std::size_t>& shape) {
  store(name, H5T_STD_I64LE, H5T_STD_I64LE, values, 8 * count, shape);
}

void SectionWriter::put(const char* name, const std::string& text) { store_text(name, {text}, false); }
void SectionWriter::put(const char* name, const std::vector<std::string>& texts) { store_text(name, texts, true); }

void SectionWriter::store_text(const char* name, const std::vector<std::string>& texts, bool list) {
  std::size_t width = 1;  // HDF5 has no text of length 0
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::vector<char> padded(width * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) std::copy(texts[i].begin(), texts[i].end(), &padded[i * width]);
  Session session;
  Type type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.id(), width);
  H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  std::vector<std::size_t> shape;
  if (list) shape.push_back(texts.size());
  store(name, type.id(), type.id(), padded.data(), padded.size(), shape);
}

Status SectionWriter::finish() {
  if (!status_) return status_;
  Session session;
  Space space(H5Screate(H5S_SCALAR));
  Attribute attribute(H5Acreate2(group_.id(), "crc32", H5T_STD_U32LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  const auto crc = static_cast<std::uint32_t>(crc_);
  if (!attribute.valid() || H5Awrite(attribute.id(), H5T_NATIVE_UINT32, &crc) < 0) {
    status_ = failure(StatusCode::internal, "cannot write a checksum in memory");
  }
  return status_;
}

}  // namespace robustream::io::hdf5
