// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>
#include <robustream/io/hdf5/type.hpp>

namespace robustream::io::hdf5 {

enum class StorageKind { contiguous, compact, chunked, virtual_source, external };

struct Filter {
  int id = 0;
  std::string name;        ///< "gzip(4)", "shuffle", "32015 (zstd)"
  bool available = false;  ///< HDF5 can undo it here
};

/// What is known of a dataset without reading its elements.
struct DatasetFacts {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> chunk;  ///< empty unless chunked
  ElementFacts element;
  StorageKind storage = StorageKind::contiguous;
  std::vector<Filter> filters;
  std::int64_t stored_bytes = 0;  ///< unless chunked

  /// Number of elements; 0 for an empty or null dataspace, 1 for a scalar.
  std::int64_t elements() const;
  std::int64_t chunk_bytes() const;
  bool filtered() const { return !filters.empty(); }
  bool checksummed() const;  ///< fletcher32, or gzip, which carries a sum of its own
};

/// file_damaged when HDF5 cannot tell.
Status describe(const Dataset& dataset, DatasetFacts& facts);

/// Bytes in the file, after filters. For chunked datasets in time proportional to the number of chunks.
std::int64_t stored_bytes(const Dataset& dataset);

/// A block of a one- or two-dimensional dataset.
struct Slab {
  hsize_t offset[2] = {0, 0};
  hsize_t count[2] = {0, 0};
};

/// Reads a slab into contiguous memory as elements of `memory_type`, in the order of the file. No more than 1 GiB.
/// file_damaged naming the first chunk that cannot be read, file_access when the device fails, out_of_memory.
Status read_slab(const Dataset& dataset, const DatasetFacts& facts, const Slab& slab, hid_t memory_type,
                 void* elements);

/// Where a chunk starts that cannot be read, and HDF5's reason.
struct BadChunk {
  std::int64_t offset[2] = {0, 0};
  std::string text;  ///< "the chunk at row 0, column 0 (4096 bytes at file offset 2048): cannot read: inflate() failed"
};
/// The chunks of a slab that cannot be read, at most `limit`.
std::vector<BadChunk> find_bad_chunks(const Dataset& dataset, const DatasetFacts& facts, const Slab& slab,
                                      std::size_t limit);

}  // namespace robustream::io::hdf5
