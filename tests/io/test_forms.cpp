// SPDX-License-Identifier: BSD-3-Clause
// Every form in which a stream may be stored, and every type of its numbers.
#include <io/expect.hpp>
#include <io/files.hpp>

namespace robustream::test {
namespace {

using io::Element;
using io::Layout;
using io::StreamOptions;
using io::StreamReader;

constexpr std::size_t n = 21, p = 3;
const std::vector<double> stackloss_x = {80, 27, 89, 80, 27, 88, 75, 25, 90, 62, 24, 87, 62, 22, 87, 62,
                                         23, 87, 62, 24, 93, 62, 24, 93, 58, 23, 87, 58, 18, 80, 58, 18,
                                         89, 58, 17, 88, 58, 18, 82, 58, 19, 93, 50, 18, 89, 50, 18, 86,
                                         50, 19, 72, 50, 19, 79, 50, 20, 80, 56, 20, 82, 70, 20, 91};
const std::vector<double> stackloss_y = {42, 37, 37, 28, 18, 18, 19, 20, 15, 14, 14, 13, 11, 12, 8, 7, 8, 8, 9, 15, 15};

std::vector<double> transposed(const std::vector<double>& x, std::size_t rows, std::size_t columns) {
  std::vector<double> result(x.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) result[j * rows + i] = x[i * columns + j];
  }
  return result;
}

std::vector<double> column(std::size_t j) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(stackloss_x[i * p + j]);
  return values;
}

TEST(Forms, D13_mixed_types_and_byte_orders) {
  Folder folder;
  const hid_t half = float16();
  const std::vector<double> weights(n, 1.0);
  const std::vector<hid_t> x_types = {H5T_IEEE_F64BE, H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_IEEE_F32LE,    half,
                                      H5T_STD_I8LE,   H5T_STD_U8BE,   H5T_STD_I16BE,  H5T_STD_U16LE,     H5T_STD_I32BE,
                                      H5T_STD_U32LE,  H5T_STD_I64BE,  H5T_STD_U64LE,  H5T_NATIVE_LDOUBLE};
  for (const hid_t type : x_types) {
    Stored stored;
    stored.type = type;
    Stored response, weight;
    response.type = H5T_STD_I16LE;
    weight.type = H5T_STD_U8LE;
    H5File(folder / "a.h5")
        .add("X", {n, p}, stackloss_x, stored)
        .add("y", {n}, stackloss_y, response)
        .add("w", {n}, weights, weight);
    for (const Element element : {Element::float64, Element::float32}) {
      StreamOptions options;
      options.element = element;
      const Rows rows = read_all({folder / "a.h5"}, options);
      ASSERT_TRUE(is_ok(rows.status));
      EXPECT_EQ(rows.x, stackloss_x);
      EXPECT_EQ(rows.y, stackloss_y);
      EXPECT_EQ(rows.w, weights);
    }
  }
  H5Tclose(half);
}

