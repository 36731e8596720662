// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/random.hpp>

#include <cmath>

namespace robustream::cli {
namespace {

// Natural logarithm of x > 0 to a few units in the last place, from IEEE operations alone: x = 2^e m with m near 1 and
// log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172.
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact, in [1/2, 1)
  if (m < 0.7071067811865476) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double series = 0;
  for (int k = 21; k >= 1; k -= 2) series = series * s2 + 1.0 / k;
  return 2 * s * series + exponent * 0.6931471805599453;
}

template <int N> double polynomial(const double (&c)[N], double x) {
  double value = c[N - 1];
  for (int i = N - 2; i >= 0; --i) value = value * x + c[i];
  return value;
}

// Quantile of the standard normal: algorithm AS 241 (PPND16) of M. J. Wichura, Applied Statistics 37 (1988), relative
// accuracy about 1e-16. Coefficients are the paper's: a/b centre, c/d tails, e/f far tails.
double normal_quantile(double u) {
  static const double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                             1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                             3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static const double b[] = {1.0,
                             4.2313330701600911252e+1,
                             6.8718700749205790830e+2,
                             5.3941960214247511077e+3,
                             2.1213794301586595867e+4,
                             3.9307895800092710610e+4,
                             2.8729085735721942674e+4,
                             5.2264952788528545610e+3};
  static const double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                             3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                             2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double d[] = {1.0,
                             2.05319162663775882187e0,
                             1.67638483018380384940e0,
                             6.89767334985100004550e-1,
                             1.48103976427480074590e-1,
                             1.51986665636164571966e-2,
                             5.47593808499534494600e-4,
                             1.05075007164441684324e-9};
  static const double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                             2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                             2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double f[] = {1.0,
                             5.99832206555887937690e-1,
                             1.36929880922735805310e-1,
                             1.48753612908506148525e-2,
                             7.86869131145613259100e-4,
                             1.84631831751005468180e-5,
                             1.42151175831644588870e-7,
                             2.04426310338993978564e-15};
  const double q = u - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double r = std::sqrt(-portable_log(q < 0 ? u : 1 - u));
  double value = 0;
  if (r <= 5) {
    r -= 1.6;
    value = polynomial(c, r) / polynomial(d, r);
  } else {
    r -= 5;
    value = polynomial(e, r) / polynomial(f, r);
  }
  return q < 0 ? -value : value;
}

}  // namespace

double Random::normal() { return normal_quantile(uniform()); }

double Random::t2() {
  // The quantile has a closed form; 4 u (1 - u) stays exact enough in both tails because uniform() is symmetric.
  const double u = uniform();
  return (2 * u - 1) / std::sqrt(2 * u * (1 - u));
}

double Random::t3() {
  const double z = normal();
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double v = normal();
    sum += v * v;
  }
  return z / std::sqrt(sum / 3);
}

double Random::cauchy() {
  const double z = normal();
  return z / normal();
}

}  // namespace robustream::cli
