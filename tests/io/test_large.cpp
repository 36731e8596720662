// SPDX-License-Identifier: BSD-3-Clause
// Streams larger than memory, and how files are cut into HDF5 calls.
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>

#include <io/expect.hpp>
#include <io/files.hpp>
#include <robustream/io/blocks.hpp>

namespace robustream::test {
namespace {

using io::StreamOptions;
using io::StreamReader;

#if defined(ROBUSTREAM_TEST_SANITIZED)
constexpr bool sanitized = true;  // takes address space and memory of its own
#else
constexpr bool sanitized = false;
#endif

constexpr std::int64_t MiB = std::int64_t{1} << 20;

/// Peak of the resident memory of this process so far, bytes.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
  }
  return 0;
}

/// A dataset whose chunks all hold `value`: one chunk is compressed, and written again and again.
void add_constant(H5File& file, const std::string& name, std::vector<hsize_t> shape, std::vector<hsize_t> chunk,
                  double value) {
  Stored stored;
  stored.chunk = chunk;
  stored.gzip = 1;
  stored.written = false;
  file.add(name, shape, {}, stored);
  std::size_t elements = 1;
  for (const hsize_t extent : chunk) elements *= extent;
  const std::vector<double> plain(elements, value);
  uLongf bytes = compressBound(8 * elements);
  std::vector<Bytef> packed(bytes);
  ASSERT_EQ(compress2(packed.data(), &bytes, reinterpret_cast<const Bytef*>(plain.data()), 8 * elements, 1), Z_OK);
  const hid_t data = H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT);
  std::vector<hsize_t> offset(shape.size(), 0);
  for (offset[0] = 0; offset[0] < shape[0]; offset[0] += chunk[0]) {
    ASSERT_GE(H5Dwrite_chunk(data, H5P_DEFAULT, 0, offset.data(), bytes, packed.data()), 0);
  }
  H5Dclose(data);
}

/// Reads a stream in a child process with little memory; the exit status says what went wrong.
int read_with_little_memory(const std::string& path, std::int64_t rows, const StreamOptions& options) {
  return in_child({sanitized ? 0 : std::uint64_t{320} * MiB, 0}, [&] {
    const std::int64_t before = peak_memory();
    StreamReader reader;
    if (!reader.open({path}, options)) return 1;
    std::int64_t read = 0;
    io::Block block;
    do {
      if (!reader.next(block)) return 2;
      read += block.rows;
    } while (block.rows > 0);
    if (read != rows) return 3;
    const std::int64_t batch = options.batch * (reader.features() + 1) * 8;
    const std::int64_t used = peak_memory() - before;
    std::cout << "  " << rows << " x " << reader.features() << ": " << used / MiB << " MiB for batches of "
              << batch / MiB << " MiB" << std::endl;
    return used <= 2 * batch + 34 * MiB || sanitized ? 0 : 4;
  });
}

TEST(Large, two_GiB_under_512_MiB) {
  Folder folder;
  const hsize_t rows = 4 << 20, columns = 64;
  {
    // Space in the file, but nothing on the disk: the file system makes the zeros.
    H5File file(folder / "plain.h5");
    Stored stored;
    stored.written = false;
    stored.creation = [](hid_t created) {
      H5Pset_alloc_time(created, H5D_ALLOC_TIME_EARLY);
      H5Pset_fill_time(created, H5D_FILL_TIME_NEVER);
    };
    file.add("X", {rows, columns}, {}, stored).add("y", {rows}, {}, stored);
  }
  EXPECT_EQ(read_with_little_memory(folder / "plain.h5", rows, {}), 0);
  {
    H5File file(folder / "gzip.h5");
    add_constant(file, "X", {rows / 2, columns}, {8192, columns}, 0.1);
    add_constant(file, "y", {rows / 2}, {1 << 16}, 0.2);
  }
  EXPECT_EQ(read_with_little_memory(folder / "gzip.h5", rows / 2, {}), 0);
  StreamOptions one_by_one;
  one_by_one.layout = io::Layout::columns_first;
  {
    H5File file(folder / "columns.h5");
    Stored stored;
    stored.written = false;
    stored.creation = [](hid_t created) {
      H5Pset_alloc_time(created, H5D_ALLOC_TIME_EARLY);
      H5Pset_fill_time(created, H5D_FILL_TIME_NEVER);
    };
    file.add("X", {columns, rows / 4}, {}, stored).add("y", {rows / 4}, {}, stored);
  }
  EXPECT_EQ(read_with_little_memory(folder / "columns.h5", rows / 4, one_by_one), 0);
}

