// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include <support/field_data.hpp>
#include <support/library.hpp>
#include <support/tolerance.hpp>

/// Field cases: inputs that other programs got wrong, with the exact answer. Each test has the case's number in its
/// name. Values are minimisers known as rationals; coefficients then intercept. With `tol = 1e-12` they are met to 1e-9
/// from double data, to 1e-4 from float data.
namespace robustream::test {

template <class T> class FieldCase : public ::testing::Test {
 protected:
  static double accepted() { return sizeof(T) == sizeof(float) ? 1e-4 : 1e-9; }

  static Options with_tau(double tau) {
    Options options;
    options.tau = tau;
    options.tol = 1e-12;
    return options;
  }

  static reference::Batch batch_of(const Table& table) { return {table.rows, table.features, table.x, table.y, {}}; }

  /// Goes on with a batch, which must be accepted.
  static BatchReport feed(RenewableHuber& model, const reference::Batch& batch) {
    BatchReport report;
    const Status status = partial_fit<T>(model, batch, &report);
    EXPECT_TRUE(status.ok()) << status.message();
    return report;
  }
  static BatchReport feed(RenewableHuber& model, const Table& table) { return feed(model, batch_of(table)); }

  /// Coefficients and intercept of one batch alone.
  static std::vector<double> fit(const Options& options, const reference::Batch& batch) {
    RenewableHuber model(options);
    const BatchReport report = feed(model, batch);
    SCOPED_TRACE(describe(report));
    return user_coefficients(model.state());
  }
  static std::vector<double> fit(const Options& options, const Table& table) { return fit(options, batch_of(table)); }

  static void expect_coefficients(const std::vector<double>& actual, const std::vector<double>& expected) {
    EXPECT_LT(distance(actual, expected), accepted()) << ::testing::PrintToString(actual);
  }
};

}  // namespace robustream::test
