// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/options.hpp>
#include <robustream/base/reducer.hpp>
#include <robustream/base/status.hpp>
#include <robustream/base/views.hpp>
#include <robustream/state/state.hpp>

namespace robustream {

/// Streaming (renewable) robust regression: feed it batches, keep none of them.
///
/// Each accepted batch moves the coefficients to the minimiser of the batch's loss plus a quadratic memory of all
/// batches before it (Jiang, Liang and Yu 2024; docs/design.md section 1). The order of the batches and where they are
/// cut are part of the result.
///
/// Every call that fails leaves the estimator as it was. Distinct estimators may be used at the same time from several
/// threads; one estimator may not. Kokkos must be initialised during a call, not before or after.
///
/// Views: X is rows x features, float or double, any layout or stride; y, and w if given, have one entry a row and the
/// element type of X. All three live in memory that `exec` can read. Nothing is copied or kept. Calls fence `exec`:
/// when they return, the inputs may be overwritten.
class RenewableHuber {
 public:
  /// Options are checked by the first call that uses them (validate() checks them at once).
  explicit RenewableHuber(Options options = {}, ExecutionOptions execution = {});
  ~RenewableHuber();
  RenewableHuber(RenewableHuber&&) noexcept;
  RenewableHuber& operator=(RenewableHuber&&) noexcept;
  RenewableHuber(const RenewableHuber&) = delete;
  RenewableHuber& operator=(const RenewableHuber&) = delete;

  /// Goes on with one batch. On ok the state has moved on, whether or not the batch converged (report->converged).
  /// Otherwise: invalid_option, no_rows, no_features, response_length, weight_length, feature_count,
  /// non_finite_feature/response/weight, negative_weight, zero_weight_sum, weight_overflow, value_overflow,
  /// out_of_memory or cancelled, and nothing has changed. Reads X iterations + 1 times (first batch: + 2).
  template <class Exec, class XView, class YView>
  Status partial_fit(const Exec& exec, const XView& x, const YView& y, BatchReport* report = nullptr) {
    using T = detail::element_t<XView>;
    return partial_fit_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), {}, false, report);
  }
  /// The same with row weights w >= 0: a weight k counts as the row k times, 0 as no row.
  template <class Exec, class XView, class YView, class WView, class = std::enable_if_t<Kokkos::is_view<WView>::value>>
  Status partial_fit(const Exec& exec, const XView& x, const YView& y, const WView& w, BatchReport* report = nullptr) {
    using T = detail::element_t<XView>;
    return partial_fit_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y),
                                     detail::as_vector<Exec>(w), true, report);
  }

  /// Forgets everything, then partial_fit. On failure the old state is still there.
  template <class Exec, class XView, class YView>
  Status fit(const Exec& exec, const XView& x, const YView& y, BatchReport* report = nullptr) {
    return fresh([&](RenewableHuber& model) { return model.partial_fit(exec, x, y, report); });
  }
  template <class Exec, class XView, class YView, class WView, class = std::enable_if_t<Kokkos::is_view<WView>::value>>
  Status fit(const Exec& exec, const XView& x, const YView& y, const WView& w, BatchReport* report = nullptr) {
    return fresh([&](RenewableHuber& model) { return model.partial_fit(exec, x, y, w, report); });
  }

  /// prediction_i = intercept + x_i' coefficients, float64, one entry a row (contiguous View<double*>). One read of X.
  /// not_fitted, feature_count or response_length (prediction too short or long) otherwise. NaN in X gives NaN.
  template <class Exec, class XView, class OutView>
  Status predict(const Exec& exec, const XView& x, const OutView& prediction) const {
    using T = detail::element_t<XView>;
    return predict_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), output<Exec>(prediction));
  }

  /// residual_i = y_i - prediction_i and robustness_weight_i = min(1, tau / |residual_i|), float64, contiguous.
  template <class Exec, class XView, class YView, class OutView>
  Status residuals(const Exec& exec, const XView& x, const YView& y, const OutView& residual,
                   const OutView& robustness_weight) const {
    using T = detail::element_t<XView>;
    return residuals_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), output<Exec>(residual),
                                   output<Exec>(robustness_weight));
  }

  /// R squared of the predictions as scikit-learn defines it: 1 - sum w (y - prediction)^2 / sum w (y - mean)^2; 1 or 0
  /// when y does not vary (and is, or is not, met exactly). Not divided by tau.
  template <class Exec, class XView, class YView>
  Status score(const Exec& exec, const XView& x, const YView& y, double& r_squared) const {
    using T = detail::element_t<XView>;
    return score_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), {}, false, r_squared);
  }
  template <class Exec, class XView, class YView, class WView>
  Status score(const Exec& exec, const XView& x, const YView& y, const WView& w, double& r_squared) const {
    using T = detail::element_t<XView>;
    return score_impl<Exec, T>(exec, detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), detail::as_vector<Exec>(w),
                               true, r_squared);
  }

  const Options& options() const;
  const State& state() const;
  /// Takes over a state (its options too). invalid_state or not_positive_definite: refused, nothing changes.
  Status set_state(State state);
  /// Names of the features, in column order. feature_names: empty or doubled names, or other names than the state has.
  Status set_feature_names(std::vector<std::string> names);
  /// Forgets the batches, keeps the options and the names.
  void reset();

  /// Called before each iteration; returning false ends the call with `cancelled` and the state as it was.
  void set_progress(std::function<bool(const Progress&)> progress);
  /// Sums over the processes that share each batch; the reducer must outlive its use. Default: this process alone.
  void set_reducer(const Reducer* reducer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;

  template <class Exec, class OutView> static OutputView<Exec> output(const OutView& view) {
    static_assert(std::is_same_v<typename OutView::value_type, double>, "robustream: outputs are double");
    static_assert(Kokkos::SpaceAccessibility<Exec, typename OutView::memory_space>::accessible,
                  "robustream: the execution space cannot write this View's memory");
    return OutputView<Exec>(view.data(), view.extent(0));
  }
  Status fresh(const std::function<Status(RenewableHuber&)>& use);

  template <class Exec, class T>
  Status partial_fit_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y, VectorView<T, Exec> w,
                          bool weighted, BatchReport* report);
  template <class Exec, class T>
  Status predict_impl(const Exec& exec, MatrixView<T, Exec> x, OutputView<Exec> prediction) const;
  template <class Exec, class T>
  Status residuals_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y, OutputView<Exec> residual,
                        OutputView<Exec> robustness_weight) const;
  template <class Exec, class T>
  Status score_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y, VectorView<T, Exec> w,
                    bool weighted, double& r_squared) const;
};

}  // namespace robustream
