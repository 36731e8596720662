// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/estimator/renewable_huber.hpp>

#include <chrono>
#include <limits>
#include <new>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/estimator/check_batch.hpp>
#include <robustream/solver/batch_problem.hpp>
#include <robustream/solver/evaluate.hpp>
#include <robustream/solver/solve_batch.hpp>

namespace robustream {
namespace {

/// One workspace an execution space, made when that space is first used.
template <class... Execs> using Workspaces = std::tuple<std::unique_ptr<Workspace<Execs>>...>;

#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
using AllWorkspaces = Workspaces<Kokkos::Serial, Kokkos::OpenMP>;
#else
using AllWorkspaces = Workspaces<Kokkos::DefaultHostExecutionSpace>;
#endif

Status not_fitted() {
  return {StatusCode::not_fitted, "no batch has been accepted yet: call fit or partial_fit, or set a state, first"};
}

/// Runs `body`, turning running out of memory - also Kokkos' exception for it - into a status.
template <class Body> Status guarded(const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, "not enough memory for this batch: use smaller batches"};
  } catch (const std::exception& error) {
    // Kokkos reports a failed View allocation as a runtime_error with this text.
    if (std::string(error.what()).find("failed to allocate") != std::string::npos) {
      return {StatusCode::out_of_memory, "not enough memory for this batch: use smaller batches"};
    }
    return {StatusCode::internal, error.what()};
  }
}

}  // namespace

struct RenewableHuber::Impl {
  State state;
  ExecutionOptions execution;
  const Reducer* reducer = nullptr;
  std::function<bool(const Progress&)> progress;
  LocalReducer local;
  mutable AllWorkspaces workspaces;

  const Reducer& sum() const { return reducer != nullptr ? *reducer : local; }

  template <class Exec> Workspace<Exec>& workspace() const {
    auto& slot = std::get<std::unique_ptr<Workspace<Exec>>>(workspaces);
    if (!slot) slot = std::make_unique<Workspace<Exec>>();
    return *slot;
  }
};

RenewableHuber::RenewableHuber(Options options, ExecutionOptions execution) : impl_(std::make_unique<Impl>()) {
  impl_->state.options = options;
  impl_->execution = execution;
}
RenewableHuber::~RenewableHuber() = default;
RenewableHuber::RenewableHuber(RenewableHuber&&) noexcept = default;
RenewableHuber& RenewableHuber::operator=(RenewableHuber&&) noexcept = default;

const Options& RenewableHuber::options() const { return impl_->state.options; }
const State& RenewableHuber::state() const { return impl_->state; }
void RenewableHuber::set_progress(std::function<bool(const Progress&)> progress) {
  impl_->progress = std::move(progress);
}
void RenewableHuber::set_reducer(const Reducer* reducer) { impl_->reducer = reducer; }

void RenewableHuber::reset() {
  State fresh;
  fresh.options = impl_->state.options;
  fresh.feature_names = impl_->state.feature_names;
  impl_->state = std::move(fresh);
}

Status RenewableHuber::set_state(State state) {
  return guarded([&]() -> Status {
    if (const Status status = state.check(); !status.ok()) return status;
    impl_->state = std::move(state);
    return {};
  });
}

Status RenewableHuber::set_feature_names(std::vector<std::string> names) {
  return guarded([&]() -> Status {
    if (const Status status = check_names(impl_->state, names); !status.ok()) return status;
    impl_->state.feature_names = std::move(names);
    return {};
  });
}

Status RenewableHuber::fresh(const std::function<Status(RenewableHuber&)>& use) {
  State before = impl_->state;
  reset();
  Status status = use(*this);
  if (!status.ok()) impl_->state = std::move(before);
  return status;
}

