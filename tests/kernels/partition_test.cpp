// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/partition.hpp>

#include <gtest/gtest.h>

namespace robustream {
namespace {

TEST(Partition, CoversEveryRowOnceInWholeTiles) {
  for (const std::int64_t rows : {1LL, 7LL, 255LL, 256LL, 257LL, 1000LL, 65537LL, 5000000000LL}) {
    for (const int wanted : {1, 2, 3, 7, 16}) {
      const Partition p = make_partition(Kokkos::DefaultHostExecutionSpace(), rows, 256, wanted);
      EXPECT_EQ(p.begin(0), 0);
      EXPECT_EQ(p.end(p.parts - 1), rows);
      for (int part = 0; part < p.parts; ++part) {
        EXPECT_LT(p.begin(part), p.end(part));
        EXPECT_EQ(p.begin(part) % 256, 0);
        if (part > 0) {
          EXPECT_EQ(p.begin(part), p.end(part - 1));
        }
      }
    }
  }
}

TEST(Partition, NoMorePartsThanTiles) {
  EXPECT_EQ(make_partition(Kokkos::DefaultHostExecutionSpace(), 300, 256, 8).parts, 2);
  EXPECT_EQ(make_partition(Kokkos::DefaultHostExecutionSpace(), 1, 256, 8).parts, 1);
}

}  // namespace
}  // namespace robustream
