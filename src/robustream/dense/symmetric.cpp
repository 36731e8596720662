// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/dense/symmetric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <cblas.h>
#include <lapacke.h>

// OpenBLAS's own, absent from other libraries.
extern "C" __attribute__((weak)) int openblas_get_num_threads();
extern "C" __attribute__((weak)) void openblas_set_num_threads(int);

namespace robustream::dense {
namespace {

/// One thread for the calls in its scope. OpenBLAS's threads know nothing of Kokkos', which still wait busily on every
/// core after a kernel: on two cores a factorisation of 257 x 257 then takes up to a hundred times as long.
class OneThread {
 public:
  OneThread() : before_(openblas_get_num_threads != nullptr ? openblas_get_num_threads() : 1) { set(1); }
  ~OneThread() { set(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  void set(int threads) const {
    if (before_ != 1 && openblas_set_num_threads != nullptr) openblas_set_num_threads(threads);
  }
  int before_;
};

/// scale[j] = 1 / sqrt(a_jj), 1 where the diagonal is 0; false when an entry is not finite or a diagonal is negative.
bool unit_diagonal(const double* a, int q, std::vector<double>& scale) {
  scale.resize(static_cast<std::size_t>(q));
  const auto n = static_cast<std::size_t>(q);
  for (std::size_t j = 0; j < n; ++j) {
    const double d = a[j * n + j];
    if (!(d >= 0.0) || std::isinf(d)) return false;
    scale[j] = d > 0.0 ? 1.0 / std::sqrt(d) : 1.0;
    if (!std::isfinite(scale[j])) scale[j] = 1.0;
  }
  return true;
}

bool scaled_copy(const double* a, int q, const std::vector<double>& scale, std::vector<double>& result) {
  const auto n = static_cast<std::size_t>(q);
  result.resize(n * n);
  bool finite = true;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      result[j * n + i] = a[j * n + i] * scale[i] * scale[j];
      finite = finite && std::isfinite(result[j * n + i]);
    }
  }
  return finite;
}

}  // namespace

void multiply(const double* a, int q, const double* x, double* result) {
  const OneThread one_thread;
  cblas_dsymv(CblasColMajor, CblasLower, q, 1.0, a, q, x, 1, 0.0, result, 1);
}

double quadratic_form(const double* a, int q, const double* x, const double* y) {
  const auto n = static_cast<std::size_t>(q);
  double total = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    double column = 0.0;
    for (std::size_t i = 0; i < n; ++i) column += a[j * n + i] * x[i];
    total += column * y[j];
  }
  return total;
}

bool Cholesky::factor(const double* a, int q) {
  const OneThread one_thread;
  q_ = q;
  condition_ = std::numeric_limits<double>::infinity();
  if (!unit_diagonal(a, q, scale_) || !scaled_copy(a, q, scale_, factor_)) return false;
  work_.resize(3 * static_cast<std::size_t>(q));
  integer_work_.resize(static_cast<std::size_t>(q));
  right_hand_side_.resize(static_cast<std::size_t>(q));
  const double norm = LAPACKE_dlansy_work(LAPACK_COL_MAJOR, '1', 'L', q, factor_.data(), q, work_.data());
  if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', q, factor_.data(), q) != 0) return false;
  double reciprocal = 0.0;
  LAPACKE_dpocon_work(LAPACK_COL_MAJOR, 'L', q, factor_.data(), q, norm, &reciprocal, work_.data(),
                      integer_work_.data());
  condition_ = reciprocal > 0.0 ? std::max(1.0, 1.0 / reciprocal) : std::numeric_limits<double>::infinity();
  return true;
}

void Cholesky::solve(const double* b, double* x) const {
  const OneThread one_thread;
  const auto n = static_cast<std::size_t>(q_);
  for (std::size_t j = 0; j < n; ++j) right_hand_side_[j] = b[j] * scale_[j];
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', q_, 1, factor_.data(), q_, right_hand_side_.data(), q_);
  for (std::size_t j = 0; j < n; ++j) x[j] = right_hand_side_[j] * scale_[j];
}

