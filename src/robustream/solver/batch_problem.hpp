// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>

#include <robustream/base/reducer.hpp>
#include <robustream/base/standardization.hpp>
#include <robustream/base/status.hpp>
#include <robustream/base/summary.hpp>
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/fused_pass.hpp>
#include <robustream/kernels/weights.hpp>
#include <robustream/kernels/workspace.hpp>

namespace robustream {

/// A batch as the solvers see it: something that can be read at given coefficients, and n-vectors of residuals that
/// stay where the data is, in numbered slots. Sums are over all processes that share the batch.
class BatchProblem {
 public:
  virtual ~BatchProblem() = default;

  int parameters() const { return parameters_; }

  /// One read of X at the standardised coefficients b: fills `summary` and residual slot `slot`. With options.base the
  /// Gram matrix of that earlier pass is `base`, and the result is the whole one again.
  void pass(const Huber& loss, const double* b, const PassOptions& options, const double* base, int slot,
            Summary& summary);
  /// Sum of w (rho(c) - rho(b) - psi(b)(c - b)) from slot `from` to from + step (to - from); reads no X.
  double bregman(const Huber& loss, int from, int to, double step);
  /// Sum of w psi(r) (to - from) at r = from + step (to - from): the loss's derivative in `step`; reads no X.
  double slope_along(const Huber& loss, int from, int to, double step);
  /// kernels/weights.hpp; reads w only.
  WeightSums weights();
  /// kernels/moments.hpp; one read of X.
  void moments(const double* centre, bool absolute, double* sums);
  /// kernels/find_invalid.hpp.
  virtual Status find_invalid() = 0;
  virtual void set_coordinates(const Standardization& standardization) = 0;

  /// Reads of X so far, and rows that entered a Gram matrix / rows of the batch.
  double full_reads() const { return full_reads_; }
  double gram_rows() const { return gram_rows_; }

 protected:
  BatchProblem(int features, bool intercept, const Reducer& reducer)
      : features_(features), parameters_(features + (intercept ? 1 : 0)), reducer_(reducer) {}
  virtual void local_pass(const Huber& loss, const double* b, const PassOptions& options, int slot,
                          Summary& summary) = 0;
  virtual double local_bregman(const Huber& loss, int from, int to, double step) = 0;
  virtual double local_slope_along(const Huber& loss, int from, int to, double step) = 0;
  virtual WeightSums local_weights() = 0;
  virtual void local_moments(const double* centre, bool absolute, double* sums) = 0;

 private:
  int features_;
  int parameters_;
  const Reducer& reducer_;
  double full_reads_ = 0.0;
  double gram_rows_ = 0.0;
};

/// The problem on Kokkos Views. The workspace is the caller's, so that a stream allocates it once.
template <class Exec, class T> class ViewProblem final : public BatchProblem {
 public:
  ViewProblem(const Exec& exec, const Batch<T, Exec>& batch, bool intercept, int parts, const Reducer& reducer,
              Workspace<Exec>& workspace);

  Status find_invalid() override;
  void set_coordinates(const Standardization& standardization) override;

 protected:
  void local_pass(const Huber& loss, const double* b, const PassOptions& options, int slot, Summary& summary) override;
  double local_bregman(const Huber& loss, int from, int to, double step) override;
  double local_slope_along(const Huber& loss, int from, int to, double step) override;
  WeightSums local_weights() override;
  void local_moments(const double* centre, bool absolute, double* sums) override;

 private:
  Exec exec_;
  Batch<T, Exec> batch_;
  bool intercept_;
  Partition partition_;
  Workspace<Exec>& workspace_;
};

}  // namespace robustream
