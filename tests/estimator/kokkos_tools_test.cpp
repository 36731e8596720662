// SPDX-License-Identifier: BSD-3-Clause
// What the library does as a Kokkos tool sees it: every kernel and allocation has our label, and a steady stream
// allocates nothing.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <estimator/stream.hpp>

namespace robustream {
namespace {

using test::Data;
using test::Exec;

std::set<std::string> kernels;      // NOLINT: Kokkos' callbacks carry no user data
std::set<std::string> allocations;  // NOLINT
int allocation_count = 0;           // NOLINT

void begin_kernel(const char* label, std::uint32_t, std::uint64_t*) { kernels.insert(label); }
void allocate(Kokkos::Tools::SpaceHandle, const char* label, const void*, std::uint64_t) {
  allocations.insert(label);
  ++allocation_count;
}

class KokkosTools : public ::testing::Test {
 protected:
  void SetUp() override {
    kernels.clear();
    allocations.clear();
    allocation_count = 0;
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(begin_kernel);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(begin_kernel);
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocate);
  }
  void TearDown() override {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(nullptr);
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
  }
};

void expect_labelled(const std::set<std::string>& labels) {
  EXPECT_FALSE(labels.empty());
  for (const auto& label : labels) EXPECT_NE(label.find("robustream::"), std::string::npos) << label;
}

TEST_F(KokkosTools, EverythingIsLabelled) {
  const Data data(2000, 5);
  kernels.clear();
  allocations.clear();
  for (const Solver solver : {Solver::newton, Solver::lamm}) {
    Options options;
    options.penalty = Penalty::l1;
    options.solver = solver;
    RenewableHuber model(options);
    const test::Vector out("robustream::test", 2000);
    double r2 = 0.0;
    ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
    ASSERT_TRUE(model.residuals(Exec(), data.x, data.y, out, out).ok());
    ASSERT_TRUE(model.score(Exec(), data.x, data.y, r2).ok());
  }
  expect_labelled(kernels);
  expect_labelled(allocations);
  EXPECT_TRUE(kernels.count("robustream::fused_pass"));
}

TEST_F(KokkosTools, ASteadyStreamAllocatesNothing) {
  for (const Penalty penalty : {Penalty::none, Penalty::l1}) {
    Options options;
    options.penalty = penalty;
    RenewableHuber model(options);
    const Data first(4000, 6, 1);
    ASSERT_TRUE(model.partial_fit(Exec(), first.x, first.y).ok());
    const Data data(4000, 6, 2);
    const auto half = Kokkos::make_pair(0, 1500);
    allocation_count = 0;
    for (int batch = 0; batch < 5; ++batch) {
      ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
      ASSERT_TRUE(
          model.partial_fit(Exec(), Kokkos::subview(data.x, half, Kokkos::ALL()), Kokkos::subview(data.y, half)).ok());
    }
    EXPECT_EQ(allocation_count, 0);
  }
}

TEST_F(KokkosTools, ReadsAreCounted) {
  const Data data(4000, 6);
  RenewableHuber model;
  BatchReport report;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y, &report).ok());
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y, &report).ok());
  EXPECT_EQ(report.backtracks, 0);
  EXPECT_EQ(report.full_reads, report.iterations + 1.0);
  EXPECT_GT(report.gram_rows, 0.0);
}

}  // namespace
}  // namespace robustream