TEST(Forms, enumerated_bool_reads_as_0_and_1) {
  Folder folder;
  const hid_t boolean = h5py_bool();
  {
    H5File file(folder / "a.h5");
    file.add("y", {4}, {1, 2, 3, 4});
    const hsize_t shape[2] = {4, 1};
    const signed char values[4] = {1, 0, 0, 1};
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    const hid_t data = H5Dcreate2(file.id(), "X", boolean, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ASSERT_GE(H5Dwrite(data, boolean, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    H5Dclose(data);
    H5Sclose(space);
  }
  H5Tclose(boolean);
  const Rows rows = read_all({folder / "a.h5"});
  ASSERT_TRUE(is_ok(rows.status));
  EXPECT_EQ(rows.x, (std::vector<double>{1, 0, 0, 1}));
}

TEST(Forms, native_float_is_told_from_the_types) {
  Folder folder;
  Stored narrow, wide;
  narrow.type = H5T_IEEE_F32LE;
  wide.type = H5T_STD_I32LE;
  H5File(folder / "a.h5").add("X", {n, p}, stackloss_x, narrow).add("y", {n}, stackloss_y, narrow);
  H5File(folder / "b.h5").add("X", {n, p}, stackloss_x, narrow).add("y", {n}, stackloss_y, wide);
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
  EXPECT_TRUE(reader.native_float());
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5", folder / "b.h5"})));
  EXPECT_FALSE(reader.native_float());
}

TEST(Forms, storage_of_every_kind) {
  Folder folder;
  std::vector<Stored> kinds(8);
  kinds[1].chunk = {4, 2};
  kinds[2].chunk = {1, 3};
  kinds[3].chunk = {21, 1};
  kinds[4].chunk = {5, 3};
  kinds[4].gzip = 4;
  kinds[4].shuffle = kinds[4].fletcher32 = true;
  kinds[5].chunk = {8, 2};
  kinds[5].creation = [](hid_t created) { H5Pset_szip(created, H5_SZIP_NN_OPTION_MASK, 8); };
  kinds[6].creation = [](hid_t created) { H5Pset_layout(created, H5D_COMPACT); };
  kinds[7].chunk = {64, 64};
  kinds[7].gzip = 1;
  kinds[7].creation = [](hid_t created) { H5Pset_fill_time(created, H5D_FILL_TIME_NEVER); };
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (k == 5 && H5Zfilter_avail(H5Z_FILTER_SZIP) <= 0) continue;
    for (const bool latest : {false, true}) {
      Stored stored = kinds[k];
      if (k == 7) stored.chunk = {21, 3};
      {
        H5File file(folder / "a.h5", latest);
        file.add("X", {n, p}, stackloss_x, stored).add("y", {n}, stackloss_y);
        if (!stored.chunk.empty()) std::swap(stored.chunk[0], stored.chunk[1]);
        if (k != 5) file.add("T", {p, n}, transposed(stackloss_x, n, p), stored);
      }
      for (const std::int64_t batch : {1, 2, 5, 20, 21, 100}) {
        StreamOptions options;
        options.batch = batch;
        Rows rows = read_all({folder / "a.h5"}, options);
        ASSERT_TRUE(is_ok(rows.status)) << "kind " << k;
        EXPECT_EQ(rows.x, stackloss_x) << "kind " << k << " batch " << batch;
        EXPECT_EQ(rows.y, stackloss_y);
        if (k == 5) continue;
        options.x = "T";
        options.layout = Layout::columns_first;
        rows = read_all({folder / "a.h5"}, options);
        ASSERT_TRUE(is_ok(rows.status)) << "kind " << k;
        EXPECT_EQ(rows.x, stackloss_x) << "transposed, kind " << k << " batch " << batch;
      }
    }
  }
}

TEST(Forms, names_from_attributes_and_options) {
  Folder folder;
  for (const char* attribute : {"columns", "feature_names", "names"}) {
    for (const bool variable : {false, true}) {
      H5File(folder / "a.h5")
          .add("X", {n, p}, stackloss_x)
          .add("y", {n}, stackloss_y)
          .texts("X", attribute, {"air", "water", "acid"}, variable);
      StreamReader reader;
      ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"})));
      EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"air", "water", "acid"}));
      EXPECT_TRUE(reader.has_feature_names());
    }
  }
  StreamOptions options;
  options.columns = {"acid", "air"};
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  const Rows rows = read_all(reader);
  ASSERT_EQ(rows.x.size(), 2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(rows.x[2 * i], stackloss_x[p * i + 2]);
    EXPECT_EQ(rows.x[2 * i + 1], stackloss_x[p * i]);
  }
  options.columns = {"acid", "fire"};
  EXPECT_TRUE(
      is_status(open_status({folder / "a.h5"}, options), StatusCode::feature_names, {"fire", "air, water, acid"}));
  options.columns = {"air", "air"};
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::feature_names, {"two columns"}));

  H5File(folder / "b.h5").add("X", {n, p}, stackloss_x).add("y", {n}, stackloss_y);
  ASSERT_TRUE(is_ok(reader.open({folder / "b.h5"})));
  EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"x0", "x1", "x2"}));
  EXPECT_FALSE(reader.has_feature_names());
  options.columns = {"a", "b", "c"};
  ASSERT_TRUE(is_ok(reader.open({folder / "b.h5"}, options)));
  EXPECT_EQ(reader.feature_names(), options.columns);
  options.columns = {"a", "b"};
  EXPECT_TRUE(is_status(open_status({folder / "b.h5"}, options), StatusCode::feature_names, {"2 names for 3 columns"}));
}

