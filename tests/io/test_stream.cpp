// SPDX-License-Identifier: BSD-3-Clause
// How a stream is cut into batches, resumed, cancelled, and how a row finds its way back to its file.
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include <io/expect.hpp>
#include <io/files.hpp>

namespace robustream::test {
namespace {

using io::Block;
using io::StreamOptions;
using io::StreamReader;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Three files of 10, 7 and 5 rows; X[i] = (2r, 2r + 1), y = r with r counted over all files.
std::vector<std::string> three_files(const Folder& folder) {
  std::vector<std::string> files;
  std::size_t first = 0;
  for (const std::size_t rows : {10, 7, 5}) {
    files.push_back(folder / ("part" + std::to_string(files.size()) + ".h5"));
    std::vector<double> x, y;
    for (std::size_t r = first; r < first + rows; ++r) {
      x.push_back(2.0 * static_cast<double>(r));
      x.push_back(2.0 * static_cast<double>(r) + 1.0);
      y.push_back(static_cast<double>(r));
    }
    H5File(files.back()).add("X", {rows, 2}, x).add("y", {rows}, y);
    first += rows;
  }
  return files;
}

TEST(Stream, batches_are_exact_and_end_with_their_file) {
  Folder folder;
  const auto files = three_files(folder);
  for (const bool prefetch : {true, false}) {
    StreamOptions options;
    options.prefetch = prefetch;
    options.batch = 4;
    Rows rows = read_all(files, options);
    EXPECT_EQ(rows.batches, (std::vector<std::int64_t>{4, 4, 2, 4, 3, 4, 1}));
    EXPECT_EQ(rows.x, counting(44));
    options.across_files = true;
    rows = read_all(files, options);
    EXPECT_EQ(rows.batches, (std::vector<std::int64_t>{4, 4, 4, 4, 4, 2}));
    EXPECT_EQ(rows.x, counting(44));
    EXPECT_EQ(rows.y, counting(22));
    options.batch = 1000;
    EXPECT_EQ(read_all(files, options).batches, (std::vector<std::int64_t>{22}));
  }
}

TEST(Stream, blocks_say_where_they_come_from) {
  Folder folder;
  const auto files = three_files(folder);
  StreamOptions options;
  options.batch = 8;
  options.across_files = true;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open(files, options)));
  Block block;
  ASSERT_TRUE(is_ok(reader.next(block)));
  EXPECT_FALSE(block.end_of_file);
  ASSERT_TRUE(is_ok(reader.next(block)));
  ASSERT_EQ(block.segments.size(), 2u);
  EXPECT_EQ(block.segments[1].file, 1);
  EXPECT_EQ(block.segments[1].first_row, 0);
  EXPECT_EQ(block.segments[1].rows, 6);
  EXPECT_TRUE(block.end_of_file);
  EXPECT_FALSE(block.end_of_stream);
  EXPECT_EQ(reader.source_of(block, 1).first_row, 9);
  EXPECT_EQ(reader.source_of(block, 2).file, 1);
  EXPECT_EQ(reader.locate(block, StreamReader::Part::x, 3, 1), files[1] + ": /X: row 1, column 1");
  EXPECT_EQ(reader.locate(block, StreamReader::Part::y, 3), files[1] + ": /y: row 1");
  ASSERT_TRUE(is_ok(reader.next(block)));
  EXPECT_TRUE(block.end_of_stream);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(is_ok(reader.next(block)));
    EXPECT_EQ(block.rows, 0);
    EXPECT_TRUE(block.end_of_stream);
  }
}

TEST(Stream, B19_rows_with_NaN_are_delivered_and_located) {
  Folder folder;
  std::vector<double> x = counting(20), y = counting(10);
  x[4 * 2 + 1] = nan;
  y[7] = std::numeric_limits<double>::infinity();
  H5File(folder / "a.h5").add("X", {10, 2}, x).add("y", {10}, y).texts("X", "columns", {"width", "height"});
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
  Block block;
  ASSERT_TRUE(is_ok(reader.next(block)));
  EXPECT_EQ(block.rows, 10);
  EXPECT_TRUE(std::isnan(block.x_as<double>()[9]));
  EXPECT_EQ(reader.locate(block, StreamReader::Part::x, 4, 1), (folder / "a.h5") + ": /X: row 4, column 1 (height)");
}

