// SPDX-License-Identifier: BSD-3-Clause
// Each instruction set that this machine runs, against plain loops.
#include <robustream/kernels/host/tile.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

namespace robustream::host {
namespace {

std::vector<const TileOperations*> available() {
  std::vector<const TileOperations*> result{&tile_operations_generic()};
#if defined(__x86_64__)
#ifdef ROBUSTREAM_HAVE_AVX2_TILE
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) result.push_back(&tile_operations_avx2());
#endif
#ifdef ROBUSTREAM_HAVE_AVX512_TILE
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    result.push_back(&tile_operations_avx512());
  }
#endif
#endif
  return result;
}

/// A tile with its input and everything that the operations write, aligned as they want it.
struct Tile {
  int rows, columns, total, panels, capacity;
  bool intercept;
  std::vector<double> x, plain;  // plain: rows x total, standardised, row-major
  std::vector<double> centre, inverse_scale;
  Kokkos::View<double*, Kokkos::HostSpace> z, scaled, blocks, b, sum, vectors;

  Tile(int n, int p, bool ones, unsigned seed)
      : rows(n), columns(p), total(p + (ones ? 1 : 0)), panels(panels_for(total)), capacity(n + 9), intercept(ones) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    x.resize(static_cast<std::size_t>(n) * p);
    for (auto& v : x) v = normal(engine);
    const int padded = panels * panel_width;
    centre.assign(padded, 0.0);
    inverse_scale.assign(padded, 0.0);
    for (int j = 0; j < p; ++j) {
      centre[j] = 0.25 * (j % 3);
      inverse_scale[j] = std::ldexp(1.0, j % 4 - 2);
    }
    plain.assign(static_cast<std::size_t>(n) * total, 1.0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < p; ++j) plain[i * total + j] = (x[i * p + j] - centre[j]) * inverse_scale[j];
    }
    const auto make = [](std::size_t size) { return Kokkos::View<double*, Kokkos::HostSpace>("tile", size + 8); };
    z = make(static_cast<std::size_t>(capacity) * padded);
    scaled = make(static_cast<std::size_t>(capacity) * padded);
    blocks = make(static_cast<std::size_t>(blocks_for(panels)) * block_size);
    b = make(padded);
    sum = make(padded);
    for (int j = 0; j < total; ++j) b(j) = normal(engine);
  }
  double at(const double* tile, int row, int column) const {
    return tile[(static_cast<long>(column / panel_width) * capacity + row) * panel_width + column % panel_width];
  }
  void load(const TileOperations& t) {
    t.load_double(x.data(), columns, 1, rows, columns, intercept, centre.data(), inverse_scale.data(), capacity,
                  z.data());
  }
};

struct Shape {
  int rows, columns;
};

class EveryTile : public ::testing::TestWithParam<Shape> {};

TEST_P(EveryTile, LoadsAnyLayoutAndPads) {
  for (const auto* t : available()) {
    for (const bool intercept : {false, true}) {
      Tile tile(GetParam().rows, GetParam().columns, intercept, 1);
      tile.load(*t);
      std::vector<double> transposed(tile.x.size());
      std::vector<float> single(tile.x.size());
      for (int i = 0; i < tile.rows; ++i) {
        for (int j = 0; j < tile.columns; ++j) {
          transposed[j * tile.rows + i] = tile.x[i * tile.columns + j];
          single[i * tile.columns + j] = static_cast<float>(tile.x[i * tile.columns + j]);
        }
      }
      t->load_double(transposed.data(), 1, tile.rows, tile.rows, tile.columns, intercept, tile.centre.data(),
                     tile.inverse_scale.data(), tile.capacity, tile.scaled.data());
      Tile from_float(GetParam().rows, GetParam().columns, intercept, 1);
      t->load_float(single.data(), tile.columns, 1, tile.rows, tile.columns, intercept, tile.centre.data(),
                    tile.inverse_scale.data(), tile.capacity, from_float.z.data());
      for (int i = 0; i < tile.rows; ++i) {
        for (int j = 0; j < tile.panels * panel_width; ++j) {
          const double expected = j < tile.total ? tile.plain[i * tile.total + j] : 0.0;
          ASSERT_EQ(tile.at(tile.z.data(), i, j), expected) << t->name;
          ASSERT_EQ(tile.at(tile.scaled.data(), i, j), expected) << t->name;
          ASSERT_NEAR(tile.at(from_float.z.data(), i, j), expected, 1e-6 * (1 + std::fabs(expected)));
        }
      }
    }
  }
}

TEST_P(EveryTile, ProductsAndSumsAgreeWithPlainLoops) {
  for (const auto* t : available()) {
    Tile tile(GetParam().rows, GetParam().columns, true, 2);
    tile.load(*t);
    std::vector<double> fitted(tile.rows + 8), size(tile.rows + 8), factor(tile.rows + 8);
    t->dot(tile.z.data(), tile.capacity, tile.rows, tile.panels, tile.b.data(), fitted.data());
    t->absolute_dot(tile.z.data(), tile.capacity, tile.rows, tile.panels, tile.b.data(), size.data());
    for (int i = 0; i < tile.rows; ++i) {
      double expected = 0.0;
      double expected_size = 0.0;
      for (int j = 0; j < tile.total; ++j) {
        expected += tile.plain[i * tile.total + j] * tile.b(j);
        expected_size += std::fabs(tile.plain[i * tile.total + j] * tile.b(j));
      }
      ASSERT_NEAR(fitted[i], expected, 1e-13 * (1 + expected_size)) << t->name;
      ASSERT_NEAR(size[i], expected_size, 1e-13 * (1 + expected_size)) << t->name;
      factor[i] = i % 3 - 0.5;
    }
    for (const bool absolute : {false, true}) {
      Kokkos::deep_copy(tile.sum, 1.0);
      (absolute ? t->add_absolute_rows : t->add_rows)(tile.z.data(), tile.capacity, tile.rows, tile.panels,
                                                      factor.data(), tile.sum.data());
      for (int j = 0; j < tile.total; ++j) {
        double expected = 1.0;
        for (int i = 0; i < tile.rows; ++i) {
          const double v = tile.plain[i * tile.total + j];
          expected += factor[i] * (absolute ? std::fabs(v) : v);
        }
        ASSERT_NEAR(tile.sum(j), expected, 1e-12 * tile.rows) << t->name;
      }
    }
  }
}

