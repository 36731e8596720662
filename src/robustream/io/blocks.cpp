// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/blocks.hpp>

#include <algorithm>

#include <robustream/io/hdf5/superblock.hpp>

namespace robustream::io {

std::int64_t block_rows(std::int64_t row_bytes, std::int64_t chunk_rows, std::int64_t chunks_across,
                        std::int64_t budget, std::int64_t limit) {
  row_bytes = std::max<std::int64_t>(row_bytes, 1);
  const std::int64_t most = std::max<std::int64_t>(limit / row_bytes, 1);
  std::int64_t rows = std::max<std::int64_t>(budget / row_bytes, 1);
  if (chunk_rows > 0) {
    rows =
        std::min(rows, std::max<std::int64_t>(call_chunks / std::max<std::int64_t>(chunks_across, 1), 1) * chunk_rows);
    rows = rows >= chunk_rows ? rows / chunk_rows * chunk_rows : chunk_rows;
  }
  return std::min(rows, most);
}

hdf5::ChunkCache cache_for(const hdf5::DatasetFacts& facts, std::int64_t across, std::int64_t budget,
                           std::int64_t least) {
  if (facts.chunk.empty() || !facts.filtered()) return {};
  const std::int64_t bytes = std::max<std::int64_t>(facts.chunk_bytes(), 1);
  const std::int64_t chunks = std::max(std::min(across, budget / bytes), least);
  if (bytes > call_limit) return {};
  return {static_cast<std::size_t>(chunks * bytes), static_cast<std::size_t>(chunks)};
}

Status OpenDataset::open(const OpenFile& file, const std::string& name, std::int64_t expected_file_bytes, int row_axis,
                         std::int64_t budget, std::int64_t least_chunks) {
  path = name;
  file_bytes = expected_file_bytes;
  const std::string context = file.path + ": " + name;
  // Once to learn the chunks, once with the cache that suits them.
  Status status = hdf5::open_dataset(file.file, name, file.policy, {}, dataset);
  if (status) status = hdf5::describe(dataset, facts);
  if (!status) return status.with_context(context);
  std::int64_t across = 1;
  for (std::size_t axis = 0; axis < facts.chunk.size(); ++axis) {
    if (static_cast<int>(axis) != row_axis) across *= (facts.shape[axis] + facts.chunk[axis] - 1) / facts.chunk[axis];
  }
  const hdf5::ChunkCache cache = cache_for(facts, across, budget, least_chunks);
  dataset = {};
  return hdf5::open_dataset(file.file, name, file.policy, cache, dataset).with_context(context);
}

Status OpenDataset::read(const OpenFile& file, const hdf5::Slab& slab, hid_t memory_type, void* out) const {
  Status status = hdf5::read_slab(dataset, facts, slab, memory_type, out);
  const std::int64_t size = hdf5::current_size(file.path);
  if (size < file_bytes) {
    return {StatusCode::file_damaged, file.path + ": became shorter while it was read: it had " +
                                          std::to_string(file_bytes) + " bytes, " +
                                          (size < 0 ? "and is gone" : "now " + std::to_string(size))};
  }
  return status.with_context(file.path + ": " + path);
}

Status OpenDataset::read_vector(const OpenFile& file, std::int64_t first, std::int64_t rows, Element element, void* out,
                                const std::atomic<bool>& stop) const {
  const int axis = vector_axis();
  const auto width = static_cast<std::int64_t>(std::max(hdf5::size_of(element), facts.element.bytes));
  const std::int64_t block = block_rows(width, chunk_extent(axis), 1, call_target, call_limit);
  auto* to = static_cast<char*>(out);
  for (std::int64_t row = first; row < first + rows;) {
    if (stop.load(std::memory_order_relaxed)) return stopped();
    const std::int64_t end = block_end(row, block, first + rows);
    hdf5::Slab slab{{0, 0}, {1, 1}};
    slab.offset[axis] = static_cast<hsize_t>(row);
    slab.count[axis] = static_cast<hsize_t>(end - row);
    if (Status status = read(file, slab, hdf5::memory_type(element), to); !status) return status;
    to += static_cast<std::size_t>(end - row) * hdf5::size_of(element);
    row = end;
  }
  return {};
}

void OpenDataset::find_damage(const OpenFile& file, std::int64_t first, std::int64_t rows, int row_axis,
                              std::size_t limit, Findings& findings) const {
  hdf5::Slab slab{{0, 0}, {1, 1}};
  for (std::size_t axis = 0; axis < facts.shape.size() && axis < 2; ++axis) {
    slab.count[axis] = static_cast<hsize_t>(facts.shape[axis]);
  }
  slab.offset[row_axis] = static_cast<hsize_t>(first);
  slab.count[row_axis] = static_cast<hsize_t>(rows);
  for (const hdf5::BadChunk& bad : hdf5::find_bad_chunks(dataset, facts, slab, limit)) {
    hdf5::add(findings, file.place(path), Severity::error, StatusCode::file_damaged, bad.text, bad.offset[row_axis],
              bad.offset[1 - row_axis]);
  }
}

Status stopped() { return {StatusCode::cancelled, "reading was stopped"}; }

Status Scratch::reserve(std::int64_t bytes) {
  if (bytes <= bytes_) return {};
  std::free(memory_);
  memory_ = std::malloc(static_cast<std::size_t>(bytes));
  bytes_ = memory_ ? bytes : 0;
  if (memory_) return {};
  return {StatusCode::out_of_memory, "no memory for a buffer of " + std::to_string(bytes) + " bytes"};
}

namespace {

template <class T>
void transpose_tiles(const T* from, std::int64_t from_stride, std::int64_t rows, std::int64_t columns, T* to,
                     std::int64_t to_stride) {
  // Tiles of one cache line each way: a line is fetched once for reading and once for writing.
  constexpr std::int64_t tile = 64 / sizeof(T);
  for (std::int64_t j0 = 0; j0 < columns; j0 += tile) {
    const std::int64_t j1 = std::min(j0 + tile, columns);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = j0; j < j1; ++j) to[i * to_stride + j] = from[j * from_stride + i];
    }
  }
}

}  // namespace

void transpose(Element element, const void* from, std::int64_t from_stride, std::int64_t rows, std::int64_t columns,
               void* to, std::int64_t to_stride) {
  if (element == Element::float32) {
    transpose_tiles(static_cast<const float*>(from), from_stride, rows, columns, static_cast<float*>(to), to_stride);
  } else {
    transpose_tiles(static_cast<const double*>(from), from_stride, rows, columns, static_cast<double*>(to), to_stride);
  }
}

}  // namespace robustream::io
