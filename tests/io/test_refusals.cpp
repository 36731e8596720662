// SPDX-License-Identifier: BSD-3-Clause
// Everything that makes HDF5 hand out wrong numbers, or none, and what we say instead. Cases by their id.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include <io/expect.hpp>
#include <io/files.hpp>

namespace robustream::test {
namespace {

using io::StreamOptions;
using io::StreamReader;

/// X (rows x 3) and y in one file.
void make(const std::string& path, std::size_t rows, const Stored& stored = {}) {
  H5File(path).add("X", {rows, 3}, counting(3 * rows, 0.5), stored).add("y", {rows}, counting(rows));
}

Stored chunks(std::vector<hsize_t> chunk, int gzip = -1, bool fletcher32 = false) {
  Stored stored;
  stored.chunk = std::move(chunk);
  stored.gzip = gzip;
  stored.fletcher32 = fletcher32;
  return stored;
}

TEST(Refusals, D1_a_file_cut_at_every_512_bytes_names_both_sizes) {
  Folder folder;
  for (const bool latest : {false, true}) {
    {
      H5File file(folder / "whole.h5", latest);
      file.add("X", {200, 3}, counting(600), chunks({50, 3}, 3)).add("y", {200}, counting(200));
    }
    const std::vector<unsigned char> whole = read_bytes(folder / "whole.h5");
    for (std::size_t size = 0; size < whole.size(); size += 512) {
      write_bytes(folder / "cut.h5", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
      const Status status = open_status({folder / "cut.h5"});
      EXPECT_TRUE(is_status(status, StatusCode::file_damaged, {"cut.h5", std::to_string(size) + " bytes"}));
      if (size >= 512) {
        EXPECT_NE(status.message().find(std::to_string(whole.size())), std::string::npos) << status.message();
      }
    }
    write_bytes(folder / "cut.h5", {whole.begin(), whole.begin() + 70});
    EXPECT_EQ(open_status({folder / "cut.h5"}).code(), StatusCode::file_damaged);
  }
}

TEST(Refusals, D1_a_file_cut_while_it_is_read) {
  Folder folder;
  make(folder / "a.h5", 2000);
  StreamOptions options;
  options.batch = 500;
  options.prefetch = false;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  io::Block block;
  ASSERT_TRUE(is_ok(reader.next(block)));
  std::filesystem::resize_file(folder / "a.h5", 20000);
  const Status status = reader.next(block);
  EXPECT_TRUE(is_status(status, StatusCode::file_damaged, {"shorter", "20000"}));
  EXPECT_EQ(reader.position().next_row, 500);
  EXPECT_EQ(reader.next(block).message(), status.message());
}

TEST(Refusals, files_that_are_not_there_or_not_files) {
  Folder folder;
  make(folder / "a.h5", 5);
  EXPECT_TRUE(is_status(open_status({folder / "a.h5", folder / "b.h5"}), StatusCode::file_not_found, {"b.h5"}));
  EXPECT_TRUE(is_status(open_status({folder.path()}), StatusCode::file_access, {"directory"}));
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(is_status(open_status({folder / "pipe"}), StatusCode::file_access, {"not a regular file"}));
  write_bytes(folder / "text", std::vector<unsigned char>(3000, 'a'));
  EXPECT_TRUE(is_status(open_status({folder / "text"}), StatusCode::file_damaged, {"not an HDF5 file"}));
  EXPECT_TRUE(is_status(open_status({}), StatusCode::invalid_option));
}

TEST(Refusals, D3_virtual_dataset_whose_source_is_gone) {
  Folder folder;
  H5File(folder / "source.h5").add("part", {10, 3}, counting(30));
  const auto make_virtual = [&](const std::string& path, hsize_t mapped) {
    H5File file(path);
    file.add("y", {10}, counting(10));
    Stored stored;
    stored.written = false;
    stored.creation = [&](hid_t created) {
      const hsize_t whole[2] = {10, 3}, zero[2] = {0, 0}, part[2] = {mapped, 3};
      const hid_t target = H5Screate_simple(2, whole, nullptr);
      const hid_t source = H5Screate_simple(2, whole, nullptr);
      H5Sselect_hyperslab(target, H5S_SELECT_SET, zero, nullptr, part, nullptr);
      H5Sselect_hyperslab(source, H5S_SELECT_SET, zero, nullptr, part, nullptr);
      H5Pset_virtual(created, target, "source.h5", "part", source);
      H5Sclose(target);
      H5Sclose(source);
    };
    file.add("X", {10, 3}, {}, stored);
  };
  make_virtual(folder / "virtual.h5", 10);
  Rows rows = read_all({folder / "virtual.h5"});
  ASSERT_TRUE(is_ok(rows.status));
  EXPECT_EQ(rows.x, counting(30));

  std::filesystem::rename(folder / "source.h5", folder / "renamed.h5");
  EXPECT_TRUE(
      is_status(open_status({folder / "virtual.h5"}), StatusCode::missing_source, {"virtual.h5", "/X", "source.h5"}));
  H5File(folder / "source.h5").add("other", {10, 3}, counting(30));
  EXPECT_TRUE(is_status(open_status({folder / "virtual.h5"}), StatusCode::missing_source, {"source.h5", "part"}));
  H5File(folder / "source.h5").add("part", {9, 3}, counting(27));
  EXPECT_TRUE(is_status(open_status({folder / "virtual.h5"}), StatusCode::missing_source, {"smaller"}));
  Stored unwritten = chunks({5, 3});
  unwritten.written = false;
  H5File(folder / "source.h5").add("part", {10, 3}, {}, unwritten);
  EXPECT_TRUE(
      is_status(open_status({folder / "virtual.h5"}), StatusCode::file_damaged, {"source.h5", "never written"}));
  std::filesystem::rename(folder / "renamed.h5", folder / "source.h5");
  make_virtual(folder / "partly.h5", 8);
  EXPECT_TRUE(is_status(open_status({folder / "partly.h5"}), StatusCode::missing_source, {"6 of 30"}));
}

TEST(Refusals, chunks_never_written) {
  Folder folder;
  for (const bool latest : {false, true}) {
    {
      H5File file(folder / "a.h5", latest);
      Stored stored = chunks({4, 2});
      stored.written = false;
      file.add("X", {20, 3}, {}, stored).add("y", {20}, counting(20));
      const hid_t data = H5Dopen2(file.id(), "X", H5P_DEFAULT);
      const hid_t space = H5Dget_space(data);
      const hsize_t offset[2] = {0, 0}, count[2] = {9, 3};
      const std::vector<double> values = counting(27);
      const hid_t memory = H5Screate_simple(2, count, nullptr);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, offset, nullptr, count, nullptr);
      ASSERT_GE(H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()), 0);
      H5Sclose(memory);
      H5Sclose(space);
      H5Dclose(data);
    }
    EXPECT_TRUE(is_status(open_status({folder / "a.h5"}), StatusCode::file_damaged,
                          {"a.h5: /X", "4 of 10 chunks were never written", "row 12, column 0"}));
  }
  Stored unwritten;
  unwritten.written = false;
  H5File(folder / "b.h5").add("X", {20, 3}, counting(60)).add("y", {20}, {}, unwritten);
  EXPECT_TRUE(is_status(open_status({folder / "b.h5"}), StatusCode::file_damaged, {"b.h5: /y", "never written"}));
}

TEST(Refusals, D8_one_flipped_bit_names_the_chunk) {
  Folder folder;
  struct Kind {
    int gzip;
    bool fletcher32;
  };
  for (const Kind kind : {Kind{-1, true}, Kind{4, false}, Kind{4, true}}) {
    const std::vector<double> values = counting(600, 0.37);
    H5File(folder / "a.h5")
        .add("X", {200, 3}, values, chunks({50, 3}, kind.gzip, kind.fletcher32))
        .add("y", {200}, counting(200));
    flip_bit(folder / "a.h5", chunk_address(folder / "a.h5", "X", {100, 0}) + 60, 3);
    StreamOptions options;
    options.batch = 90;
    Rows rows = read_all({folder / "a.h5"}, options);
    EXPECT_TRUE(is_status(rows.status, StatusCode::file_damaged,
                          {"a.h5: /X: the chunk at row 100, column 0", "file offset",
                           kind.fletcher32 ? "Fletcher32" : "inflate() failed"}));
    EXPECT_EQ(rows.batches.size(), 1u);
  }
}

TEST(Refusals, D9_transposed_X) {
  Folder folder;
  H5File(folder / "a.h5").add("X", {3, 21}, counting(63)).add("y", {21}, counting(21));
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}), StatusCode::shape_mismatch,
                        {"(3, 21)", "(21)", "--layout columns-first"}));
  StreamOptions options;
  options.layout = io::Layout::columns_first;
  EXPECT_TRUE(is_ok(open_status({folder / "a.h5"}, options)));
  H5File(folder / "b.h5").add("X", {21, 3}, counting(63)).add("y", {21}, counting(21));
  EXPECT_TRUE(is_status(open_status({folder / "b.h5"}, options), StatusCode::shape_mismatch, {"--layout rows-first"}));
  // A square X says nothing: it is read as it is told.
  H5File(folder / "c.h5").add("X", {2, 2}, {1, 2, 3, 4}).add("y", {2}, {0, 1});
  EXPECT_EQ(read_all({folder / "c.h5"}).x, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(read_all({folder / "c.h5"}, options).x, (std::vector<double>{1, 3, 2, 4}));
}