template <class Exec, class T>
Status RenewableHuber::partial_fit_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y,
                                        VectorView<T, Exec> w, bool weighted, BatchReport* report) {
  return guarded([&]() -> Status {
    const auto start = std::chrono::steady_clock::now();
    Impl& self = *impl_;
    const Batch<T, Exec> batch{x, y, w, weighted};
    if (const Status status = validate(self.state.options); !status.ok()) return status;
    if (const Status status = check_shapes(self.state, shape_of(batch)); !status.ok()) return status;

    State before = self.state;
    before.features = batch.features();
    ViewProblem<Exec, T> problem(exec, batch, before.options.fit_intercept, self.execution.parts, self.sum(),
                                 self.template workspace<Exec>());
    Progression progress;
    if (self.progress) {
      progress = [&](int iteration, double objective) {
        return self.progress(Progress{self.state.batch_count, iteration, objective});
      };
    }
    State next;
    BatchReport result;
    if (const Status status = solve_batch(problem, before, progress, next, result); !status.ok()) return status;
    next.n_samples_seen += batch.rows();
    result.rows = batch.rows();
    result.gram_rows = problem.gram_rows() / static_cast<double>(batch.rows());
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    self.state = std::move(next);
    if (report != nullptr) *report = result;
    return {};
  });
}

template <class Exec, class T>
Status RenewableHuber::predict_impl(const Exec& exec, MatrixView<T, Exec> x, OutputView<Exec> prediction) const {
  return guarded([&]() -> Status {
    const State& state = impl_->state;
    if (!state.fitted()) return not_fitted();
    if (const Status status = check_output(state, x.extent(0), x.extent(1), prediction.extent(0)); !status.ok()) {
      return status;
    }
    predict_rows<Exec, T>(exec, x, state.standardization, state.options.fit_intercept, state.beta.data(),
                          impl_->execution.parts, impl_->template workspace<Exec>(), prediction);
    return {};
  });
}

template <class Exec, class T>
Status RenewableHuber::residuals_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y,
                                      OutputView<Exec> residual, OutputView<Exec> robustness_weight) const {
  if (y.extent(0) != x.extent(0)) return response_length(x.extent(0), y.extent(0));
  if (const Status status = predict_impl<Exec, T>(exec, x, residual); !status.ok()) return status;
  if (robustness_weight.extent(0) != x.extent(0)) return response_length(x.extent(0), robustness_weight.extent(0));
  return guarded([&]() -> Status {
    residual_rows<Exec, T>(exec, y, impl_->state.options.tau, residual, residual, robustness_weight);
    return {};
  });
}

template <class Exec, class T>
Status RenewableHuber::score_impl(const Exec& exec, MatrixView<T, Exec> x, VectorView<T, Exec> y, VectorView<T, Exec> w,
                                  bool weighted, double& r_squared) const {
  return guarded([&]() -> Status {
    if (const Status status = check_shapes(impl_->state, shape_of(Batch<T, Exec>{x, y, w, weighted})); !status.ok()) {
      return status;
    }
    Kokkos::View<double*, typename Exec::memory_space> fitted(
        Kokkos::view_alloc(std::string("robustream::prediction"), Kokkos::WithoutInitializing), x.extent(0));
    const OutputView<Exec> prediction(fitted.data(), fitted.extent(0));
    if (const Status status = predict_impl<Exec, T>(exec, x, prediction); !status.ok()) return status;
    r_squared = coefficient_of_determination<Exec, T>(exec, y, w, weighted, prediction, impl_->sum());
    return {};
  });
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                            \
  template Status RenewableHuber::partial_fit_impl<EXEC, T>(const EXEC&, MatrixView<T, EXEC>, VectorView<T, EXEC>, \
                                                            VectorView<T, EXEC>, bool, BatchReport*);              \
  template Status RenewableHuber::predict_impl<EXEC, T>(const EXEC&, MatrixView<T, EXEC>, OutputView<EXEC>) const; \
  template Status RenewableHuber::residuals_impl<EXEC, T>(const EXEC&, MatrixView<T, EXEC>, VectorView<T, EXEC>,   \
                                                          OutputView<EXEC>, OutputView<EXEC>) const;               \
  template Status RenewableHuber::score_impl<EXEC, T>(const EXEC&, MatrixView<T, EXEC>, VectorView<T, EXEC>,       \
                                                      VectorView<T, EXEC>, bool, double&) const;
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream
