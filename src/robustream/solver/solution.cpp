// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/solution.hpp>

#include <algorithm>

namespace robustream {
namespace {

/// A diagonal entry that has lost this share of its peak has lost as many digits.
constexpr double least_share = 1e-4;

}  // namespace

/// False when the Gram matrix came out with too few digits.
bool Solve::read(Iterate& iterate, const PassOptions& options) {
  problem.pass(surrogate.loss(), iterate.b.data(), options, current.summary.gram(), iterate.slot, iterate.summary);
  if (options.gram == GramWeight::none) return true;
  const std::size_t q = iterate.b.size();
  iterate.peak.resize(q);
  bool good = true;
  for (std::size_t j = 0; j < q; ++j) {
    const double diagonal = iterate.summary.gram()[j * (q + 1)];
    const double before = options.base >= 0 ? current.peak[j] : 0.0;
    iterate.peak[j] = std::max(diagonal, before);
    good = good && diagonal >= least_share * iterate.peak[j];
  }
  return good;
}

void Solve::evaluate(Iterate& iterate, GramWeight gram, bool magnitudes) {
  const bool update = gram == GramWeight::curvature && current.curvature && &iterate != &current;
  if (!read(iterate, {gram, magnitudes, update ? current.slot : -1}) && update) {
    read(iterate, {gram, magnitudes, -1});
  }
  surrogate.gradient(iterate.summary, iterate.b.data(), iterate.gradient.data());
  iterate.magnitudes = magnitudes;
  iterate.curvature = gram == GramWeight::curvature;
}

}  // namespace robustream
