// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/options.hpp>

#include <cmath>
#include <initializer_list>
#include <vector>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/format.hpp>
#include <robustream/base/nearest_name.hpp>

namespace robustream {
namespace {

Status out_of_range(const char* option, double value, const char* range) {
  return {StatusCode::invalid_option,
          std::string("option ") + option + " = " + format_number(value) + " is out of range: it must be " + range};
}

bool positive(double value) { return std::isfinite(value) && value > 0.0; }
bool non_negative(double value) { return std::isfinite(value) && value >= 0.0; }

template <class Enum>
Status parse_name(const char* option, const std::string& text, std::initializer_list<Enum> values, Enum& result) {
  std::vector<std::string> names;
  for (Enum value : values) {
    if (text == name(value)) {
      result = value;
      return {};
    }
    names.emplace_back(name(value));
  }
  std::string list;
  for (const auto& n : names) list += (list.empty() ? "" : ", ") + n;
  return {StatusCode::invalid_option, std::string("option ") + option + ": '" + text + "' is not one of " + list +
                                          "; the nearest is '" + nearest_name(text, names) + "'"};
}

}  // namespace

bool Options::operator==(const Options& o) const {
  return loss == o.loss && tau == o.tau && penalty == o.penalty && solver == o.solver && lambda == o.lambda &&
         lambda_scale == o.lambda_scale && bandwidth_scale == o.bandwidth_scale && fit_intercept == o.fit_intercept &&
         max_iter == o.max_iter && tol == o.tol && ridge == o.ridge;
}

Status validate(const Options& options) {
  if (!positive(options.tau)) return out_of_range("tau", options.tau, "a finite number above 0");
  if (options.lambda && !non_negative(*options.lambda)) {
    return out_of_range("lambda", *options.lambda, "a finite number, 0 or above");
  }
  if (!non_negative(options.lambda_scale)) {
    return out_of_range("lambda_scale", options.lambda_scale, "a finite number, 0 or above");
  }
  if (!positive(options.bandwidth_scale)) {
    return out_of_range("bandwidth_scale", options.bandwidth_scale, "a finite number above 0");
  }
  if (options.max_iter < 1) return out_of_range("max_iter", options.max_iter, "1 or above");
  if (!positive(options.tol)) return out_of_range("tol", options.tol, "a finite number above 0");
  if (!non_negative(options.ridge)) return out_of_range("ridge", options.ridge, "a finite number, 0 or above");
  if (options.solver == Solver::lamm && options.penalty != Penalty::l1) {
    return {StatusCode::invalid_option, "option solver = lamm needs penalty = l1; without a penalty use newton"};
  }
  return {};
}

const char* name(Loss) noexcept { return "huber"; }
const char* name(Penalty penalty) noexcept { return penalty == Penalty::none ? "none" : "l1"; }
const char* name(Solver solver) noexcept {
  switch (solver) {
    case Solver::newton: return "newton";
    case Solver::lamm: return "lamm";
    case Solver::automatic: break;
  }
  return "auto";
}
const char* name(Termination termination) noexcept {
  switch (termination) {
    case Termination::converged: return "converged";
    case Termination::iteration_limit: return "iteration_limit";
    case Termination::stalled: return "stalled";
    case Termination::ill_conditioned: break;
  }
  return "ill_conditioned";
}

Status parse(const std::string& text, Loss& loss) { return parse_name("loss", text, {Loss::huber}, loss); }
Status parse(const std::string& text, Penalty& penalty) {
  return parse_name("penalty", text, {Penalty::none, Penalty::l1}, penalty);
}
Status parse(const std::string& text, Solver& solver) {
  return parse_name("solver", text, {Solver::automatic, Solver::newton, Solver::lamm}, solver);
}

}  // namespace robustream
