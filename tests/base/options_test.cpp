// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/options.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <robustream/base/format.hpp>
#include <robustream/base/nearest_name.hpp>

namespace robustream {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_refused(const Options& options, const std::string& option) {
  const Status status = validate(options);
  EXPECT_EQ(status.code(), StatusCode::invalid_option) << option;
  EXPECT_NE(status.message().find("option " + option), std::string::npos) << status.message();
}

TEST(Options, DefaultsAreValid) { EXPECT_TRUE(validate(Options()).ok()); }

TEST(Options, EachOptionOutOfRangeIsNamed) {
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    Options o;
    o.tau = bad;
    expect_refused(o, "tau");
    o = Options();
    o.tol = bad;
    expect_refused(o, "tol");
    o = Options();
    o.bandwidth_scale = bad;
    expect_refused(o, "bandwidth_scale");
  }
  for (const double bad : {-1e-300, infinity, std::nan("")}) {
    Options o;
    o.ridge = bad;
    expect_refused(o, "ridge");
    o = Options();
    o.lambda_scale = bad;
    expect_refused(o, "lambda_scale");
    o = Options();
    o.lambda = bad;
    expect_refused(o, "lambda");
  }
  Options o;
  o.max_iter = 0;
  expect_refused(o, "max_iter");
  o = Options();
  o.solver = Solver::lamm;
  expect_refused(o, "solver");
}

TEST(Options, ZeroIsAllowedWhereItMeansNone) {
  Options o;
  o.ridge = 0.0;
  o.lambda_scale = 0.0;
  o.lambda = 0.0;
  EXPECT_TRUE(validate(o).ok());
}

TEST(Options, NamesReadBack) {
  for (const Penalty penalty : {Penalty::none, Penalty::l1}) {
    Penalty read = Penalty::none;
    EXPECT_TRUE(parse(name(penalty), read).ok());
    EXPECT_EQ(read, penalty);
  }
  for (const Solver solver : {Solver::automatic, Solver::newton, Solver::lamm}) {
    Solver read = Solver::automatic;
    EXPECT_TRUE(parse(name(solver), read).ok());
    EXPECT_EQ(read, solver);
  }
}

TEST(Options, UnknownNamesAreRefusedWithTheNearest) {
  Penalty penalty = Penalty::none;
  const Status status = parse("L2", penalty);
  EXPECT_EQ(status.code(), StatusCode::invalid_option);
  EXPECT_NE(status.message().find("'l1'"), std::string::npos) << status.message();
  EXPECT_EQ(penalty, Penalty::none);
  Loss loss = Loss::huber;
  EXPECT_NE(parse("huberr", loss).message().find("'huber'"), std::string::npos);
}

TEST(Options, EveryFieldTakesPartInEquality) {
  const Options base;
  Options o = base;
  EXPECT_TRUE(o == base);
  o.lambda = 0.0;
  EXPECT_TRUE(o != base);
  o = base;
  o.fit_intercept = false;
  EXPECT_TRUE(o != base);
}

TEST(Format, NumbersReadBackAndNonNumbersAreNamed) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(std::stod(format_number(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(format_number(std::nan("")), "nan");
  EXPECT_EQ(format_number(-infinity), "-inf");
}

TEST(NearestName, IgnoresCaseAndCountsEdits) {
  EXPECT_EQ(nearest_name("NONE", {"l1", "none"}), "none");
  EXPECT_EQ(nearest_name("lam", {"auto", "newton", "lamm"}), "lamm");
}

}  // namespace
}  // namespace robustream
