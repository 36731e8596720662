// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <reference/problem.hpp>
#include <robustream/robustream.hpp>

/// Between the oracle's types and the library's: batches into Views, states and options either way.
namespace robustream::test {

using Exec = Kokkos::DefaultHostExecutionSpace;

template <class T, class Space = Exec> Kokkos::View<T*, Space> to_vector(const std::vector<double>& values) {
  Kokkos::View<T*, Space> view("test vector", values.size());
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = static_cast<T>(values[i]);
  Kokkos::deep_copy(view, host);
  return view;
}

/// `values` row after row.
template <class T, class Layout = Kokkos::LayoutRight, class Space = Exec>
Kokkos::View<T**, Layout, Space> to_matrix(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
  Kokkos::View<T**, Layout, Space> view("test matrix", rows, columns);
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) host(i, j) = static_cast<T>(values[i * columns + j]);
  }
  Kokkos::deep_copy(view, host);
  return view;
}

/// partial_fit of a batch whose y and w may have any length, as T, on Space.
template <class T, class Space = Exec>
Status partial_fit(RenewableHuber& model, const reference::Batch& batch, bool weighted, BatchReport* report = nullptr) {
  const auto x = to_matrix<T, Kokkos::LayoutRight, Space>(batch.x, batch.rows, batch.features);
  const auto y = to_vector<T, Space>(batch.y);
  if (weighted) return model.partial_fit(Space(), x, y, to_vector<T, Space>(batch.w), report);
  return model.partial_fit(Space(), x, y, report);
}
template <class T = double, class Space = Exec>
Status partial_fit(RenewableHuber& model, const reference::Batch& batch, BatchReport* report = nullptr) {
  return partial_fit<T, Space>(model, batch, !batch.w.empty(), report);
}

/// The statistical options; tolerances keep the library's defaults.
Options library_options(const reference::Options& options);
reference::Options reference_options(const Options& options);

/// The library's state, in the coordinates that it keeps, for the oracle. A singular information matrix gains what
/// rounding took from it.
reference::State reference_state(const State& state);

/// The library's coefficients, intercept last, in the coordinates of a problem of the oracle: from the standardised
/// ones that the state keeps, in long double.
reference::Vector coefficients_in(const reference::Problem& problem, const State& state);

/// Coefficients then intercept (if the model has one), as the user sees them.
std::vector<double> user_coefficients(const State& state);

/// True when every number, name and option is the same, bit for bit (NaN equals NaN, -0 differs from 0).
bool bit_equal(const State& a, const State& b);

/// "rows 10 iterations 3 converged kkt 1e-9 ...": a report on one line, for failures.
std::string describe(const BatchReport& report);

}  // namespace robustream::test
