// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/dataset.hpp>

#include <algorithm>
#include <limits>

namespace robustream::io::hdf5 {
namespace {

struct KnownFilter {
  int id;
  const char* name;
};
// Registered with The HDF Group; named so that a user knows which plug-in to install.
constexpr KnownFilter known_filters[] = {{307, "bzip2"},    {32000, "lzf"},        {32001, "blosc"},
                                         {32004, "lz4"},    {32008, "bitshuffle"}, {32013, "zfp"},
                                         {32015, "zstd"},   {32017, "sz"},         {32024, "sz3"},
                                         {32026, "blosc2"}, {32019, "jpeg"},       {32023, "granular bitround"}};

Filter describe_filter(int id, const unsigned* values, std::size_t count, const char* stored_name) {
  Filter filter;
  filter.id = id;
  switch (id) {
    case H5Z_FILTER_DEFLATE: filter.name = "gzip(" + std::to_string(count ? values[0] : 0) + ")"; break;
    case H5Z_FILTER_SHUFFLE: filter.name = "shuffle"; break;
    case H5Z_FILTER_FLETCHER32: filter.name = "fletcher32"; break;
    case H5Z_FILTER_SZIP: filter.name = "szip"; break;
    case H5Z_FILTER_NBIT: filter.name = "nbit"; break;
    case H5Z_FILTER_SCALEOFFSET: filter.name = "scaleoffset"; break;
    default: {
      std::string name = stored_name;
      for (const KnownFilter& known : known_filters) {
        if (known.id == id) name = known.name;
      }
      filter.name = std::to_string(id) + (name.empty() ? "" : " (" + name + ")");
    }
  }
  filter.available = H5Zfilter_avail(id) > 0;
  unsigned flags = 0;
  // szip may be built to write only.
  if (filter.available && H5Zget_filter_info(id, &flags) >= 0) {
    filter.available = (flags & H5Z_FILTER_CONFIG_DECODE_ENABLED) != 0;
  }
  H5Eclear2(H5E_DEFAULT);
  return filter;
}

Status describe_storage(const Properties& created, DatasetFacts& facts) {
  switch (H5Pget_layout(created.id())) {
    case H5D_COMPACT: facts.storage = StorageKind::compact; break;
    case H5D_CONTIGUOUS:
      facts.storage = H5Pget_external_count(created.id()) > 0 ? StorageKind::external : StorageKind::contiguous;
      break;
    case H5D_CHUNKED: {
      facts.storage = StorageKind::chunked;
      hsize_t chunk[H5S_MAX_RANK];
      const int rank = H5Pget_chunk(created.id(), H5S_MAX_RANK, chunk);
      if (rank < 0 || static_cast<std::size_t>(rank) != facts.shape.size()) {
        return failure(StatusCode::file_damaged, "the shape of its chunks does not fit its own shape");
      }
      facts.chunk.assign(chunk, chunk + rank);
      for (const std::int64_t extent : facts.chunk) {
        if (extent <= 0) return {StatusCode::file_damaged, "has chunks of 0 elements"};
      }
      break;
    }
    case H5D_VIRTUAL: facts.storage = StorageKind::virtual_source; break;
    default: return failure(StatusCode::file_damaged, "its storage cannot be told");
  }
  const int filters = H5Pget_nfilters(created.id());
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0, config = 0;
    unsigned values[8] = {0};
    std::size_t count = 8;
    char name[64] = "";
    const H5Z_filter_t id =
        H5Pget_filter2(created.id(), static_cast<unsigned>(i), &flags, &count, values, sizeof name, name, &config);
    if (id < 0) return failure(StatusCode::file_damaged, "its filters cannot be told");
    facts.filters.push_back(describe_filter(id, values, std::min<std::size_t>(count, 8), name));
  }
  return {};
}

}  // namespace

std::int64_t DatasetFacts::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) {
    if (extent == 0) return 0;
    if (product > std::numeric_limits<std::int64_t>::max() / extent) return std::numeric_limits<std::int64_t>::max();
    product *= extent;
  }
  return product;
}

std::int64_t DatasetFacts::chunk_bytes() const {
  // HDF5 keeps the size of a chunk below 4 GiB; a damaged file may claim more.
  double bytes = static_cast<double>(element.bytes);
  for (const std::int64_t extent : chunk) bytes *= static_cast<double>(extent);
  return static_cast<std::int64_t>(std::min(bytes, 1e18));
}

bool DatasetFacts::checksummed() const {
  return std::any_of(filters.begin(), filters.end(), [](const Filter& filter) {
    return filter.id == H5Z_FILTER_FLETCHER32 || filter.id == H5Z_FILTER_DEFLATE;
  });
}

std::int64_t stored_bytes(const Dataset& dataset) {
  Session session;
  return static_cast<std::int64_t>(H5Dget_storage_size(dataset.id()));
}

Status describe(const Dataset& dataset, DatasetFacts& facts) {
  Session session;
  DatasetFacts result;
  Space space(H5Dget_space(dataset.id()));
  Type type(H5Dget_type(dataset.id()));
  Properties created(H5Dget_create_plist(dataset.id()));
  if (!space.valid() || !type.valid() || !created.valid()) {
    return failure(StatusCode::file_damaged, "its description cannot be read");
  }
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (rank < 0) return failure(StatusCode::file_damaged, "its shape cannot be read");
  hsize_t extents[H5S_MAX_RANK];
  if (H5Sget_simple_extent_dims(space.id(), extents, nullptr) < 0) {
    return failure(StatusCode::file_damaged, "its shape cannot be read");
  }
  for (int i = 0; i < rank; ++i) {
    if (extents[i] > static_cast<hsize_t>(std::numeric_limits<std::int64_t>::max())) {
      return {StatusCode::file_damaged, "its shape is beyond any file"};
    }
    result.shape.push_back(static_cast<std::int64_t>(extents[i]));
  }
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) result.shape.assign(1, 0);
  result.element = describe(type.id());
  if (Status status = describe_storage(created, result); !status) return status;
  // For chunks this walks their whole index: see stored_bytes().
  if (result.storage != StorageKind::chunked) result.stored_bytes = stored_bytes(dataset);
  H5Eclear2(H5E_DEFAULT);
  facts = std::move(result);
  return {};
}

}  // namespace robustream::io::hdf5
