// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/status.hpp>

#include <set>
#include <string>

#include <gtest/gtest.h>

#include <robustream/base/summary.hpp>

namespace robustream {
namespace {

TEST(Status, EveryCodeHasItsOwnName) {
  std::set<std::string> names;
  const int last = static_cast<int>(StatusCode::internal);
  for (int code = 0; code <= last; ++code) names.insert(name(static_cast<StatusCode>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
}

TEST(Status, ContextGoesBeforeTheMessageOfAFailureOnly) {
  const Status bad = Status(StatusCode::no_rows, "the batch has 0 rows").at(3, 4).with_context("a.h5");
  EXPECT_EQ(bad.message(), "a.h5: the batch has 0 rows");
  EXPECT_EQ(bad.row(), 3);
  EXPECT_EQ(bad.column(), 4);
  EXPECT_FALSE(bad);
  EXPECT_EQ(Status().with_context("a.h5").message(), "");
}

TEST(Summary, IsOneBufferWithTheDocumentedLayout) {
  Summary s(3);
  EXPECT_EQ(s.size(), 8u + 9u + 9u);
  EXPECT_EQ(s.vector_size(), 17u);
  for (std::size_t k = 0; k < s.size(); ++k) s.data()[k] = static_cast<double>(k);
  EXPECT_EQ(s.loss(), 0.0);
  EXPECT_EQ(s.score()[0], 8.0);
  EXPECT_EQ(s.score_magnitude()[0], 11.0);
  EXPECT_EQ(s.rounding_magnitude()[0], 14.0);
  EXPECT_EQ(s.gram()[0], 17.0);
}

}  // namespace
}  // namespace robustream