TEST(Stream, missing_rows_are_dropped_and_counted) {
  Folder folder;
  std::vector<double> x = counting(20), y = counting(10), w(10, 1.0);
  x[0] = x[3] = nan;
  y[4] = nan;
  w[9] = nan;
  H5File(folder / "a.h5").add("X", {10, 2}, x).add("y", {10}, y).add("w", {10}, w);
  for (const auto element : {io::Element::float64, io::Element::float32}) {
    StreamOptions options;
    options.missing = io::Missing::drop;
    options.element = element;
    options.batch = 2;
    StreamReader reader;
    ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
    const Rows rows = read_all(reader);
    ASSERT_TRUE(is_ok(rows.status));
    // Rows 0 and 1 made an empty batch, which is passed over.
    EXPECT_EQ(rows.batches, (std::vector<std::int64_t>{2, 1, 2, 1}));
    EXPECT_EQ(rows.y, (std::vector<double>{2, 3, 5, 6, 7, 8}));
    EXPECT_EQ(rows.x.front(), 4.0);
    EXPECT_EQ(rows.w, std::vector<double>(6, 1.0));
    EXPECT_EQ(reader.dropped_rows(), 4);
    options.batch = 10;
    ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
    Block block;
    ASSERT_TRUE(is_ok(reader.next(block)));
    EXPECT_EQ(block.dropped, (std::vector<std::int64_t>{0, 1, 4, 9}));
    EXPECT_EQ(reader.source_of(block, 0).first_row, 2);
    EXPECT_EQ(reader.source_of(block, 2).first_row, 5);
    EXPECT_EQ(reader.source_of(block, 5).first_row, 8);
  }
}

TEST(Stream, resumes_at_every_position_with_no_row_lost_or_doubled) {
  Folder folder;
  auto files = three_files(folder);
  for (const bool across : {false, true}) {
    StreamOptions options;
    options.batch = 3;
    options.across_files = across;
    StreamReader reader;
    ASSERT_TRUE(is_ok(reader.open(files, options)));
    const Rows whole = read_all(reader);
    for (std::size_t stop = 0; stop <= whole.batches.size(); ++stop) {
      ASSERT_TRUE(is_ok(reader.rewind()));
      Rows first;
      Block block;
      for (std::size_t i = 0; i < stop; ++i) {
        ASSERT_TRUE(is_ok(reader.next(block)));
        first.y.insert(first.y.end(), block.y_as<double>(), block.y_as<double>() + block.rows);
      }
      const io::StreamPosition position = reader.position();
      StreamReader second;
      ASSERT_TRUE(is_ok(second.open(files, options)));
      ASSERT_TRUE(is_ok(second.seek(position)));
      const Rows rest = read_all(second);
      first.y.insert(first.y.end(), rest.y.begin(), rest.y.end());
      EXPECT_EQ(first.y, counting(22));
      for (std::size_t i = 0; i < rest.batches.size(); ++i) EXPECT_EQ(rest.batches[i], whole.batches[stop + i]);
    }
  }
}

TEST(Stream, F6_changed_files_are_refused_and_new_ones_welcome) {
  Folder folder;
  const auto files = three_files(folder);
  StreamOptions options;
  options.batch = 10;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({files[0], files[1]}, options)));
  const Rows rows = read_all(reader);
  const io::StreamPosition end = reader.position();
  EXPECT_EQ(end.file, 2);
  EXPECT_TRUE(end.files[1].consumed);
  ASSERT_TRUE(is_ok(reader.open(files, options)));
  ASSERT_TRUE(is_ok(reader.seek(end)));
  EXPECT_EQ(read_all(reader).y, (std::vector<double>{17, 18, 19, 20, 21}));

  ASSERT_TRUE(is_ok(reader.open({files[1], files[0]}, options)));
  EXPECT_TRUE(
      is_status(reader.seek(end), StatusCode::checkpoint_mismatch, {"file 1", "file 2", "part0.h5", "part1.h5"}));
  EXPECT_EQ(read_all(reader).batches.size(), 2u);  // still at its beginning
  ASSERT_TRUE(is_ok(reader.open({files[0]}, options)));
  EXPECT_TRUE(is_status(reader.seek(end), StatusCode::checkpoint_mismatch, {"missing now"}));
  H5File(files[1]).add("X", {7, 2}, counting(14, 3.0)).add("y", {7}, counting(7));
  ASSERT_TRUE(is_ok(reader.open(files, options)));
  EXPECT_TRUE(is_status(reader.seek(end), StatusCode::checkpoint_mismatch, {"part1.h5", "other content"}));
  H5File(files[1]).add("X", {6, 2}, counting(12)).add("y", {6}, counting(6));
  ASSERT_TRUE(is_ok(reader.open(files, options)));
  EXPECT_TRUE(is_status(reader.seek(end), StatusCode::checkpoint_mismatch, {"had 7 rows, has 6"}));
  // A file that had not been begun may be another one.
  ASSERT_TRUE(is_ok(reader.open({files[0], files[2]}, options)));
  Block block;
  ASSERT_TRUE(is_ok(reader.next(block)));
  const io::StreamPosition after_first = reader.position();
  EXPECT_EQ(after_first.file, 1);
  ASSERT_TRUE(is_ok(reader.open({files[0], files[1]}, options)));
  EXPECT_TRUE(is_ok(reader.seek(after_first)));
}

