// SPDX-License-Identifier: BSD-3-Clause
#include <support/random_stream.hpp>

#include <sstream>

#include <support/random_numbers.hpp>

namespace robustream::test {
namespace {

using reference::Batch;
using reference::Options;

enum class Column { normal, heavy_tailed, binary, integer, constant, copy, sum, near_copy };

struct ColumnPlan {
  Column kind = Column::normal;
  double scale = 1, slope = 0, near = 0;
  double offset = 0;                  // where its values lie
  std::size_t first = 0, second = 0;  // columns that it is made of
};

struct Plan {
  std::vector<ColumnPlan> columns;
  double noise = 1, response_offset = 0, outlier_share = 0, outlier_size = 1, leverage_share = 0;
  bool heavy_noise = false, jump = false;
  int weights = 0;  // 0 none, 1 integers, 2 fractions, 3 zeros and ones
  double weight_scale = 1;
};

ColumnPlan plan_column(RandomNumbers& random, std::size_t index, bool intercept, bool offsets, bool collinear,
                       double nearest) {
  ColumnPlan column;
  column.scale = random.log_uniform(1e-3, 1e3);
  // Without an intercept an offset is collinearity with nothing to take it up.
  if (offsets)
    column.offset = random.sign() * (intercept ? random.log_uniform(1, 1e8) : column.scale * random.uniform(0, 30));
  const double kind = random.uniform();
  column.kind = kind < 0.6    ? Column::normal
                : kind < 0.75 ? Column::heavy_tailed
                : kind < 0.9  ? Column::binary
                              : Column::integer;
  if (collinear && random.chance(0.3)) {
    const double trap = random.uniform();
    column.kind = index == 0 || trap < 0.2 ? Column::constant
                  : trap < 0.5             ? Column::copy
                  : trap < 0.7             ? Column::sum
                                           : Column::near_copy;
    column.near = random.log_uniform(nearest, 1e-1);
    column.first = index == 0 ? 0 : static_cast<std::size_t>(random.integer(0, static_cast<int>(index) - 1));
    column.second = index == 0 ? 0 : static_cast<std::size_t>(random.integer(0, static_cast<int>(index) - 1));
  }
  return column;
}

double value(RandomNumbers& random, const ColumnPlan& column, const double* row) {
  switch (column.kind) {
    case Column::normal: return column.offset + column.scale * random.normal();
    case Column::heavy_tailed:
      return column.offset + column.scale * random.normal() / std::sqrt(random.uniform(0.05, 1));
    case Column::binary: return column.offset + (random.chance(0.3) ? column.scale : 0);
    case Column::integer: return column.offset + column.scale * random.integer(-3, 3);
    case Column::constant: return column.scale;
    case Column::copy: return row[column.first];
    case Column::sum: return row[column.first] + row[column.second];
    case Column::near_copy: return row[column.first] + column.near * column.scale * random.normal();
  }
  return 0;
}

double weight(RandomNumbers& random, const Plan& plan) {
  switch (plan.weights) {
    case 1: return random.integer(0, 3);
    case 2: return random.uniform(0, 2) * plan.weight_scale;
    default: return random.chance(0.4) ? 0.0 : 1.0;
  }
}

Batch make_batch(RandomNumbers& random, const Plan& plan, std::size_t rows) {
  Batch batch;
  batch.rows = rows;
  batch.features = plan.columns.size();
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row;
    double response = plan.response_offset;
    for (const ColumnPlan& column : plan.columns) {
      row.push_back(value(random, column, row.data()));
      response += column.slope * (row.back() - column.offset);
    }
    if (random.chance(plan.leverage_share)) {
      for (std::size_t j = 0; j < row.size(); ++j) row[j] += plan.columns[j].scale * 1000 * random.normal();
    }
    response += plan.noise * (plan.heavy_noise ? random.cauchy() : random.normal());
    if (random.chance(plan.outlier_share)) response += random.sign() * plan.outlier_size * plan.noise;
    batch.x.insert(batch.x.end(), row.begin(), row.end());
    batch.y.push_back(response);
    if (plan.weights != 0) batch.w.push_back(weight(random, plan));
  }
  // A batch of zero weights is an error, which other tests ask for.
  if (plan.weights != 0) batch.w[0] = std::max(batch.w[0], plan.weight_scale);
  return batch;
}

}  // namespace

