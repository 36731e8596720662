// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/find_invalid.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace robustream {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

struct Data {
  Kokkos::View<double**, Kokkos::HostSpace> x{"x", 600, 3};
  Kokkos::View<double*, Kokkos::HostSpace> y{"y", 600};
  Kokkos::View<double*, Kokkos::HostSpace> w{"w", 600};
  Status find() const {
    return find_invalid<Exec, double>(
        Exec(), {detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), detail::as_vector<Exec>(w), true});
  }
};

TEST(FindInvalid, CleanDataIsOk) { EXPECT_TRUE(Data().find().ok()); }

TEST(FindInvalid, NamesTheFirstRowAndItsColumn) {
  Data data;
  data.x(500, 0) = std::nan("");
  data.x(41, 2) = -std::numeric_limits<double>::infinity();
  data.y(77) = std::nan("");
  const Status status = data.find();
  EXPECT_EQ(status.code(), StatusCode::non_finite_feature);
  EXPECT_EQ(status.row(), 41);
  EXPECT_EQ(status.column(), 2);
  EXPECT_NE(status.message().find("X[41,2] is -inf"), std::string::npos) << status.message();
}

TEST(FindInvalid, TellsResponseAndWeightsApart) {
  Data data;
  data.w(9) = -1.0;
  EXPECT_EQ(data.find().code(), StatusCode::negative_weight);
  EXPECT_EQ(data.find().row(), 9);
  data.w(8) = std::nan("");
  EXPECT_EQ(data.find().code(), StatusCode::non_finite_weight);
  data.y(7) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(data.find().code(), StatusCode::non_finite_response);
  EXPECT_EQ(data.find().row(), 7);
}

}  // namespace
}  // namespace robustream
