// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The golden cases of tests/golden/data: small streams and what the reference implementation returned for them. The
/// README there describes the files.
namespace robustream::test {

/// State and diagnostics after an accepted batch, in the user's coordinates.
struct GoldenExpected {
  std::vector<double> coef;
  double intercept = 0;
  std::vector<double> information;  ///< q x q, intercept last, symmetric
  double weight_sum = 0, lambda = 0, bandwidth = 0, objective = 0;
  std::int64_t n_samples_seen = 0, batch_count = 0, iterations = 0;
  bool converged = false;
  double kkt = 0;            ///< stationarity of the reference's coefficients
  bool is_solution = false;  ///< whether that counts as solved
};

struct GoldenBatch {
  std::size_t rows = 0, features = 0;
  std::vector<double> x, y, w;  ///< x row after row; y and w as long as stored, which is wrong in some error cases
  bool weighted = false;
  std::string expect_error;                ///< empty, or the batch must be refused
  std::optional<GoldenExpected> expected;  ///< of accepted batches
};

struct GoldenCase {
  std::string name, purpose;
  std::string expect;   ///< "ok" or "error:..."
  std::string compare;  ///< "coef", "fit" or "finite"
  std::string dtype, penalty;
  double tau = 0, lambda_scale = 0, bandwidth_scale = 0, tol = 0, ridge = 0;
  std::int64_t max_iter = 0;
  bool fit_intercept = true;
  double tol_coef = 0, tol_information = 0, tol_objective = 0, tol_iterations = 0;  ///< 0 in error cases
  double f64_coef = 0;  ///< float32 cases: the reference's own distance from the float64 answer
  std::vector<GoldenBatch> batches;

  bool is_error() const { return expect != "ok"; }
};

/// Paths of all case files in a directory, sorted.
std::vector<std::string> golden_files(const std::string& directory);

/// Reads a case; throws std::runtime_error naming the file and the object that is missing or of another kind.
GoldenCase read_golden_case(const std::string& path);

}  // namespace robustream::test
