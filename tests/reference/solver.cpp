// SPDX-License-Identifier: BSD-3-Clause
#include <reference/solver.hpp>

#include <limits>

#include <reference/certificate.hpp>
#include <reference/line_search.hpp>
#include <reference/objective.hpp>
#include <reference/penalised_quadratic.hpp>

namespace robustream::reference {
namespace {

constexpr Real epsilon = std::numeric_limits<Real>::epsilon();

/// True when F at b is no larger than rounding can make it: an exact fit, where gradients are noise.
bool exact_fit(const Problem& problem, const Vector& b) {
  return objective(problem, b).magnitude() <= rounding_floor(problem, b, double_epsilon, epsilon);
}

/// How far the model with second derivative h falls between b and its minimiser v.
Real model_decrease(const Problem& problem, const Matrix& h, const Vector& g, const Vector& b, const Vector& v) {
  const Vector d = subtract(v, b);
  Real change = dot(g, d) + dot(d, multiply(h, d)) / 2;
  for (std::size_t j = 0; j < b.size(); ++j) change += problem.lambda[j] * (std::fabs(v[j]) - std::fabs(b[j]));
  return std::max(-change, Real(0));
}

/// b + t (v - b), with v itself and exact zeros where they are meant.
Vector move(const Problem& problem, const Vector& b, const Vector& v, Real t) {
  if (std::fabs(t - 1) < 1e-6L) return v;
  Vector result(b.size());
  for (std::size_t j = 0; j < b.size(); ++j) {
    const Real d = v[j] - b[j];
    const bool at_kink = problem.lambda[j] != 0 && d != 0 && -b[j] / d == t;
    result[j] = at_kink ? 0 : b[j] + t * d;
  }
  return result;
}

/// The minimiser of the quadratic model at b; where rounding makes its matrix indefinite, of a more damped one.
bool minimise_model(const Problem& problem, const Vector& b, const Vector& g, Matrix h, Vector& v, Real& promised) {
  for (Real share = 1e-16L; share < 1; share *= 10) {
    if (minimise_penalised_quadratic(h, g, problem.lambda, b, v)) {
      promised = model_decrease(problem, h, g, b, v);
      return true;
    }
    for (std::size_t j = 0; j < b.size(); ++j) h(j, j) *= 1 + share;
  }
  return false;
}

/// Minimises a problem whose second derivative is positive definite everywhere. `best` holds the start, then the
/// answer.
void minimise(const Problem& problem, Solution& best) {
  Vector b = best.coefficients;
  Real kkt = stationarity(problem, b, epsilon);
  best.kkt = kkt;
  best.promised = std::numeric_limits<Real>::infinity();
  int idle = 0;
  for (int iteration = 0; iteration < 400 && idle < 3 && kkt > 0; ++iteration, ++best.iterations) {
    // Reweighted steps first (they find the region), and now and then later in case Newton's steps do not get on.
    const bool reweighted = kkt > 1e-3L && iteration % 8 < 3;
    const Vector r = residuals(problem, b), g = gradient(problem, b);
    const Matrix h = reweighted ? majorising_hessian(problem, r) : generalised_hessian(problem, r);
    Vector v;
    if (!minimise_model(problem, b, g, h, v, best.promised)) break;
    const Real t = minimise_along(problem, r, b, subtract(v, b));
    // Where no descent is left within rounding, the full step may still tidy up the last digits.
    const Vector moved = move(problem, b, v, t > 0 ? t : 1);
    if (exact_fit(problem, b) && exact_fit(problem, moved)) break;
    const Real moved_kkt = stationarity(problem, moved, epsilon);
    const bool better = moved_kkt < best.kkt / 2;
    const bool settled = !reweighted && best.promised <= 1e-24L * objective(problem, b).magnitude();
    idle = better ? 0 : idle + (kkt < 1e-12L || t == 0 || settled);
    if (t == 0 && !better) continue;
    b = moved;
    kkt = moved_kkt;
    if (kkt < best.kkt || exact_fit(problem, b)) {
      best.kkt = kkt;
      best.coefficients = b;
    }
  }
}

/// Sets the proximal term: `share` of the majoriser's diagonal at the centre, so that it means the same in all
/// coordinates; a coordinate that nothing depends on counts as 1.
void centre_at(const Vector& centre, Real share, Problem& problem) {
  problem.proximal_weight.clear();
  const Matrix majoriser = majorising_hessian(problem, residuals(problem, centre));
  problem.proximal_centre = centre;
  for (std::size_t j = 0; j < centre.size(); ++j) {
    problem.proximal_weight.push_back(share * (majoriser(j, j) > 0 ? majoriser(j, j) : 1));
  }
}

}  // namespace

Real undetermined(const Problem& problem) { return static_cast<Real>(problem.parameters()) * double_epsilon; }

Solution solve(const Problem& problem, const Vector& start, int rounds, Real share) {
  Solution best;
  best.coefficients = start.empty() ? Vector(problem.parameters(), 0) : start;
  Problem round = problem;
  for (; best.rounds < rounds; ++best.rounds) {
    const Vector before = best.coefficients;
    centre_at(before, share, round);
    minimise(round, best);
    best.magnitude = objective(problem, best.coefficients).magnitude();
    best.certified =
        best.kkt <= 1e-12L || best.promised <= 1e-20L * best.magnitude || exact_fit(problem, best.coefficients);
    if (-objective_difference(problem, before, best.coefficients) <= 1e-20L * best.magnitude) break;
  }
  best.kkt = stationarity(problem, best.coefficients, epsilon);
  return best;
}

}  // namespace robustream::reference