TEST(Refusals, D11_float_behind_scaleoffset_is_a_warning) {
  Folder folder;
  Stored stored = chunks({10, 3});
  stored.creation = [](hid_t created) { H5Pset_scaleoffset(created, H5Z_SO_FLOAT_DSCALE, 2); };
  make(folder / "a.h5", 20, stored);
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
  ASSERT_EQ(reader.warnings().size(), 1u);
  EXPECT_NE(reader.warnings()[0].line().find("/X: float data behind the scaleoffset filter"), std::string::npos);
}

TEST(Refusals, packed_and_filled_data_are_warnings) {
  Folder folder;
  make(folder / "a.h5", 20);
  {
    const hid_t file = H5Fopen((folder / "a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t space = H5Screate(H5S_SCALAR);
    for (const char* name : {"scale_factor", "_FillValue"}) {
      const hid_t id = H5Acreate_by_name(file, "X", name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      const double value = 0.1;
      H5Awrite(id, H5T_NATIVE_DOUBLE, &value);
      H5Aclose(id);
    }
    H5Sclose(space);
    H5Fclose(file);
  }
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
  EXPECT_EQ(reader.warnings().size(), 2u);
}

TEST(Refusals, D16_missing_filter_is_named) {
  Folder folder;
  // Registered only while the file is written.
  static const auto copy = [](unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) {
    return bytes;
  };
  const H5Z_class2_t filter = {H5Z_CLASS_T_VERS, 32015, 1, 1, "zstd", nullptr, nullptr, copy};
  ASSERT_GE(H5Zregister(&filter), 0);
  Stored stored = chunks({10, 3});
  stored.creation = [](hid_t created) { H5Pset_filter(created, 32015, H5Z_FLAG_MANDATORY, 0, nullptr); };
  make(folder / "a.h5", 20, stored);
  ASSERT_GE(H5Zunregister(32015), 0);
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}), StatusCode::missing_filter,
                        {"a.h5: /X", "32015 (zstd)", "HDF5_PLUGIN_PATH"}));
}

