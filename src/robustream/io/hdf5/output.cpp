// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/output.hpp>

#include <algorithm>

#include <robustream/io/hdf5/type.hpp>

namespace robustream::io::hdf5 {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 30;  // of one HDF5 call, and of a chunk

Status describe_chunks(const Properties& created, std::int64_t columns, std::size_t width, const Storage& storage) {
  hsize_t chunk[2] = {static_cast<hsize_t>(storage.chunk_rows), static_cast<hsize_t>(columns)};
  const double bytes = static_cast<double>(storage.chunk_rows) *
                       static_cast<double>(std::max<std::int64_t>(columns, 1)) * static_cast<double>(width);
  if (bytes > static_cast<double>(most_bytes)) {
    return {StatusCode::invalid_option, "chunks of " + std::to_string(storage.chunk_rows) + " rows exceed 1 GiB"};
  }
  bool ok = H5Pset_chunk(created.id(), columns > 0 ? 2 : 1, chunk) >= 0;
  if (storage.shuffle) ok = ok && H5Pset_shuffle(created.id()) >= 0;
  if (storage.gzip > 0) ok = ok && H5Pset_deflate(created.id(), static_cast<unsigned>(storage.gzip)) >= 0;
  if (storage.fletcher32) ok = ok && H5Pset_fletcher32(created.id()) >= 0;
  return ok ? Status() : failure(StatusCode::internal, "cannot set how a dataset is stored");
}

}  // namespace

Status create_file(const std::string& path, File& file) {
  Session session;
  Properties access(H5Pcreate(H5P_FILE_ACCESS));
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERSION_GE(1, 12, 0) && !H5_VERSION_GE(1, 12, 1))
  H5Pset_file_locking(access.id(), false, true);
#endif
  File created(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()));
  if (!created.valid()) return failure(StatusCode::file_access, path + ": cannot create");
  file = std::move(created);
  return {};
}

Status OutputDataset::create(const File& file, const std::string& name, std::int64_t columns, Element element,
                             std::int64_t rows, const Storage& storage) {
  Session session;
  name_ = name;
  columns_ = columns;
  const bool grows = storage.chunk_rows > 0;
  fixed_rows_ = grows ? -1 : rows;
  const int rank = columns > 0 ? 2 : 1;
  hsize_t extents[2] = {grows ? 0 : static_cast<hsize_t>(rows), static_cast<hsize_t>(columns)};
  hsize_t most[2] = {grows ? H5S_UNLIMITED : extents[0], extents[1]};
  Space space(H5Screate_simple(rank, extents, most));
  Properties created(H5Pcreate(H5P_DATASET_CREATE));
  Properties access(H5Pcreate(H5P_DATASET_ACCESS));
  if (!space.valid() || !created.valid() || !access.valid()) {
    return failure(StatusCode::internal, name + ": cannot describe the dataset");
  }
  H5Pset_obj_track_times(created.id(), false);
  H5Pset_fill_time(created.id(), H5D_FILL_TIME_NEVER);
  if (grows) {
    const std::size_t width = size_of(element);
    if (Status status = describe_chunks(created, columns, width, storage); !status) return status.with_context(name);
    // The last chunk waits in the cache until it is full, or it would be compressed once a block.
    const auto bytes = static_cast<std::size_t>(storage.chunk_rows * std::max<std::int64_t>(columns, 1)) * width;
    H5Pset_chunk_cache(access.id(), 521, std::max<std::size_t>(bytes, std::size_t{1} << 20), 0.75);
  }
  const hid_t type = element == Element::float32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  dataset_ = Dataset(H5Dcreate2(file.id(), name.c_str(), type, space.id(), H5P_DEFAULT, created.id(), access.id()));
  return dataset_.valid() ? Status() : failure(StatusCode::invalid_option, name + ": cannot create the dataset");
}

Status OutputDataset::append(std::int64_t rows, const double* values) {
  Session session;
  if (fixed_rows_ >= 0 && rows > fixed_rows_ - rows_) {
    return {StatusCode::invalid_option, name_ + ": more rows than the " + std::to_string(fixed_rows_) + " announced"};
  }
  const int rank = columns_ > 0 ? 2 : 1;
  const std::int64_t width = std::max<std::int64_t>(columns_, 1);
  const std::int64_t most = std::max<std::int64_t>(most_bytes / (8 * width), 1);
  if (fixed_rows_ < 0) {
    hsize_t extents[2] = {static_cast<hsize_t>(rows_ + rows), static_cast<hsize_t>(columns_)};
    if (H5Dset_extent(dataset_.id(), extents) < 0) return failure(StatusCode::file_access, name_ + ": cannot grow");
  }
  for (std::int64_t done = 0; done < rows;) {
    const std::int64_t part = std::min(most, rows - done);
    const hsize_t offset[2] = {static_cast<hsize_t>(rows_), 0};
    const hsize_t count[2] = {static_cast<hsize_t>(part), static_cast<hsize_t>(columns_)};
    Space space(H5Dget_space(dataset_.id()));
    Space memory(H5Screate_simple(rank, count, nullptr));
    if (!space.valid() || !memory.valid() ||
        H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, offset, nullptr, count, nullptr) < 0 ||
        H5Dwrite(dataset_.id(), H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, values + done * width) < 0) {
      return failure(StatusCode::file_access, name_ + ": cannot write");
    }
    done += part;
    rows_ += part;
  }
  return {};
}

Status OutputDataset::set_names(const std::vector<std::string>& names) {
  return write_attribute(dataset_.id(), "feature_names", names, true);
}

Status write_attribute(hid_t object, const std::string& name, const std::vector<std::string>& texts, bool list) {
  Session session;
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::vector<char> padded(width * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) std::copy(texts[i].begin(), texts[i].end(), &padded[i * width]);
  Type type(H5Tcopy(H5T_C_S1));
  if (!type.valid() || H5Tset_size(type.id(), width) < 0) return failure(StatusCode::internal, name + ": no type");
  H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  const hsize_t count[1] = {texts.size()};
  Space space(list ? H5Screate_simple(1, count, nullptr) : H5Screate(H5S_SCALAR));
  Attribute attribute(H5Acreate2(object, name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.id(), type.id(), padded.data()) < 0) {
    return failure(StatusCode::file_access, "attribute " + name + ": cannot write");
  }
  return {};
}

Status write_attribute(hid_t object, const std::string& name, const std::vector<double>& values) {
  Session session;
  const hsize_t count[1] = {values.size()};
  Space space(H5Screate_simple(1, count, nullptr));
  Attribute attribute(H5Acreate2(object, name.c_str(), H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.id(), H5T_NATIVE_DOUBLE, values.data()) < 0) {
    return failure(StatusCode::file_access, "attribute " + name + ": cannot write");
  }
  return {};
}

Status flush(const File& file) {
  Session session;
  if (H5Fflush(file.id(), H5F_SCOPE_GLOBAL) < 0) return failure(StatusCode::file_access, "cannot write");
  return {};
}

}  // namespace robustream::io::hdf5
