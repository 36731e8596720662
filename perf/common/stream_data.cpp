// SPDX-License-Identifier: BSD-3-Clause
#include <common/stream_data.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <Kokkos_Core.hpp>

#include <common/counter_random.hpp>

namespace robustream::perf {
namespace {

std::vector<double> coefficients(std::uint64_t seed, int features) {
  CounterRandom random(seed ^ 0xb5297a4d3f84d5a5u, 0);
  std::vector<double> b(static_cast<std::size_t>(features));
  double spare = 0.0;
  for (double& value : b) {
    random.normals(value, spare);
    value /= std::sqrt(static_cast<double>(features));
  }
  return b;
}

}  // namespace

template <class T>
StreamData<T>::StreamData(const Shape& shape, const DataOptions& options)
    : shape_(shape), x_(static_cast<std::size_t>(shape.values())), y_(static_cast<std::size_t>(shape.rows)) {
  const std::vector<double> b = coefficients(options.seed, shape.features);
  const double correlation = options.correlation;
  const double innovation = std::sqrt((1.0 - correlation) * (1.0 + correlation));
  const int features = shape.features;
  const double* const coefficient = b.data();
  T* const x = x_.data();
  T* const y = y_.data();
  using Policy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("perf::stream_data", Policy(0, shape.rows), [=](std::int64_t row) {
    CounterRandom random(options.seed, static_cast<std::uint64_t>(row));
    T* const target = x + row * features;
    double sum = 0.5;
    double previous = 0.0;
    for (int j = 0; j < features; j += 2) {
      double z[2];
      random.normals(z[0], z[1]);
      for (int k = 0; k < 2 && j + k < features; ++k) {
        previous = j + k == 0 ? z[k] : correlation * previous + innovation * z[k];
        target[j + k] = static_cast<T>(previous);
        sum += coefficient[j + k] * static_cast<double>(target[j + k]);
      }
    }
    y[row] = static_cast<T>(sum + random.t2());
  });
  Kokkos::fence();
}

template <class T> bool StreamData<T>::write(const std::string& path) const {
  std::FILE* const file = std::fopen(path.c_str(), "wbx");
  if (file == nullptr) return false;
  const bool written = std::fwrite(x_.data(), sizeof(T), x_.size(), file) == x_.size() &&
                       std::fwrite(y_.data(), sizeof(T), y_.size(), file) == y_.size();
  return std::fclose(file) == 0 && written;
}

template class StreamData<float>;
template class StreamData<double>;

}  // namespace robustream::perf