TEST(Refusals, D17_external_links_and_raw_files) {
  Folder folder;
  make(folder / "real.h5", 20);
  {
    H5File file(folder / "link.h5");
    file.group("g");
    H5Lcreate_external("real.h5", "/X", file.id(), "X", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external("real.h5", "/", file.id(), "g/all", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/g/all/y", file.id(), "y", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external("nowhere.h5", "/X", file.id(), "lost", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/nothing", file.id(), "dangling", H5P_DEFAULT, H5P_DEFAULT);
  }
  EXPECT_TRUE(is_status(open_status({folder / "link.h5"}), StatusCode::external_link,
                        {"link.h5: /X", "real.h5: /X", "--allow-external-links"}));
  StreamOptions options;
  options.x = "g/all/X";
  EXPECT_TRUE(is_status(open_status({folder / "link.h5"}, options), StatusCode::external_link, {"real.h5"}));
  options.allow_external_links = true;
  const Rows rows = read_all({folder / "link.h5"}, options);
  ASSERT_TRUE(is_ok(rows.status));
  EXPECT_EQ(rows.y, counting(20));
  options.x = "lost";
  EXPECT_TRUE(is_status(open_status({folder / "link.h5"}, options), StatusCode::missing_source, {"nowhere.h5"}));
  options.x = "dangling";
  EXPECT_TRUE(is_status(open_status({folder / "link.h5"}, options), StatusCode::dataset_not_found, {"link"}));

  const std::string raw = folder / "raw.bin";
  Stored stored;
  stored.creation = [&](hid_t created) { H5Pset_external(created, raw.c_str(), 0, 20 * 3 * 8); };
  make(folder / "raw.h5", 20, stored);
  EXPECT_TRUE(is_status(open_status({folder / "raw.h5"}), StatusCode::external_link, {"raw.bin"}));
  StreamOptions allow;
  allow.allow_external_links = true;
  EXPECT_EQ(read_all({folder / "raw.h5"}, allow).x, counting(60, 0.5));
  std::filesystem::resize_file(raw, 400);
  EXPECT_TRUE(is_status(open_status({folder / "raw.h5"}, allow), StatusCode::file_damaged, {"too short"}));
  std::filesystem::remove(raw);
  EXPECT_TRUE(is_status(open_status({folder / "raw.h5"}, allow), StatusCode::missing_source, {"raw.bin"}));
}

TEST(Refusals, D20_no_rows_and_shapes_that_do_not_match) {
  Folder folder;
  H5File(folder / "empty.h5").add("X", {0, 3}, {}).add("y", {0}, {});
  make(folder / "a.h5", 5);
  EXPECT_TRUE(is_status(open_status({folder / "empty.h5"}), StatusCode::no_rows, {"empty.h5"}));
  StreamOptions skip;
  skip.skip_empty = true;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "empty.h5", folder / "a.h5", folder / "empty.h5"}, skip)));
  EXPECT_EQ(reader.warnings().size(), 3u);  // twice empty, and listed twice
  EXPECT_EQ(read_all(reader).batches, (std::vector<std::int64_t>{5}));
  H5File(folder / "b.h5").add("X", {21, 3}, counting(63)).add("y", {20}, counting(20));
  EXPECT_TRUE(is_status(open_status({folder / "b.h5"}), StatusCode::shape_mismatch, {"(21, 3)", "(20)"}));
  H5File(folder / "c.h5").add("X", {21, 0}, {}).add("y", {21}, counting(21));
  EXPECT_TRUE(is_status(open_status({folder / "c.h5"}), StatusCode::no_features, {"(21, 0)"}));
  H5File(folder / "d.h5").add("X", {21, 3}, counting(63)).add("y", {21}, counting(21)).add("w", {7, 3}, counting(21));
  EXPECT_TRUE(is_status(open_status({folder / "d.h5"}), StatusCode::shape_mismatch, {"/w", "(7, 3)"}));
  H5File(folder / "e.h5").add("X", {3, 3, 3}, counting(27)).add("y", {3}, counting(3));
  EXPECT_TRUE(is_status(open_status({folder / "e.h5"}), StatusCode::shape_mismatch, {"(3, 3, 3)"}));
}