TEST(Forms, one_feature_and_column_vectors) {
  Folder folder;
  const std::vector<double> values = counting(10);
  H5File(folder / "a.h5").add("X", {10}, values).add("y", {10, 1}, values).add("w", {1, 10}, values);
  const Rows rows = read_all({folder / "a.h5"});
  ASSERT_TRUE(is_ok(rows.status));
  EXPECT_EQ(rows.x, values);
  EXPECT_EQ(rows.y, values);
  EXPECT_EQ(rows.w, values);
}

TEST(Forms, column_datasets_of_a_group) {
  Folder folder;
  Stored small, big;
  small.type = H5T_STD_I16LE;
  big.chunk = {4};
  big.gzip = 2;
  {
    H5File file(folder / "a.h5");
    file.group("t")
        .add("t/air", {n}, column(0), small)
        .add("t/water", {n}, column(1), big)
        .add("t/acid", {n}, column(2));
    file.add("t/loss", {n}, stackloss_y).add("t/other", {5}, counting(5)).add("t/scale", {n}, counting(n));
    file.texts("t/scale", "CLASS", {"DIMENSION_SCALE"});
  }
  StreamOptions options;
  options.dataset = "/t";
  options.response = "loss";
  options.columns = {"air", "water", "acid"};
  for (const std::int64_t batch : {1, 3, 8, 50}) {
    options.batch = batch;
    const Rows rows = read_all({folder / "a.h5"}, options);
    ASSERT_TRUE(is_ok(rows.status));
    EXPECT_EQ(rows.x, stackloss_x);
    EXPECT_EQ(rows.y, stackloss_y);
  }
  options.columns.clear();
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"acid", "air", "water"}));
  ASSERT_EQ(reader.warnings().size(), 1u);
  EXPECT_NE(reader.warnings()[0].line().find("other, scale"), std::string::npos);
  options.columns = {"air", "other"};
  EXPECT_TRUE(
      is_status(open_status({folder / "a.h5"}, options), StatusCode::shape_mismatch, {"/t/other", "5 rows", "21"}));
  options.response = "nothing";
  EXPECT_TRUE(
      is_status(open_status({folder / "a.h5"}, options), StatusCode::dataset_not_found, {"/t/nothing", "acid"}));
}

TEST(Forms, columns_in_the_root) {
  Folder folder;
  H5File(folder / "a.h5").add("b", {n}, column(0)).add("a", {n}, column(1)).add("loss", {n}, stackloss_y);
  StreamOptions options;
  options.dataset = "/";
  options.response = "loss";
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"a", "b"}));
}

