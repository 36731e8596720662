// SPDX-License-Identifier: BSD-3-Clause
#include <common/timed_stream.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <limits>
#include <numeric>

#include <Kokkos_Core.hpp>

#include <robustream/estimator/renewable_huber.hpp>

namespace robustream::perf {
namespace {

std::vector<double> with_intercept(const State& state) {
  std::vector<double> b = state.coefficients();
  b.push_back(state.intercept());
  return b;
}

double milliseconds(Clock clock) {
  if (clock == Clock::cpu) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

bool TimedStream::converged() const {
  return std::all_of(reports.begin(), reports.end(), [](const BatchReport& report) { return report.converged; });
}

double TimedStream::total() const { return std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0); }

double TimedStream::cold() const { return milliseconds.front(); }

double TimedStream::steady() const {
  std::vector<double> times(milliseconds.begin() + 1, milliseconds.end());
  if (times.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(times.begin(), times.end());
  const std::size_t half = times.size() / 2;
  return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

int TimedStream::iterations() const {
  return std::accumulate(reports.begin(), reports.end(), 0,
                         [](int sum, const BatchReport& report) { return sum + report.iterations; });
}

double TimedStream::full_reads() const {
  return std::accumulate(reports.begin(), reports.end(), 0.0,
                         [](double sum, const BatchReport& report) { return sum + report.full_reads; });
}

double TimedStream::gram_batches() const {
  return std::accumulate(reports.begin(), reports.end(), 0.0,
                         [](double sum, const BatchReport& report) { return sum + report.gram_rows; });
}

template <class T>
Status time_stream(const StreamData<T>& data, const Options& options, Clock clock, TimedStream& result) {
  using Matrix = Kokkos::View<const T**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  using Vector = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  const Shape& shape = data.shape();
  const Kokkos::DefaultHostExecutionSpace exec;
  RenewableHuber model(options);
  for (std::int64_t begin = 0; begin < shape.rows; begin += shape.batch) {
    const auto rows = static_cast<std::size_t>(std::min(shape.batch, shape.rows - begin));
    const Matrix x(data.x() + begin * shape.features, rows, static_cast<std::size_t>(shape.features));
    const Vector y(data.y() + begin, rows);
    BatchReport report;
    const double start = milliseconds(clock);
    const Status status = model.partial_fit(exec, x, y, &report);
    const double took = milliseconds(clock) - start;
    if (!status.ok()) return status;
    result.reports.push_back(report);
    result.milliseconds.push_back(took);
    if (begin == 0) result.first_coefficients = with_intercept(model.state());
  }
  result.coefficients = with_intercept(model.state());
  return {};
}

template Status time_stream(const StreamData<float>&, const Options&, Clock, TimedStream&);
template Status time_stream(const StreamData<double>&, const Options&, Clock, TimedStream&);

}  // namespace robustream::perf