TEST(Large, D7_one_batch_of_a_compressed_constant) {
  Folder folder;
  const hsize_t rows = sanitized ? 5000000 : 40000000;
  {
    H5File file(folder / "a.h5");
    add_constant(file, "X", {rows, 1}, {1000000, 1}, 0.1);
    add_constant(file, "y", {rows}, {1000000}, 3.0);
  }
  StreamOptions options;
  options.batch = 1000000000;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  io::Block block;
  ASSERT_TRUE(is_ok(reader.next(block)));
  ASSERT_EQ(block.rows, static_cast<std::int64_t>(rows));
  const double* x = block.x_as<double>();
  EXPECT_EQ(std::count(x, x + block.rows, 0.1), block.rows);
  EXPECT_EQ(std::count(block.y_as<double>(), block.y_as<double>() + block.rows, 3.0), block.rows);
}

TEST(Large, D7_no_call_beyond_1_GiB_and_chunks_kept_whole) {
  using io::block_rows;
  const std::int64_t GiB = 1024 * MiB;
  for (const std::int64_t row_bytes : {1L, 8L, 720L, 8192L, 80000000L, 2L << 30}) {
    for (const std::int64_t chunk : {0L, 1L, 100L, 8192L, 300000000L, 1L << 40}) {
      for (const std::int64_t across : {1L, 64L, 1L << 30}) {
        const std::int64_t rows = block_rows(row_bytes, chunk, across, io::call_target, io::call_limit);
        ASSERT_GE(rows, 1);
        EXPECT_TRUE(rows == 1 || rows * row_bytes <= GiB);
        if (chunk > 0 && chunk <= GiB / row_bytes) {
          EXPECT_EQ(rows % chunk, 0);
        }
      }
    }
  }
  EXPECT_EQ(io::block_end(0, 100, 250), 100);
  EXPECT_EQ(io::block_end(30, 100, 250), 100);
  EXPECT_EQ(io::block_end(200, 100, 250), 250);
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The same batches with H5Dread and nothing else.
double bare_loop(const std::string& path, hsize_t rows, hsize_t columns, hsize_t batch) {
  const double start = cpu_seconds();
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, "X", H5P_DEFAULT);
  const hid_t space = H5Dget_space(data);
  std::vector<double> buffer(batch * columns);
  for (hsize_t row = 0; row < rows; row += batch) {
    const hsize_t offset[2] = {row, 0}, count[2] = {std::min(batch, rows - row), columns};
    const hid_t memory = H5Screate_simple(2, count, nullptr);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, offset, nullptr, count, nullptr);
    H5Dread(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, buffer.data());
    H5Sclose(memory);
  }
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
  return cpu_seconds() - start;
}

TEST(Large, D15_chunks_of_any_shape_cost_no_more_than_HDF5_itself) {
  Folder folder;
  const hsize_t rows = 200000, columns = 64;
  const std::vector<double> x = counting(rows * columns, 0.25);
  for (const std::vector<hsize_t>& chunk : {std::vector<hsize_t>{rows, 1}, {1, columns}, {1024, columns}}) {
    Stored stored;
    stored.chunk = chunk;
    H5File(folder / "a.h5").add("X", {rows, columns}, x, stored).add("y", {rows}, counting(rows));
    double best = 1e9, bare = 1e9;
    for (int i = 0; i < 3; ++i) {
      const double start = cpu_seconds();
      StreamReader reader;
      ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
      io::Block block;
      std::int64_t row = 0;
      for (;;) {
        ASSERT_TRUE(is_ok(reader.next(block)));
        if (block.rows == 0) break;
        EXPECT_EQ(block.x_as<double>()[64], 0.25 * static_cast<double>(64 * (row + 1)));
        row += block.rows;
      }
      EXPECT_EQ(row, static_cast<std::int64_t>(rows));
      best = std::min(best, cpu_seconds() - start);
      // HDF5 takes minutes of its own to scatter (N, 1) chunks through its small cache.
      if (chunk[1] != 1 && i == 0) bare = std::min(bare, bare_loop(folder / "a.h5", rows, columns, 65536));
    }
    std::cout << "  chunks (" << chunk[0] << ", " << chunk[1] << "): " << best << " s, bare H5Dread loop " << bare
              << " s" << std::endl;
    EXPECT_TRUE(sanitized || best <= 2.0 * bare + 0.1);
  }
}

}  // namespace
}  // namespace robustream::test