TEST(Forms, compound_table) {
  Folder folder;
  struct Record {
    double air;
    float water;
    char place[4];
    std::int32_t loss;
    unsigned char weight;
    double acid;
  };
  std::vector<Record> records;
  for (std::size_t i = 0; i < n; ++i) {
    records.push_back({stackloss_x[p * i], static_cast<float>(stackloss_x[p * i + 1]), "abc",
                       static_cast<std::int32_t>(stackloss_y[i]), static_cast<unsigned char>(i),
                       stackloss_x[p * i + 2]});
  }
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(Record));
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 4);
  H5Tinsert(type, "air", HOFFSET(Record, air), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "water", HOFFSET(Record, water), H5T_NATIVE_FLOAT);
  H5Tinsert(type, "place", HOFFSET(Record, place), text);
  H5Tinsert(type, "loss", HOFFSET(Record, loss), H5T_NATIVE_INT32);
  H5Tinsert(type, "weight", HOFFSET(Record, weight), H5T_NATIVE_UCHAR);
  H5Tinsert(type, "acid", HOFFSET(Record, acid), H5T_NATIVE_DOUBLE);
  {
    H5File file(folder / "a.h5");
    const hsize_t shape[1] = {n};
    const hsize_t chunk[1] = {4};
    const hid_t created = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(created, 1, chunk);
    H5Pset_deflate(created, 1);
    const hid_t space = H5Screate_simple(1, shape, nullptr);
    const hid_t data = H5Dcreate2(file.id(), "table", type, space, H5P_DEFAULT, created, H5P_DEFAULT);
    ASSERT_GE(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, records.data()), 0);
    H5Dclose(data);
    H5Sclose(space);
    H5Pclose(created);
  }
  H5Tclose(text);
  H5Tclose(type);
  StreamOptions options;
  options.dataset = "table";
  EXPECT_TRUE(
      is_status(open_status({folder / "a.h5"}, options), StatusCode::invalid_option, {"--response", "air, water"}));
  options.response = "loss";
  options.w = "weight";
  options.w_required = true;
  for (const std::int64_t batch : {1, 6, 100}) {
    options.batch = batch;
    const Rows rows = read_all({folder / "a.h5"}, options);
    ASSERT_TRUE(is_ok(rows.status));
    EXPECT_EQ(rows.x, stackloss_x);
    EXPECT_EQ(rows.y, stackloss_y);
    EXPECT_EQ(rows.w, counting(n));
  }
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({folder / "a.h5"}, options)));
  EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"air", "water", "acid"}));
  ASSERT_EQ(reader.warnings().size(), 1u);
  EXPECT_NE(reader.warnings()[0].text.find("place"), std::string::npos);
  options.columns = {"place"};
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::unsupported_data, {"place", "string"}));
  options.columns = {"air", "loss"};
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, options), StatusCode::feature_names, {"loss"}));
  StreamOptions matrix;
  matrix.x = "table";
  EXPECT_TRUE(is_status(open_status({folder / "a.h5"}, matrix), StatusCode::unsupported_data, {"--dataset table"}));
}

TEST(Forms, real_and_synthetic_data_with_default_options) {
  const std::string data = ROBUSTREAM_TEST_DATA_DIR;
  StreamReader reader;
  ASSERT_TRUE(is_ok(reader.open({data + "/flights/2013-01.h5", data + "/flights/2013-02.h5"})));
  EXPECT_EQ(reader.feature_names(), (std::vector<std::string>{"dep_delay", "air_time", "distance", "hour"}));
  EXPECT_EQ(reader.total_rows(), 26398 + 23611);
  EXPECT_TRUE(reader.native_float());
  const Rows flights = read_all(reader);
  ASSERT_TRUE(is_ok(flights.status));
  EXPECT_EQ(flights.batches, (std::vector<std::int64_t>{26398, 23611}));
  ASSERT_TRUE(is_ok(reader.open({data + "/synthetic/stream_small.h5"})));
  EXPECT_EQ(reader.feature_names()[2], "humidity");
  EXPECT_EQ(read_all(reader).y.size(), 20000u);
  StreamOptions golden;
  golden.x = "batch_001/X";
  golden.y = "batch_001/y";
  golden.w = "batch_001/w";
  ASSERT_TRUE(is_ok(reader.open({std::string(ROBUSTREAM_TEST_GOLDEN_DIR) + "/w_fractional_none.h5"}, golden)));
  EXPECT_TRUE(reader.weighted());
  EXPECT_EQ(reader.features(), 4);
}

}  // namespace
}  // namespace robustream::test