TEST_P(EveryTile, GramOfTheGatheredRows) {
  for (const auto* t : available()) {
    Tile tile(GetParam().rows, GetParam().columns, true, 3);
    tile.load(*t);
    std::vector<double> factor(tile.rows), gathered(tile.rows + 1);
    std::vector<int> index(tile.rows + 1);
    for (int i = 0; i < tile.rows; ++i) factor[i] = i % 4 == 1 ? 0.0 : 0.25 * (i % 5 + 1);
    const int count = t->gather(factor.data(), tile.rows, index.data(), gathered.data());
    t->compact(tile.z.data(), tile.capacity, tile.panels, index.data(), gathered.data(), count, tile.scaled.data());
    t->add_gram(tile.scaled.data(), tile.z.data(), tile.capacity, count, tile.panels, tile.blocks.data());
    for (int j = 0; j < tile.total; ++j) {
      for (int i = 0; i <= j; ++i) {
        double expected = 0.0;
        for (int r = 0; r < tile.rows; ++r) {
          expected += factor[r] * tile.plain[r * tile.total + i] * tile.plain[r * tile.total + j];
        }
        const int block = (j / 8) * (j / 8 + 1) / 2 + i / 8;
        ASSERT_NEAR(tile.blocks(block * block_size + (i % 8) * 8 + j % 8), expected, 1e-11 * tile.rows)
            << t->name << " " << i << " " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryTile,
                         ::testing::Values(Shape{1, 1}, Shape{2, 7}, Shape{3, 8}, Shape{5, 9}, Shape{64, 15},
                                           Shape{65, 16}, Shape{33, 31}, Shape{48, 100}, Shape{48, 257}),
                         [](const auto& info) {
                           return std::to_string(info.param.rows) + "x" + std::to_string(info.param.columns);
                         });

TEST(RowTerms, AgreeWithTheScalarFormulas) {
  const Huber loss{1.0, 0.25};
  const std::vector<double> y{0.1, -0.9, 1.1, -5.0, 1e300, std::numeric_limits<double>::infinity(),
                              2.0, 0.0,  0.5, -1.0};
  const int rows = static_cast<int>(y.size());
  constexpr int padded = 16;
  for (const auto* t : available()) {
    for (const auto gram : {GramWeight::none, GramWeight::curvature, GramWeight::majorizer}) {
      std::vector<double> in(padded, 0.0), w(padded, 0.0), fitted(padded, 0.0), size(padded, 0.0);
      std::vector<std::vector<double>> out(5, std::vector<double>(padded, -7.0));
      for (int k = 0; k < rows; ++k) {
        in[k] = y[k];
        w[k] = k == 6 ? 0.0 : 1.0 + k;
        fitted[k] = 0.125 * k;
        size[k] = 1.0;
      }
      RowSums sums = {};
      t->row_terms(loss, gram, rows,
                   {in.data(), w.data(), fitted.data(), size.data(), nullptr, out[0].data(), out[1].data(),
                    out[2].data(), out[3].data(), out[4].data()},
                   sums);
      double total = 0.0, weight = 0.0, active = 0.0, transition = 0.0;
      for (int k = 0; k < rows; ++k) {
        const double r = y[k] - fitted[k];
        ASSERT_EQ(out[0][k], r);
        if (!std::isfinite(r)) {
          EXPECT_EQ(out[1][k], 0.0);
          EXPECT_EQ(out[4][k], 0.0);
          continue;
        }
        const double g = gram == GramWeight::none        ? 0.0
                         : gram == GramWeight::curvature ? loss.curvature(r)
                                                         : loss.majorizer(r);
        EXPECT_DOUBLE_EQ(out[1][k], w[k] * loss.psi(r)) << t->name;
        EXPECT_DOUBLE_EQ(out[2][k], w[k] * std::fabs(loss.psi(r)));
        EXPECT_DOUBLE_EQ(out[4][k], w[k] * g);
        EXPECT_EQ(out[3][k], std::fabs(r) > 1.0 + 1e-10 ? 0.0 : w[k] * (std::fabs(y[k]) + 1.0));
        total += w[k] * loss.rho(r);
        weight += w[k];
        active += w[k] * g > 0.0 ? 1.0 : 0.0;
        transition += w[k] * g > 0.0 && g < 1.0 ? 1.0 : 0.0;
      }
      EXPECT_DOUBLE_EQ(sums.loss, total);
      EXPECT_DOUBLE_EQ(sums.weight, weight);
      EXPECT_EQ(sums.non_finite, 1.0);
      EXPECT_EQ(sums.active, active);
      EXPECT_EQ(sums.transition, transition);
    }
  }
}

}  // namespace
}  // namespace robustream::host
