// SPDX-License-Identifier: BSD-3-Clause
// Internal: how a dataset is cut into HDF5 calls, and a dataset that is read that way.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <robustream/io/hdf5/dataset.hpp>
#include <robustream/io/plan.hpp>

namespace robustream::io {

constexpr std::int64_t cache_budget = std::int64_t{24} << 20;   ///< bytes of all chunk caches of a file
constexpr std::int64_t scratch_budget = std::int64_t{8} << 20;  ///< bytes of the buffer for transposing
constexpr std::int64_t call_target = std::int64_t{32} << 20;    ///< bytes of one HDF5 call, where chunks allow
constexpr std::int64_t call_limit = std::int64_t{1} << 30;      ///< bytes of one HDF5 call, always
constexpr std::int64_t call_chunks = 64;                        ///< HDF5 slows down with many chunks in one call

/// Rows of one block so that blocks begin at multiples of it and hold whole chunks: the largest multiple of
/// `chunk_rows` (0: not chunked) within `budget` bytes and `call_chunks` chunks, at least one chunk unless that
/// exceeds `limit` bytes. `chunks_across`: chunks side by side in one row of chunks.
std::int64_t block_rows(std::int64_t row_bytes, std::int64_t chunk_rows, std::int64_t chunks_across,
                        std::int64_t budget, std::int64_t limit);

/// End of the block of size `block` that holds row `row`, but not beyond `end`.
inline std::int64_t block_end(std::int64_t row, std::int64_t block, std::int64_t end) {
  const std::int64_t next = (row / block + 1) * block;
  return next < end ? next : end;
}

/// Chunk cache for a dataset whose chunks lie `across` side by side: a row of them if `budget` allows, else as many as
/// fit, `least` in any case (HDF5 holds one anyway while it undoes the filters). Nothing for unfiltered data, which are
/// read in place.
hdf5::ChunkCache cache_for(const hdf5::DatasetFacts& facts, std::int64_t across, std::int64_t budget,
                           std::int64_t least);

/// An open dataset of numbers.
struct OpenDataset {
  std::string path;
  hdf5::Dataset dataset;
  hdf5::DatasetFacts facts;
  std::int64_t file_bytes = 0;

  Status open(const OpenFile& file, const std::string& name, std::int64_t expected_file_bytes, int row_axis,
              std::int64_t budget, std::int64_t least_chunks = 1);
  /// One HDF5 call; errors have file and dataset in front. Also file_damaged if the file became shorter meanwhile:
  /// HDF5 then reads zeros.
  Status read(const OpenFile& file, const hdf5::Slab& slab, hid_t memory_type, void* out) const;
  /// Rows of a vector, whichever of its axes they lie on.
  Status read_vector(const OpenFile& file, std::int64_t first, std::int64_t rows, Element element, void* out,
                     const std::atomic<bool>& stop) const;
  /// Adds the chunks of these rows that cannot be read, at most `limit`.
  void find_damage(const OpenFile& file, std::int64_t first, std::int64_t rows, int row_axis, std::size_t limit,
                   Findings& findings) const;
  std::int64_t chunk_extent(int axis) const {
    return facts.chunk.empty() ? 0 : facts.chunk[static_cast<std::size_t>(axis)];
  }
  int vector_axis() const { return facts.shape.size() == 2 && facts.shape[0] == 1 ? 1 : 0; }
};

Status stopped();

/// Memory for transposing, taken once.
class Scratch {
 public:
  Scratch() = default;
  ~Scratch() { std::free(memory_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  /// At least `bytes`; out_of_memory otherwise.
  Status reserve(std::int64_t bytes);
  void* data() const { return memory_; }

 private:
  void* memory_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// to[i * to_stride + j] = from[j * from_stride + i], i < rows, j < columns.
void transpose(Element element, const void* from, std::int64_t from_stride, std::int64_t rows, std::int64_t columns,
               void* to, std::int64_t to_stride);

}  // namespace robustream::io