TEST(Refusals, files_that_do_not_fit_together) {
  Folder folder;
  make(folder / "a.h5", 5);
  H5File(folder / "b.h5").add("X", {5, 2}, counting(10)).add("y", {5}, counting(5));
  EXPECT_TRUE(is_status(open_status({folder / "a.h5", folder / "b.h5"}), StatusCode::feature_count,
                        {"b.h5", "2", "a.h5", "3"}));
  H5File(folder / "c.h5")
      .add("X", {5, 3}, counting(15))
      .add("y", {5}, counting(5))
      .texts("X", "columns", {"a", "b", "c"});
  H5File(folder / "d.h5")
      .add("X", {5, 3}, counting(15))
      .add("y", {5}, counting(5))
      .texts("X", "columns", {"a", "c", "b"});
  EXPECT_TRUE(is_ok(open_status({folder / "a.h5", folder / "c.h5"})));
  EXPECT_TRUE(is_status(open_status({folder / "a.h5", folder / "c.h5", folder / "d.h5"}), StatusCode::feature_names,
                        {"d.h5", "column 1", "--columns"}));
  StreamOptions by_name;
  by_name.columns = {"b", "a"};
  EXPECT_EQ(read_all({folder / "c.h5", folder / "d.h5"}, by_name).x[10], 2.0);
  H5File(folder / "e.h5").add("X", {5, 3}, counting(15)).add("y", {5}, counting(5)).add("w", {5}, counting(5));
  EXPECT_TRUE(
      is_status(open_status({folder / "a.h5", folder / "e.h5"}), StatusCode::dataset_not_found, {"a.h5", "weights"}));
}

