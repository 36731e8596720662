// SPDX-License-Identifier: BSD-3-Clause
// Fits the 24 years of Belgian phone calls, six of which were counted in another unit, and checks the line.
#include <cmath>
#include <cstdio>

#include <robustream/robustream.hpp>

int main() {
  const double calls[24] = {4.4,  4.7,  4.7, 5.9, 6.6, 7.3, 8.1, 8.8, 10.6, 12, 13.5, 14.9,
                            16.1, 21.2, 119, 124, 142, 159, 182, 212, 43,   24, 27,   29};
  const Kokkos::ScopeGuard kokkos;
  using Space = Kokkos::DefaultHostExecutionSpace;
  const Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> x("x", 24, 1);
  const Kokkos::View<double*, Kokkos::HostSpace> y("y", 24);
  for (int i = 0; i < 24; ++i) {
    x(i, 0) = 50 + i;
    y(i) = calls[i];
  }

  robustream::Options options;
  options.tau = 5;
  options.tol = 1e-12;
  robustream::RenewableHuber model(options);
  robustream::BatchReport report;
  const robustream::Status status = model.partial_fit(Space(), x, y, &report);
  if (!status) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  }
  const double slope = model.state().coefficients()[0];
  const double intercept = model.state().intercept();
  std::printf("robustream %s (%s): calls = %.12f + %.12f year, converged: %s\n", robustream::version(),
              robustream::commit(), intercept, slope, report.converged ? "yes" : "no");
  const bool right =
      std::fabs(slope - 1.75032967032967) < 1e-9 && std::fabs(intercept + 87.55076923076923) < 1e-9 && report.converged;
  return right ? 0 : 1;
}
