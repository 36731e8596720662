// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include <io/expect.hpp>
#include <io/files.hpp>
#include <robustream/io/inspect.hpp>
#include <robustream/io/write_results.hpp>

namespace robustream::test {
namespace {

using io::Element;
using io::HDF5Writer;
using io::Storage;

TEST(Write, a_stream_reads_back) {
  Folder folder;
  const std::vector<double> x = counting(300), y = counting(100, 2.0), w(100, 0.5);
  for (const std::int64_t chunk_rows : {0, 7, 1000}) {
    for (const Element element : {Element::float64, Element::float32}) {
      Storage storage;
      storage.chunk_rows = chunk_rows;
      storage.gzip = 3;
      storage.shuffle = true;
      HDF5Writer writer;
      ASSERT_TRUE(is_ok(writer.create_stream(folder / "a.h5", 3, {"a", "b", "c"}, true, element, 100, storage)));
      ASSERT_TRUE(is_ok(writer.set_attribute("seed", "42")));
      ASSERT_TRUE(is_ok(writer.set_attribute("true_coefficients", std::vector<double>{1, 2, 3})));
      for (std::int64_t row = 0; row < 100; row += 33) {
        const std::int64_t rows = std::min<std::int64_t>(33, 100 - row);
        ASSERT_TRUE(is_ok(writer.append(rows, x.data() + 3 * row, y.data() + row, w.data() + row)));
      }
      EXPECT_EQ(writer.rows(), 100);
      EXPECT_EQ(folder.entries(), (std::vector<std::string>{"a.h5.tmp"}));
      ASSERT_TRUE(is_ok(writer.finish()));
      EXPECT_EQ(folder.entries(), (std::vector<std::string>{"a.h5"}));
      io::StreamReader reader;
      ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
      EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"a", "b", "c"}));
      EXPECT_EQ(reader.native_float(), element == Element::float32);
      const Rows rows = read_all(reader);
      EXPECT_EQ(rows.x, x);
      EXPECT_EQ(rows.y, y);
      EXPECT_EQ(rows.w, w);
      io::FileReport report;
      ASSERT_TRUE(is_ok(io::inspect_file(folder / "a.h5", {}, report)));
      EXPECT_EQ(report.datasets[0].checksummed, chunk_rows > 0);
      std::filesystem::remove(folder / "a.h5");
    }
  }
}

TEST(Write, results_grow_block_by_block) {
  Folder folder;
  const std::vector<double> a = counting(50), b = counting(50, -1.0);
  HDF5Writer writer;
  ASSERT_TRUE(is_ok(writer.create_results(folder / "r.h5", {"prediction", "residual"})));
  for (std::int64_t row = 0; row < 50; row += 10) {
    ASSERT_TRUE(is_ok(writer.append(10, {{"prediction", a.data() + row}, {"residual", b.data() + row}})));
  }
  EXPECT_TRUE(
      is_status(writer.append(1, {{"residual", b.data()}, {"prediction", a.data()}}), StatusCode::invalid_option));
  ASSERT_TRUE(is_ok(writer.finish()));
  EXPECT_EQ(writer.append(1, {{"prediction", a.data()}, {"residual", b.data()}}).code(), StatusCode::invalid_option);
  io::StreamOptions options;
  options.x = "prediction";
  options.y = "residual";
  const Rows rows = read_all({folder / "r.h5"}, options);
  EXPECT_EQ(rows.x, a);
  EXPECT_EQ(rows.y, b);
}

TEST(Write, nothing_is_left_without_finish) {
  Folder folder;
  write_bytes(folder / "a.h5", {1, 2, 3});
  {
    HDF5Writer writer;
    ASSERT_TRUE(is_ok(writer.create_results(folder / "a.h5", {"prediction"})));
    const double value = 1.0;
    ASSERT_TRUE(is_ok(writer.append(1, {{"prediction", &value}})));
  }
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"a.h5"}));
  EXPECT_EQ(read_bytes(folder / "a.h5").size(), 3u);
}

TEST(Write, file_size_limit_is_an_error_and_leaves_nothing) {
  Folder folder;
  const int exit = in_child({0, 100000}, [&] {
    const std::vector<double> values(10000, 1.5);
    HDF5Writer writer;
    Status status = writer.create_results(folder / "a.h5", {"prediction"});
    for (int i = 0; i < 20 && status; ++i) status = writer.append(10000, {{"prediction", values.data()}});
    if (status) status = writer.finish();
    return is_status(status, StatusCode::file_access, {"a.h5", "File too large"}) ? 0 : 1;
  });
  EXPECT_EQ(exit, 0);
  EXPECT_TRUE(folder.entries().empty());
}

TEST(Write, targets_and_options_that_are_refused) {
  Folder folder;
  HDF5Writer writer;
  EXPECT_TRUE(is_status(writer.create_results("/dev/full", {"a"}), StatusCode::file_access, {"not a regular file"}));
  EXPECT_TRUE(is_status(writer.create_results(folder / "no/a.h5", {"a"}), StatusCode::file_access, {"No such file"}));
  EXPECT_TRUE(is_status(writer.create_results(folder / "a.h5", {}), StatusCode::invalid_option));
  EXPECT_TRUE(is_status(writer.create_results(folder / "a.h5", {"a", "a"}), StatusCode::invalid_option));
  Storage storage;
  storage.gzip = 10;
  EXPECT_TRUE(is_status(writer.create_results(folder / "a.h5", {"a"}, storage), StatusCode::invalid_option, {"gzip"}));
  EXPECT_TRUE(is_status(writer.create_stream(folder / "a.h5", 2, {"a"}, false, Element::float64, 0),
                        StatusCode::feature_names));
  storage = Storage();
  storage.chunk_rows = 0;
  ASSERT_TRUE(is_ok(writer.create_stream(folder / "a.h5", 1, {}, false, Element::float64, 5, storage)));
  const std::vector<double> values = counting(6);
  EXPECT_TRUE(
      is_status(writer.append(6, values.data(), values.data(), nullptr), StatusCode::invalid_option, {"announced"}));
  ASSERT_TRUE(is_ok(writer.create_stream(folder / "a.h5", 1, {}, false, Element::float64, 5, storage)));
  ASSERT_TRUE(is_ok(writer.append(4, values.data(), values.data(), nullptr)));
  EXPECT_TRUE(is_status(writer.finish(), StatusCode::invalid_option, {"4 rows written, 5 announced"}));
  EXPECT_TRUE(folder.entries().empty());
  EXPECT_TRUE(is_status(writer.finish(), StatusCode::invalid_option));
}

}  // namespace
}  // namespace robustream::test
