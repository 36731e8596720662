// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>

#include <io/expect.hpp>
#include <io/files.hpp>
#include <robustream/io/inspect.hpp>

namespace robustream::test {
namespace {

using io::FileReport;
using io::Finding;
using io::Severity;
using io::StreamOptions;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

FileReport validated(const std::string& path, const StreamOptions& options = {}) {
  FileReport report;
  EXPECT_TRUE(is_ok(io::validate_file(path, options, report)));
  return report;
}

std::vector<Finding> with_code(const FileReport& report, StatusCode code) {
  std::vector<Finding> found;
  std::copy_if(report.findings.begin(), report.findings.end(), std::back_inserter(found),
               [code](const Finding& finding) { return finding.code == code; });
  return found;
}

bool mentions(const FileReport& report, Severity severity, const std::string& text) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.severity == severity && finding.line().find(text) != std::string::npos;
  });
}

Stored chunked(hsize_t rows, hsize_t columns, bool fletcher32) {
  Stored stored;
  stored.chunk = columns ? std::vector<hsize_t>{rows, columns} : std::vector<hsize_t>{rows};
  stored.fletcher32 = fletcher32;
  return stored;
}

TEST(Inspect, describes_every_dataset) {
  Folder folder;
  {
    H5File file(folder / "a.h5");
    Stored stored = chunked(4, 3, true);
    stored.gzip = 6;
    stored.shuffle = true;
    file.add("X", {10, 3}, counting(30, 1.1), stored)
        .add("y", {10}, counting(10))
        .texts("X", "columns", {"a", "b", "c"});
    file.group("g");
    Stored other;
    other.type = H5T_STD_I16BE;
    file.add("g/extra", {2, 2}, counting(4), other);
    H5Lcreate_external("else.h5", "/Z", file.id(), "away", H5P_DEFAULT, H5P_DEFAULT);
  }
  FileReport report;
  ASSERT_TRUE(is_ok(io::inspect_file(folder / "a.h5", {}, report)));
  EXPECT_TRUE(report.sound());
  EXPECT_EQ(report.rows, 10);
  EXPECT_EQ(report.features, 3);
  ASSERT_EQ(report.datasets.size(), 3u);
  EXPECT_EQ(report.datasets[0].path, "/X");
  EXPECT_EQ(report.datasets[0].shape, (std::vector<std::int64_t>{10, 3}));
  EXPECT_EQ(report.datasets[0].chunk, (std::vector<std::int64_t>{4, 3}));
  EXPECT_EQ(report.datasets[0].filters, (std::vector<std::string>{"shuffle", "gzip(6)", "fletcher32"}));
  EXPECT_TRUE(report.datasets[0].checksummed);
  EXPECT_GT(report.datasets[0].stored_bytes, 0);
  EXPECT_EQ(report.datasets[0].names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(report.datasets[1].path, "/g/extra");
  EXPECT_EQ(report.datasets[1].type, "int16 big-endian");
  EXPECT_EQ(report.external_links, (std::vector<std::string>{"/away -> else.h5: /Z"}));
  // D8: data without a checksum are not wrong, but worth a word.
  EXPECT_TRUE(mentions(report, Severity::note, "/y: stored without a checksum"));
  EXPECT_FALSE(mentions(report, Severity::note, "/X: stored without a checksum"));
}

TEST(Inspect, collects_what_is_wrong_instead_of_stopping) {
  Folder folder;
  Stored unwritten = chunked(5, 0, false);
  unwritten.written = false;
  H5File(folder / "a.h5")
      .add("X", {21, 3}, counting(63))
      .add("y", {20}, {}, unwritten)
      .add("other", {20}, {}, unwritten);
  FileReport report;
  ASSERT_TRUE(is_ok(io::inspect_file(folder / "a.h5", {}, report)));
  EXPECT_FALSE(report.sound());
  EXPECT_TRUE(mentions(report, Severity::error, "/y: 4 of 4 chunks were never written"));
  EXPECT_TRUE(mentions(report, Severity::warning, "/other: 4 of 4 chunks were never written"));
  ASSERT_TRUE(is_ok(io::inspect_file(folder / "none.h5", {}, report)));
  EXPECT_EQ(with_code(report, StatusCode::file_not_found).size(), 1u);
  write_bytes(folder / "cut.h5", std::vector<unsigned char>(40, 0));
  ASSERT_TRUE(is_ok(io::inspect_file(folder / "cut.h5", {}, report)));
  EXPECT_EQ(with_code(report, StatusCode::file_damaged).size(), 1u);
  EXPECT_EQ(report.file, folder / "cut.h5");
}

TEST(Validate, finds_bad_values_by_row_and_column) {
  Folder folder;
  std::vector<double> x = counting(300), y = counting(100), w(100, 1.0);
  for (std::size_t i = 0; i < 100; ++i) x[3 * i + 2] = 7.0;
  x[3 * 4 + 1] = nan;
  x[3 * 50] = inf;
  y[7] = -inf;
  w[9] = -1.0;
  w[10] = nan;
  H5File(folder / "a.h5").add("X", {100, 3}, x).add("y", {100}, y).add("w", {100}, w);
  FileReport report = validated(folder / "a.h5");
  EXPECT_EQ(report.read_rows, 100);
  EXPECT_EQ(report.bad_rows, 5);
  const auto features = with_code(report, StatusCode::non_finite_feature);
  ASSERT_EQ(features.size(), 2u);
  EXPECT_EQ(features[0].row, 4);
  EXPECT_EQ(features[0].column, 1);
  EXPECT_EQ(features[0].dataset, "/X");
  EXPECT_EQ(with_code(report, StatusCode::non_finite_response).at(0).row, 7);
  EXPECT_EQ(with_code(report, StatusCode::negative_weight).at(0).row, 9);
  EXPECT_EQ(with_code(report, StatusCode::non_finite_weight).at(0).dataset, "/w");
  EXPECT_TRUE(mentions(report, Severity::warning, "column 2 has one value only"));
  StreamOptions drop;
  drop.missing = io::Missing::drop;
  report = validated(folder / "a.h5", drop);
  EXPECT_EQ(with_code(report, StatusCode::non_finite_feature).size(), 1u);  // Inf is not missing
  EXPECT_EQ(with_code(report, StatusCode::non_finite_weight).size(), 0u);
}

TEST(Validate, lists_100_of_a_kind_and_counts_the_rest) {
  Folder folder;
  H5File(folder / "a.h5").add("X", {500, 1}, std::vector<double>(500, nan)).add("y", {500}, counting(500));
  const FileReport report = validated(folder / "a.h5");
  EXPECT_EQ(with_code(report, StatusCode::non_finite_feature).size(), 100u);
  EXPECT_TRUE(mentions(report, Severity::note, "500 in all"));
  EXPECT_EQ(report.bad_rows, 500);
}

TEST(Validate, D8_lists_every_damaged_chunk_and_goes_on) {
  Folder folder;
  H5File(folder / "a.h5")
      .add("X", {1000, 2}, counting(2000, 0.7), chunked(100, 2, true))
      .add("y", {1000}, counting(1000), chunked(100, 0, true));
  flip_bit(folder / "a.h5", chunk_address(folder / "a.h5", "X", {200, 0}) + 5, 1);
  flip_bit(folder / "a.h5", chunk_address(folder / "a.h5", "X", {700, 0}) + 5, 1);
  flip_bit(folder / "a.h5", chunk_address(folder / "a.h5", "y", {300}) + 5, 1);
  const FileReport report = validated(folder / "a.h5");
  const auto bad = with_code(report, StatusCode::file_damaged);
  ASSERT_EQ(bad.size(), 3u);
  EXPECT_EQ(bad[0].row, 200);
  EXPECT_EQ(bad[1].row, 700);
  EXPECT_EQ(bad[2].dataset, "/y");
  EXPECT_EQ(bad[2].row, 300);
}

TEST(Validate, tables_name_the_dataset_of_a_column) {
  Folder folder;
  std::vector<double> bad = counting(10);
  bad[3] = nan;
  H5File(folder / "a.h5").add("a", {10}, counting(10)).add("b", {10}, bad).add("loss", {10}, counting(10));
  StreamOptions options;
  options.dataset = "/";
  options.response = "loss";
  const FileReport report = validated(folder / "a.h5", options);
  const auto found = with_code(report, StatusCode::non_finite_feature);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].dataset, "/b");
  EXPECT_EQ(found[0].row, 3);
}

TEST(Validate, can_be_stopped) {
  Folder folder;
  H5File(folder / "a.h5").add("X", {10, 1}, counting(10)).add("y", {10}, counting(10));
  FileReport report;
  EXPECT_EQ(io::validate_file(folder / "a.h5", {}, report, [](std::int64_t, std::int64_t) { return false; }).code(),
            StatusCode::cancelled);
  EXPECT_TRUE(report.file.empty());
}

}  // namespace
}  // namespace robustream::test
