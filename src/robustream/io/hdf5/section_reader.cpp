// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <cstring>

#include <robustream/io/hdf5/dataset.hpp>
#include <robustream/io/hdf5/object.hpp>
#include <robustream/io/hdf5/sections.hpp>

namespace robustream::io::hdf5 {

SectionReader::SectionReader(const File& file, std::int64_t file_bytes, const char* name)
    : name_(name), file_bytes_(file_bytes), crc_(crc32(0, nullptr, 0)) {
  Session session;
  ObjectKind kind = ObjectKind::other;
  status_ = find_object(file, name, {}, kind);
  if (status_ && kind != ObjectKind::group) status_ = {StatusCode::file_damaged, name_ + " is not a group"};
  if (!status_) return;
  group_ = Object(H5Oopen(file.id(), name, H5P_DEFAULT));
  if (!group_.valid()) status_ = failure(StatusCode::file_damaged, name_ + " cannot be opened");
}

void SectionReader::fail(const char* name, const std::string& text) {
  status_ = {StatusCode::file_damaged, name_ + "/" + name + ": " + text};
}

bool SectionReader::open(const char* name, H5T_class_t type, std::vector<std::int64_t>& shape) {
  if (!status_) return false;
  dataset_ = Dataset(H5Dopen2(group_.id(), name, H5P_DEFAULT));
  if (!dataset_.valid()) {
    status_ = failure(StatusCode::file_damaged, name_ + "/" + name + ": is not there");
    return false;
  }
  DatasetFacts facts;
  if (Status status = describe(dataset_, facts); !status) {
    fail(name, status.message());
    return false;
  }
  Type stored(H5Dget_type(dataset_.id()));
  element_bytes_ = facts.element.bytes;
  // Written contiguous and whole by save_checkpoint; anything else could hold more than the file, or less.
  const double bytes = static_cast<double>(facts.elements()) * static_cast<double>(element_bytes_);
  const bool plain = facts.storage == StorageKind::contiguous && facts.filters.empty();
  if (H5Tget_class(stored.id()) != type || (type == H5T_STRING && H5Tis_variable_str(stored.id()) != 0) ||
      (type != H5T_STRING && element_bytes_ != 8) || !plain || bytes > static_cast<double>(file_bytes_) ||
      (facts.elements() > 0 && static_cast<double>(facts.stored_bytes) < bytes)) {
    fail(name, "is not what a checkpoint holds");
    return false;
  }
  shape = facts.shape;
  return true;
}

void SectionReader::load(const char* name, hid_t memory_type, void* values, std::size_t bytes) {
  if (bytes > 0 && H5Dread(dataset_.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) {
    status_ = failure(StatusCode::file_damaged, name_ + "/" + name + ": cannot be read");
    return;
  }
  crc_ = crc32(crc_, reinterpret_cast<const Bytef*>(name), static_cast<uInt>(std::strlen(name) + 1));
  crc_ = crc32_z(crc_, static_cast<const Bytef*>(values), bytes);
}

void SectionReader::get(const char* name, double* values, std::size_t count, const std::vector<std::int64_t>& shape) {
  Session session;
  std::vector<std::int64_t> found;
  if (!open(name, H5T_FLOAT, found)) return;
  if (found != shape) return fail(name, "has another shape than the rest of the state");
  load(name, H5T_IEEE_F64LE, values, 8 * count);
}

void SectionReader::get(const char* name, std::int64_t* values, std::size_t count,
                        const std::vector<std::int64_t>& shape) {
  Session session;
  std::vector<std::int64_t> found;
  if (!open(name, H5T_INTEGER, found)) return;
  if (found != shape) return fail(name, "has another shape than the rest of the state");
  load(name, H5T_STD_I64LE, values, 8 * count);
}

template <class T>
void SectionReader::get_list(const char* name, H5T_class_t type, hid_t memory_type, std::vector<T>& values) {
  Session session;
  std::vector<std::int64_t> found;
  if (!open(name, type, found)) return;
  if (found.size() != 1) return fail(name, "is not a list");
  values.resize(static_cast<std::size_t>(found[0]));
  load(name, memory_type, values.data(), 8 * values.size());
}

void SectionReader::get(const char* name, std::vector<std::int64_t>& values) {
  get_list(name, H5T_INTEGER, H5T_STD_I64LE, values);
}

void SectionReader::get(const char* name, std::vector<double>& values) {
  get_list(name, H5T_FLOAT, H5T_IEEE_F64LE, values);
}

void SectionReader::get_matrix(const char* name, std::vector<double>& values, std::size_t order) {
  Session session;
  std::vector<std::int64_t> found;
  if (!open(name, H5T_FLOAT, found)) return;
  const auto extent = static_cast<std::int64_t>(order);
  if (found != std::vector<std::int64_t>{extent, extent}) {
    return fail(name, "has another shape than the rest of the state");
  }
  values.resize(order * order);
  load(name, H5T_IEEE_F64LE, values.data(), 8 * values.size());
}

void SectionReader::load_texts(const char* name, std::vector<std::string>& texts, bool list) {
  Session session;
  std::vector<std::int64_t> shape;
  if (!open(name, H5T_STRING, shape)) return;
  if (shape.size() != (list ? 1 : 0)) return fail(name, list ? "is not a list" : "is not one text");
  const std::size_t count = list ? static_cast<std::size_t>(shape[0]) : 1;
  std::vector<char> padded(count * element_bytes_);
  Type type(H5Dget_type(dataset_.id()));
  load(name, type.id(), padded.data(), padded.size());
  if (!status_) return;
  texts.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t length = element_bytes_;
    while (length > 0 && padded[i * element_bytes_ + length - 1] == '\0') --length;
    texts.emplace_back(padded.data() + i * element_bytes_, length);
  }
}

void SectionReader::get(const char* name, std::string& text) {
  std::vector<std::string> texts;
  load_texts(name, texts, false);
  if (status_ && texts.size() == 1) text = std::move(texts[0]);
}

void SectionReader::get(const char* name, std::vector<std::string>& texts) { load_texts(name, texts, true); }

Status SectionReader::finish() {
  if (!status_) return status_;
  Session session;
  Attribute attribute(H5Aopen(group_.id(), "crc32", H5P_DEFAULT));
  std::uint32_t crc = 0;
  if (!attribute.valid() || H5Aread(attribute.id(), H5T_NATIVE_UINT32, &crc) < 0) {
    return status_ = failure(StatusCode::file_damaged, name_ + ": its checksum cannot be read");
  }
  if (crc != static_cast<std::uint32_t>(crc_)) {
    status_ = {StatusCode::file_damaged, name_ + ": its content does not match its checksum (CRC-32)"};
  }
  return status_;
}

}  // namespace robustream::io::hdf5