bool Spectral::factor(const double* a, int q) {
  const OneThread one_thread;
  q_ = q;
  rank_ = 0;
  const auto n = static_cast<std::size_t>(q);
  if (!unit_diagonal(a, q, scale_) || !scaled_copy(a, q, scale_, vectors_)) return false;
  values_.resize(n);
  double work_size = 0.0;
  int integer_size = 0;
  LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', q, vectors_.data(), q, values_.data(), &work_size, -1, &integer_size,
                      -1);
  work_.resize(static_cast<std::size_t>(work_size));
  integer_work_.resize(static_cast<std::size_t>(integer_size));
  if (LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', q, vectors_.data(), q, values_.data(), work_.data(),
                          static_cast<int>(work_.size()), integer_work_.data(), integer_size) != 0) {
    return false;
  }
  const double largest = std::max(values_[n - 1], 0.0);
  const double threshold = largest * static_cast<double>(q) * std::numeric_limits<double>::epsilon();
  double smallest = largest;
  for (std::size_t k = 0; k < n; ++k) {
    if (values_[k] > threshold) {
      ++rank_;
      smallest = std::min(smallest, values_[k]);
    }
  }
  condition_ = rank_ > 0 ? largest / smallest : 1.0;
  return true;
}

double Spectral::gain_outside_range(const double* b, const double* noise) const {
  const auto n = static_cast<std::size_t>(q_);
  double outside = 0.0;
  double noise_size = 0.0;
  for (std::size_t k = 0; k < n - static_cast<std::size_t>(rank_); ++k) {
    double projection = 0.0;
    for (std::size_t i = 0; i < n; ++i) projection += vectors_[k * n + i] * b[i] * scale_[i];
    outside += projection * projection;
  }
  for (std::size_t i = 0; i < n; ++i) noise_size += noise[i] * scale_[i] * noise[i] * scale_[i];
  const double excess = std::max(0.0, std::sqrt(outside) - std::sqrt(noise_size));
  const double threshold = std::max(values_[n - 1], 0.0) * q_ * std::numeric_limits<double>::epsilon();
  return excess > 0.0 ? 0.5 * excess * excess / threshold : 0.0;
}

double Spectral::outside_range(const double* b) const {
  const auto n = static_cast<std::size_t>(q_);
  double total = 0.0;
  double outside = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    double projection = 0.0;
    for (std::size_t i = 0; i < n; ++i) projection += vectors_[k * n + i] * b[i] * scale_[i];
    total += projection * projection;
    if (k < n - static_cast<std::size_t>(rank_)) outside += projection * projection;
  }
  return total > 0.0 ? std::sqrt(outside / total) : 0.0;
}

void Spectral::least_norm(const double* b, const double* c, int rows, double* x) const {
  const OneThread one_thread;
  const auto n = static_cast<std::size_t>(q_);
  const std::size_t null = n - static_cast<std::size_t>(rank_);
  std::fill(x, x + n, 0.0);
  for (std::size_t k = null; k < n; ++k) {
    double projection = 0.0;
    for (std::size_t i = 0; i < n; ++i) projection += vectors_[k * n + i] * b[i] * scale_[i];
    projection /= values_[k];
    for (std::size_t i = 0; i < n; ++i) x[i] += projection * vectors_[k * n + i] * scale_[i];
  }
  if (null == 0) return;
  // Of all x + N a (N spans the null space) the one with the smallest |C (x + N a)|: least squares for a.
  const auto m = static_cast<std::size_t>(rows);
  // C is invertible and N has independent columns, so a QR factorisation will do.
  std::vector<double> matrix(m * null), right(std::max(m, null), 0.0);
  for (std::size_t k = 0; k < null; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      const double value = vectors_[k * n + j] * scale_[j];
      for (std::size_t i = 0; i < m; ++i) matrix[k * m + i] += c[j * m + i] * value;
    }
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < m; ++i) right[i] -= c[j * m + i] * x[j];
  }
  const int info = LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', rows, static_cast<int>(null), 1, matrix.data(), rows,
                                 right.data(), static_cast<int>(right.size()));
  if (info != 0) return;  // x itself is a solution, only not the shortest
  for (std::size_t k = 0; k < null; ++k) {
    for (std::size_t j = 0; j < n; ++j) x[j] += right[k] * vectors_[k * n + j] * scale_[j];
  }
}

}  // namespace robustream::dense
