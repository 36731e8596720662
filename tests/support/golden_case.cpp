// SPDX-License-Identifier: BSD-3-Clause
#include <support/golden_case.hpp>

#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace robustream::test {
namespace {

/// An HDF5 identifier that closes itself. The tests use the C interface directly, so that what reads the right answers
/// is not what they test.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id < 0) throw std::runtime_error("golden case: cannot open " + what);
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

bool has_attribute(hid_t object, const std::string& name) { return H5Aexists(object, name.c_str()) > 0; }

bool has_link(hid_t group, const std::string& name) { return H5Lexists(group, name.c_str(), H5P_DEFAULT) > 0; }

double number(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "attribute " + name);
  double value = 0;
  if (H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0) throw std::runtime_error("golden case: cannot read " + name);
  return value;
}

double number_or(hid_t object, const std::string& name, double fallback) {
  return has_attribute(object, name) ? number(object, name) : fallback;
}

/// Strings are fixed-length bytes, padded with NUL.
std::string text(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "attribute " + name);
  const Handle type(H5Aget_type(attribute), H5Tclose, "type of " + name);
  std::string value(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, value.data()) < 0) throw std::runtime_error("golden case: cannot read " + name);
  value.resize(std::min(value.find('\0'), value.size()));
  return value;
}

std::vector<double> dataset(hid_t group, const std::string& name, std::vector<hsize_t>* shape = nullptr) {
  const Handle data(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "dataset " + name);
  const Handle space(H5Dget_space(data), H5Sclose, "shape of " + name);
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(rank, 0)));
  if (rank > 0) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  if (shape != nullptr) *shape = extents;
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (!values.empty() && H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    throw std::runtime_error("golden case: cannot read " + name);
  }
  return values;
}

double scalar(hid_t group, const std::string& name) { return dataset(group, name).at(0); }

GoldenExpected read_expected(hid_t group) {
  GoldenExpected result;
  result.coef = dataset(group, "coef");
  result.intercept = scalar(group, "intercept");
  result.information = dataset(group, "information");
  result.weight_sum = scalar(group, "weight_sum");
  result.lambda = scalar(group, "lambda");
  result.bandwidth = scalar(group, "bandwidth");
  result.objective = scalar(group, "objective");
  result.n_samples_seen = static_cast<std::int64_t>(scalar(group, "n_samples_seen"));
  result.batch_count = static_cast<std::int64_t>(scalar(group, "batch_count"));
  result.iterations = static_cast<std::int64_t>(scalar(group, "iterations"));
  result.converged = scalar(group, "converged") != 0;
  result.kkt = number_or(group, "kkt", 0);
  result.is_solution = number_or(group, "is_solution", 0) != 0;
  return result;
}

GoldenBatch read_batch(hid_t file, const std::string& name) {
  const Handle group(H5Gopen2(file, name.c_str(), H5P_DEFAULT), H5Gclose, "group " + name);
  GoldenBatch batch;
  std::vector<hsize_t> shape;
  batch.x = dataset(group, "X", &shape);
  if (shape.size() != 2) throw std::runtime_error("golden case: X of " + name + " is no matrix");
  batch.rows = static_cast<std::size_t>(shape[0]);
  batch.features = static_cast<std::size_t>(shape[1]);
  batch.y = dataset(group, "y");
  batch.weighted = has_link(group, "w");
  if (batch.weighted) batch.w = dataset(group, "w");
  if (has_attribute(group, "expect_error")) batch.expect_error = text(group, "expect_error");
  if (has_link(group, "expected")) {
    const Handle expected(H5Gopen2(group, "expected", H5P_DEFAULT), H5Gclose, name + "/expected");
    batch.expected = read_expected(expected);
  }
  return batch;
}

std::string batch_name(std::size_t index) {
  const std::string digits = std::to_string(index);
  return "batch_" + std::string(3 - std::min<std::size_t>(digits.size(), 3), '0') + digits;
}

}  // namespace

std::vector<std::string> golden_files(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".h5") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

GoldenCase read_golden_case(const std::string& path) {
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, path);
  GoldenCase result;
  result.name = text(file, "case");
  result.purpose = text(file, "purpose");
  result.expect = text(file, "expect");
  result.compare = text(file, "compare");
  result.dtype = text(file, "dtype");
  result.penalty = text(file, "penalty");
  result.tau = number(file, "tau");
  result.lambda_scale = number(file, "lambda_scale");
  result.bandwidth_scale = number(file, "bandwidth_scale");
  result.tol = number(file, "tol");
  result.ridge = number(file, "ridge");
  result.max_iter = static_cast<std::int64_t>(number(file, "max_iter"));
  result.fit_intercept = number(file, "fit_intercept") != 0;
  result.tol_coef = number_or(file, "tol_coef", 0);
  result.tol_information = number_or(file, "tol_information", 0);
  result.tol_objective = number_or(file, "tol_objective", 0);
  result.tol_iterations = number_or(file, "tol_iterations", 0);
  result.f64_coef = number_or(file, "f64_coef", 0);
  for (std::size_t k = 0; has_link(file, batch_name(k)); ++k) result.batches.push_back(read_batch(file, batch_name(k)));
  if (result.batches.size() != static_cast<std::size_t>(number(file, "n_batches"))) {
    throw std::runtime_error("golden case: " + path + " lacks batches");
  }
  return result;
}

}  // namespace robustream::test
