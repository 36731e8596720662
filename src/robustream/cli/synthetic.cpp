// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/synthetic.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <robustream/cli/choices.hpp>

namespace robustream::cli {
namespace {

// Neighbouring seeds and parts must give unrelated streams; this is the finaliser of splitmix64.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

Status range_error(const char* option, const char* range) {
  return {StatusCode::invalid_option, std::string("option ") + option + " is out of range: it must be " + range};
}

bool within(double value, double low, double high) { return value >= low && value <= high; }

}  // namespace

const char* name(Noise noise) noexcept {
  switch (noise) {
    case Noise::normal: return "normal";
    case Noise::t2: return "t2";
    case Noise::t3: return "t3";
    case Noise::cauchy: break;
  }
  return "cauchy";
}

Status parse(const std::string& text, Noise& noise) {
  return choose("noise", text, {Noise::normal, Noise::t2, Noise::t3, Noise::cauchy}, noise);
}

Status validate(const SyntheticOptions& o) {
  if (o.features < 1) return range_error("features", "1 or above");
  if (!(std::isfinite(o.noise_scale) && o.noise_scale >= 0))
    return range_error("noise-scale", "a finite number, 0 or above");
  if (!within(o.outlier_share, 0, 1)) return range_error("outliers", "a share between 0 and 1");
  if (!std::isfinite(o.outlier_size)) return range_error("outlier-size", "a finite number");
  if (!(std::fabs(o.correlation) < 1)) return range_error("correlation", "above -1 and below 1");
  if (!within(o.sparsity, 0, 1)) return range_error("sparsity", "a share between 0 and 1");
  return {};
}

SyntheticStream::SyntheticStream(const SyntheticOptions& options)
    : options_(options), random_(mix(mix(options.seed) + options.part + 1)) {
  // Coefficients have their own generator, seeded without the part: all parts of a stream share them.
  Random random(mix(options.seed));
  intercept_ = random.normal();
  coefficients_.resize(static_cast<std::size_t>(options.features));
  for (double& c : coefficients_) c = random.normal();
  // Which ones are 0: the first k places of a random order.
  std::vector<std::size_t> order(coefficients_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
    std::swap(order[i - 1], order[other]);
  }
  const auto zeros = static_cast<std::size_t>(options.sparsity * static_cast<double>(order.size()) + 0.5);
  for (std::size_t i = 0; i < zeros; ++i) coefficients_[order[i]] = 0.0;
  innovation_ = std::sqrt((1 - options.correlation) * (1 + options.correlation));
}

double SyntheticStream::noise() {
  switch (options_.noise) {
    case Noise::normal: return random_.normal();
    case Noise::t2: return random_.t2();
    case Noise::t3: return random_.t3();
    case Noise::cauchy: break;
  }
  return random_.cauchy();
}

void SyntheticStream::next(double* x, double& y, double& weight) {
  double sum = intercept_;
  double previous = 0.0;
  for (std::size_t j = 0; j < coefficients_.size(); ++j) {
    const double z = random_.normal();
    previous = j == 0 ? z : options_.correlation * previous + innovation_ * z;
    x[j] = previous;
    sum += coefficients_[j] * previous;
  }
  y = sum + options_.noise_scale * noise();
  if (options_.outlier_share > 0 && random_.uniform() < options_.outlier_share) y += options_.outlier_size;
  weight = options_.weights ? std::floor(4 * random_.uniform()) : 1.0;
}

}  // namespace robustream::cli