TEST(Stream, stops_at_any_moment_while_prefetching) {
  Folder folder;
  Stored stored;
  stored.chunk = {1000, 8};
  stored.gzip = 1;
  H5File(folder / "a.h5").add("X", {100000, 8}, counting(800000, 0.001), stored).add("y", {100000}, counting(100000));
  StreamOptions options;
  options.batch = 5000;
  for (int i = 0; i < 40; ++i) {
    StreamReader reader;
    ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
    Block block;
    for (int b = 0; b < i % 5; ++b) ASSERT_TRUE(is_ok(reader.next(block)));
    std::this_thread::sleep_for(std::chrono::microseconds(100 * (i % 7)));
    const std::int64_t row = reader.position().next_row;
    reader.stop();
    EXPECT_EQ(reader.next(block).code(), StatusCode::cancelled);
    EXPECT_EQ(reader.position().next_row, row);
    ASSERT_TRUE(is_ok(reader.seek(reader.position())));
    ASSERT_TRUE(is_ok(reader.next(block)));
    EXPECT_EQ(block.y_as<double>()[0], static_cast<double>(row));
    if (i % 2) StreamReader moved = std::move(reader);
  }
}

TEST(Stream, several_readers_in_several_threads) {
  Folder folder;
  Stored stored;
  stored.chunk = {500, 4};
  stored.gzip = 1;
  H5File(folder / "a.h5").add("X", {20000, 4}, counting(80000), stored).add("y", {20000}, counting(20000));
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      StreamOptions options;
      options.batch = 1000 + 37 * t;
      const Rows rows = read_all({folder / "a.h5"}, options);
      good += rows.status.ok() && rows.x == counting(80000) && rows.y == counting(20000);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 4);
}

TEST(Stream, memory_of_the_caller) {
  static std::atomic<int> taken{0}, given{0};
  Folder folder;
  const auto files = three_files(folder);
  StreamOptions options;
  options.memory.allocate = [](std::size_t bytes) -> void* { return ++taken, std::aligned_alloc(64, bytes); };
  options.memory.release = [](void* memory, std::size_t) { ++given, std::free(memory); };
  EXPECT_EQ(read_all(files, options).y, counting(22));
  EXPECT_GT(taken, 0);
  EXPECT_EQ(taken, given);
  options.memory.allocate = [](std::size_t) -> void* { return nullptr; };
  EXPECT_TRUE(is_status(read_all(files, options).status, StatusCode::out_of_memory, {"batch"}));
}

TEST(Stream, nothing_of_HDF5_reaches_the_screen_and_the_hosts_handler_stays) {
  Folder folder;
  const auto handler = [](hid_t, void*) -> herr_t { return 0; };
  static int mine = 7;
  ASSERT_GE(H5Eset_auto2(H5E_DEFAULT, handler, &mine), 0);
  ::testing::internal::CaptureStderr();
  write_bytes(folder / "bad.h5", read_bytes(three_files(folder)[0]));
  std::vector<unsigned char> bytes = read_bytes(folder / "bad.h5");
  std::fill(bytes.begin() + 96, bytes.begin() + 900, 0xff);
  write_bytes(folder / "bad.h5", bytes);
  EXPECT_EQ(open_status({folder / "bad.h5"}).code(), StatusCode::file_damaged);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  H5E_auto2_t now = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &now, &data);
  EXPECT_EQ(data, &mine);
  H5Eset_auto2(H5E_DEFAULT, reinterpret_cast<H5E_auto2_t>(H5Eprint2), stderr);
}

}  // namespace
}  // namespace robustream::test