RandomStream random_stream(std::uint64_t seed) {
  RandomNumbers random(seed * 0x9E3779B97F4A7C15ULL + 0x5851F42D4C957F2DULL);
  RandomStream stream;
  stream.seed = seed;
  Options& options = stream.options;
  options.fit_intercept = random.chance(0.75);
  options.l1 = random.chance(0.5);

  Plan plan;
  const auto p = static_cast<std::size_t>(random.log_uniform(1, 41));
  const bool offsets = random.chance(0.4), collinear = random.chance(0.25);
  plan.noise = random.chance(0.05) ? 0 : random.log_uniform(1e-2, 1e2);
  const double spread = plan.noise > 0 ? plan.noise : 1;
  options.tau = spread * (random.chance(0.7) ? random.uniform(0.5, 3) : random.log_uniform(1e-2, 1e3));
  // With l1 a column that differs from another by less says nothing that float64 could hold; without, it is left to the
  // rank (reference/excess.hpp).
  const double nearest = options.l1 ? 1e-5 : 1e-7;
  for (std::size_t j = 0; j < p; ++j) {
    plan.columns.push_back(plan_column(random, j, options.fit_intercept, offsets, collinear, nearest));
    ColumnPlan& column = plan.columns.back();
    const double first = plan.columns[column.first].offset, second = plan.columns[column.second].offset;
    if (column.kind == Column::constant) column.offset = column.scale;
    if (column.kind == Column::copy || column.kind == Column::near_copy) column.offset = first;
    if (column.kind == Column::sum) column.offset = first + second;
    if (random.chance(0.6))
      plan.columns[j].slope = random.normal() * spread * random.log_uniform(0.1, 10) / plan.columns[j].scale;
  }
  if (random.chance(0.3)) plan.response_offset = random.sign() * random.log_uniform(1, 1e8);
  if (random.chance(0.5)) plan.outlier_share = random.uniform(0, 0.3);
  plan.outlier_size = random.log_uniform(3, 1e6);
  if (random.chance(0.1)) plan.leverage_share = 0.02;
  plan.heavy_noise = random.chance(0.15);
  plan.jump = random.chance(0.2);
  plan.weights = random.chance(0.5) ? 0 : random.integer(1, 3);
  if (plan.weights == 2 && random.chance(0.3)) plan.weight_scale = random.log_uniform(1e-6, 1e6);

  if (options.l1) {
    options.lambda_scale = random.chance(0.5) ? 1 : random.log_uniform(1e-3, 3);
    if (random.chance(0.2)) options.lambda = spread * random.log_uniform(1e-4, 1);
  }
  if (random.chance(0.2)) options.bandwidth_scale = random.log_uniform(1e-2, 10);

  const int batches = random.integer(1, 4);
  const int most = random.chance(0.2) ? 8 : 500;
  std::ostringstream text;
  text << "seed " << seed << (options.l1 ? " l1" : " none") << " p=" << p << " rows=";
  for (int k = 0; k < batches; ++k) {
    if (plan.jump && k > 0) {
      for (ColumnPlan& column : plan.columns) column.slope = -column.slope;
    }
    stream.batches.push_back(make_batch(random, plan, static_cast<std::size_t>(random.integer(1, most))));
    text << (k ? "/" : "") << stream.batches.back().rows;
  }
  text << " tau=" << static_cast<double>(options.tau) << " noise=" << plan.noise
       << (options.fit_intercept ? "" : " no-intercept") << (offsets ? " offsets" : "")
       << (collinear ? " collinear" : "") << " weights=" << plan.weights << " outliers=" << plan.outlier_share << "x"
       << plan.outlier_size << " response-offset=" << plan.response_offset;
  stream.description = text.str();
  return stream;
}

RandomStream rounded_to_float(RandomStream stream) {
  for (Batch& batch : stream.batches) {
    for (std::vector<double>* values : {&batch.x, &batch.y, &batch.w}) {
      for (double& value : *values) value = static_cast<float>(value);
    }
  }
  return stream;
}

}  // namespace robustream::test
