// SPDX-License-Identifier: BSD-3-Clause
// C13: a refused batch leaves a checkpoint's bytes as they were.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <robustream/io/checkpoint.hpp>
#include <support/field_data.hpp>
#include <support/library.hpp>

namespace robustream::test {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CheckpointCase, C13_bytes_before_and_after_a_refused_batch) {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("robustream_case_C13_" + std::to_string(::getpid()));
  std::filesystem::create_directories(directory);
  const Table table = phones();
  reference::Batch batch{table.rows, 1, table.x, table.y, {}};
  RenewableHuber model;
  ASSERT_TRUE(partial_fit(model, batch).ok());
  const std::string before = (directory / "before.ckpt").string(), after = (directory / "after.ckpt").string();
  ASSERT_TRUE(io::save_checkpoint(before, model.state(), {}).ok());
  batch.w.assign(table.rows, -1);
  EXPECT_EQ(partial_fit(model, batch).code(), StatusCode::negative_weight);
  ASSERT_TRUE(io::save_checkpoint(after, model.state(), {}).ok());
  EXPECT_FALSE(bytes_of(before).empty());
  EXPECT_EQ(bytes_of(before), bytes_of(after));
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace robustream::test
