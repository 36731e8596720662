// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <robustream/io/hdf5/dataset.hpp>

namespace robustream::io::hdf5 {
namespace {

/// The failure is described here, inside: closing the dataspaces clears HDF5's error stack.
Status read_raw(const Dataset& dataset, int rank, const Slab& slab, hid_t memory_type, void* elements) {
  Space file_space(H5Dget_space(dataset.id()));
  Space memory_space(H5Screate_simple(rank, slab.count, nullptr));
  if (file_space.valid() && memory_space.valid() &&
      H5Sselect_hyperslab(file_space.id(), H5S_SELECT_SET, slab.offset, nullptr, slab.count, nullptr) >= 0 &&
      H5Dread(dataset.id(), memory_type, memory_space.id(), file_space.id(), H5P_DEFAULT, elements) >= 0) {
    return {};
  }
  return failure(StatusCode::file_damaged, "cannot read");
}

std::string describe_chunk(const Dataset& dataset, int rank, const hsize_t* start) {
  std::string text = "chunk at row " + std::to_string(start[0]);
  if (rank == 2) text += ", column " + std::to_string(start[1]);
#if H5_VERSION_GE(1, 10, 5)
  unsigned mask = 0;
  haddr_t address = HADDR_UNDEF;
  hsize_t bytes = 0;
  if (H5Dget_chunk_info_by_coord(dataset.id(), start, &mask, &address, &bytes) >= 0 && address != HADDR_UNDEF) {
    text += " (" + std::to_string(bytes) + " bytes at file offset " + std::to_string(address) + ")";
  }
  H5Eclear2(H5E_DEFAULT);
#else
  (void)dataset;
#endif
  return text;
}

}  // namespace

Status read_slab(const Dataset& dataset, const DatasetFacts& facts, const Slab& slab, hid_t memory_type,
                 void* elements) {
  Session session;
  const int rank = static_cast<int>(facts.shape.size());
  const Status status =
      read_raw(dataset, rank, slab, memory_type, elements).with_context("from row " + std::to_string(slab.offset[0]));
  if (facts.storage == StorageKind::chunked && status.code() == StatusCode::file_damaged) {
    const std::vector<BadChunk> bad = find_bad_chunks(dataset, facts, slab, 1);
    if (!bad.empty()) return {StatusCode::file_damaged, bad[0].text};
  }
  return status;
}

std::vector<BadChunk> find_bad_chunks(const Dataset& dataset, const DatasetFacts& facts, const Slab& slab,
                                      std::size_t limit) {
  Session session;
  std::vector<BadChunk> bad;
  const int rank = static_cast<int>(facts.shape.size());
  if (facts.chunk.size() != facts.shape.size() || rank < 1 || rank > 2) return bad;
  hsize_t chunk[2] = {static_cast<hsize_t>(facts.chunk[0]), rank == 2 ? static_cast<hsize_t>(facts.chunk[1]) : 1};
  hsize_t end[2] = {slab.offset[0] + slab.count[0], rank == 2 ? slab.offset[1] + slab.count[1] : 1};
  // One element is enough: HDF5 undoes the filters of the whole chunk to get at it.
  std::vector<unsigned char> element(std::max<std::size_t>(facts.element.bytes, 16));
  Type type(H5Dget_type(dataset.id()));
  const hsize_t first_column = rank == 2 ? slab.offset[1] / chunk[1] * chunk[1] : 0;
  for (hsize_t row = slab.offset[0] / chunk[0] * chunk[0]; row < end[0] && bad.size() < limit; row += chunk[0]) {
    for (hsize_t column = first_column; column < end[1] && bad.size() < limit; column += chunk[1]) {
      const Slab one{{row, column}, {1, 1}};
      const Status status = read_raw(dataset, rank, one, type.id(), element.data());
      // Memory that ran out says nothing about the chunk.
      if (status.ok() || status.code() == StatusCode::out_of_memory) continue;
      BadChunk found;
      found.offset[0] = static_cast<std::int64_t>(row);
      found.offset[1] = static_cast<std::int64_t>(column);
      const hsize_t start[2] = {row, column};
      found.text = "the " + describe_chunk(dataset, rank, start) + ": " + status.message();
      bad.push_back(std::move(found));
    }
  }
  return bad;
}

}  // namespace robustream::io::hdf5
