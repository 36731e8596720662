// SPDX-License-Identifier: BSD-3-Clause
#include <reference/penalised_quadratic.hpp>

#include <limits>

namespace robustream::reference {
namespace {

/// The model's gradient at v and the size of its terms, by which rounding is judged.
void model_gradient(const Matrix& h, const Vector& g, const Vector& b, const Vector& v, Vector& at_v, Vector& size) {
  at_v = g;
  size.assign(g.size(), 0);
  for (std::size_t i = 0; i < g.size(); ++i) {
    size[i] = std::fabs(g[i]);
    for (std::size_t j = 0; j < g.size(); ++j) {
      const Real term = h(i, j) * (v[j] - b[j]);
      at_v[i] += term;
      size[i] += std::fabs(term);
    }
  }
}

/// Newton's step on the free coordinates, whose signs are held; 0 elsewhere.
bool step_on(const std::vector<std::size_t>& free, const Matrix& h, const Vector& slope, Vector& step) {
  Matrix part(free.size(), free.size());
  Vector right(free.size()), solution;
  for (std::size_t i = 0; i < free.size(); ++i) {
    right[i] = -slope[free[i]];
    for (std::size_t j = 0; j < free.size(); ++j) part(i, j) = h(free[i], free[j]);
  }
  if (!solve_positive_definite(part, right, solution)) return false;
  step.assign(slope.size(), 0);
  for (std::size_t i = 0; i < free.size(); ++i) step[free[i]] = solution[i];
  return true;
}

}  // namespace

bool minimise_penalised_quadratic(const Matrix& h, const Vector& g, const Vector& lambda, const Vector& b, Vector& v) {
  const std::size_t q = g.size();
  const Real rounding = 16 * std::numeric_limits<Real>::epsilon();
  v = b;
  std::vector<int> sign(q);  // 0 for a penalised coordinate held at zero
  for (std::size_t j = 0; j < q; ++j) sign[j] = b[j] > 0 ? 1 : b[j] < 0 ? -1 : 0;

  for (std::size_t round = 0; round < 40 * q + 40; ++round) {
    Vector at_v, size, slope(q, 0), step;
    model_gradient(h, g, b, v, at_v, size);
    std::vector<std::size_t> free;
    for (std::size_t j = 0; j < q; ++j) {
      if (lambda[j] != 0 && sign[j] == 0) continue;
      slope[j] = at_v[j] + (lambda[j] != 0 ? lambda[j] * static_cast<Real>(sign[j]) : 0);
      free.push_back(j);
    }
    if (!free.empty() && !step_on(free, h, slope, step)) return false;
    if (free.empty()) step.assign(q, 0);

    // The first coordinate that would change its sign stops the step and is then held at zero.
    Real length = 1;
    std::size_t blocking = q;
    for (const std::size_t j : free) {
      if (lambda[j] == 0 || static_cast<Real>(sign[j]) * (v[j] + step[j]) > 0) continue;
      const Real reach = step[j] == 0 ? 0 : std::fabs(v[j] / step[j]);
      if (reach < length || blocking == q) {
        length = std::min(reach, Real(1));
        blocking = j;
      }
    }
    for (const std::size_t j : free) v[j] += length * step[j];
    if (blocking < q) {
      v[blocking] = 0;
      sign[blocking] = 0;
      continue;
    }

    // Signs hold: free the zero whose slope exceeds its penalty most, if there is one.
    model_gradient(h, g, b, v, at_v, size);
    std::size_t entering = q;
    Real excess = 0;
    for (std::size_t j = 0; j < q; ++j) {
      if (lambda[j] == 0 || sign[j] != 0) continue;
      const Real over = std::fabs(at_v[j]) - lambda[j];
      if (over <= rounding * (size[j] + lambda[j])) continue;
      if (over / std::sqrt(h(j, j)) > excess) {
        excess = over / std::sqrt(h(j, j));
        entering = j;
      }
    }
    if (entering == q) return true;
    sign[entering] = at_v[entering] > 0 ? -1 : 1;
  }
  return true;  // rounding made it cycle; the caller's line search makes whatever it can of v
}

}  // namespace robustream::reference