TEST(Refusals, datasets_that_are_missing_or_hold_no_numbers) {
  Folder folder;
  {
    H5File file(folder / "a.h5");
    file.group("g").add("X", {5, 3}, counting(15)).add("g/y", {5}, counting(5));
    const hsize_t shape[1] = {5};
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 4);
    const hid_t space = H5Screate_simple(1, shape, nullptr);
    const hid_t data = H5Dcreate2(file.id(), "names", text, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, "abc\0abc\0abc\0abc\0abc");
    H5Dclose(data);
    H5Sclose(space);
    H5Tclose(text);
  }
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}), StatusCode::dataset_not_found, {"/y", "X", "g/"}));
  StreamOptions options;
  options.y = "g/z";
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::dataset_not_found, {"g/z", "g has y"}));
  options.y = "g";
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::dataset_not_found, {"group"}));
  options.y = "names";
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::unsupported_data, {"string"}));
  options.y = "g/y";
  options.w = "/w";
  EXPECT_TRUE(is_ok(open_status({folder / "a.h5"}, options)));
  options.w_required = true;
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::dataset_not_found, {"/w"}));
  StreamOptions no_y;
  no_y.y_required = false;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, no_y)));
  EXPECT_FALSE(reader.has_response());
  const Rows rows = read_all(reader);
  EXPECT_EQ(rows.x.size(), 15u);
  EXPECT_TRUE(rows.y.empty());
}

TEST(Refusals, options_out_of_range) {
  StreamOptions options;
  options.batch = 0;
  EXPECT_TRUE(is_status(io::validate(options), StatusCode::invalid_option, {"batch"}));
  io::Layout layout = io::Layout::rows_first;
  EXPECT_TRUE(is_status(io::parse("rows", layout), StatusCode::invalid_option, {"rows-first"}));
  EXPECT_TRUE(is_ok(io::parse("columns-first", layout)));
  EXPECT_EQ(layout, io::Layout::columns_first);
}

}  // namespace
}  // namespace robustream::test
