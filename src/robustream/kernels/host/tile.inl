// SPDX-License-Identifier: BSD-3-Clause
// The body of every tile_<instruction set>.cpp, which defines TILE_LANES (doubles in a vector), TILE_ROWS and
// TILE_PANELS (the block of a Gram matrix kept in registers) and TILE_NAME before including it.
// Nothing here may come from the standard library: a template of it compiled for a newer instruction set could be the
// copy that the linker keeps for everyone.
#define ROBUSTREAM_LOSS_FUNCTION inline __attribute__((always_inline))
#include <robustream/kernels/host/tile.hpp>

namespace robustream::host {
namespace {

using Vector = double __attribute__((vector_size(TILE_LANES * 8), aligned(8), may_alias));
constexpr int vectors = panel_width / TILE_LANES;  // of a panel's row

inline const Vector* row_of(const double* z, int capacity, int panel, int row) {
  return reinterpret_cast<const Vector*>(z + (static_cast<long>(panel) * capacity + row) * panel_width);
}
inline Vector* row_of(double* z, int capacity, int panel, int row) {
  return reinterpret_cast<Vector*>(z + (static_cast<long>(panel) * capacity + row) * panel_width);
}

/// One row's last columns, fewer than a panel, with the intercept and the padding.
template <class T>
inline void load_tail(const T* source, long column_stride, int first, int columns, int total, int padded,
                      const double* centre, const double* inverse_scale, double* target) {
  for (int column = first; column < columns; ++column) {
    target[column - first] =
        (static_cast<double>(source[column * column_stride]) - centre[column]) * inverse_scale[column];
  }
  for (int column = columns; column < padded; ++column) target[column - first] = column < total ? 1.0 : 0.0;
}

template <class T>
void load(const T* x, long row_stride, long column_stride, int rows, int columns, bool intercept, const double* centre,
          const double* inverse_scale, int capacity, double* z) {
  const int full = columns / panel_width;
  if (column_stride == 1) {
    for (int row = 0; row < rows; ++row) {
      const T* source = x + row * row_stride;
      for (int panel = 0; panel < full; ++panel) {
        double* target = z + (static_cast<long>(panel) * capacity + row) * panel_width;
        const int first = panel * panel_width;
        for (int lane = 0; lane < panel_width; ++lane) {
          target[lane] =
              (static_cast<double>(source[first + lane]) - centre[first + lane]) * inverse_scale[first + lane];
        }
      }
    }
  } else {
    for (int column = 0; column < full * panel_width; ++column) {
      const T* source = x + column * column_stride;
      double* target = z + static_cast<long>(column / panel_width) * capacity * panel_width + column % panel_width;
      const double m = centre[column];
      const double s = inverse_scale[column];
      for (int row = 0; row < rows; ++row) {
        target[row * panel_width] = (static_cast<double>(source[row * row_stride]) - m) * s;
      }
    }
  }
  const int total = columns + (intercept ? 1 : 0);
  const int padded = panels_for(total) * panel_width;
  if (padded == full * panel_width) return;
  double* const last = z + static_cast<long>(full) * capacity * panel_width;
  for (int row = 0; row < rows; ++row) {
    load_tail(x + row * row_stride, column_stride, full * panel_width, columns, total, padded, centre, inverse_scale,
              last + static_cast<long>(row) * panel_width);
  }
}

template <bool absolute> inline Vector size_of(Vector value) {
  if constexpr (absolute) {
    return value < 0 ? -value : value;
  } else {
    return value;
  }
}

template <bool absolute>
void dot(const double* z, int capacity, int rows, int panels, const double* b, double* result) {
  constexpr int unroll = 4;  // rows at a time: independent sums hide the latency of an addition
  int row = 0;
  for (; row + unroll <= rows; row += unroll) {
    Vector sum[unroll][vectors] = {};
    for (int panel = 0; panel < panels; ++panel) {
      const Vector* coefficient = row_of(b, 1, panel, 0);
      const Vector* value = row_of(z, capacity, panel, row);
      for (int v = 0; v < vectors; ++v) {
        const Vector c = size_of<absolute>(coefficient[v]);
        for (int k = 0; k < unroll; ++k) sum[k][v] += size_of<absolute>(value[k * vectors + v]) * c;
      }
    }
    for (int k = 0; k < unroll; ++k) {
      Vector s = sum[k][0];
      for (int v = 1; v < vectors; ++v) s += sum[k][v];
      double total = 0.0;
      for (int lane = 0; lane < TILE_LANES; ++lane) total += s[lane];
      result[row + k] = total;
    }
  }
  for (; row < rows; ++row) {
    Vector s = {};
    for (int panel = 0; panel < panels; ++panel) {
      const Vector* coefficient = row_of(b, 1, panel, 0);
      const Vector* value = row_of(z, capacity, panel, row);
      for (int v = 0; v < vectors; ++v) s += size_of<absolute>(value[v]) * size_of<absolute>(coefficient[v]);
    }
    double total = 0.0;
    for (int lane = 0; lane < TILE_LANES; ++lane) total += s[lane];
    result[row] = total;
  }
}

template <GramWeight kind> inline Vector gram_weight(const Huber& loss, Vector r) {
  if constexpr (kind == GramWeight::curvature) return loss.curvature(r);
  if constexpr (kind == GramWeight::majorizer) return loss.majorizer(r);
  return Vector{};
}

template <GramWeight kind> void row_terms_of(const Huber& loss, int rows, const RowTerms& t, RowSums& sums) {
  constexpr double epsilon = 2.220446049250313e-16;
  // Where the loss is linear by more than this, a residual's last digits, even those of an outlier of 1e300, do not
  // reach the score.
  constexpr double safe = 64.0 * epsilon;
  const double fine = 1e-9 * loss.tau / (2.0 * epsilon);
  const Vector zero = {};
  const Vector one = zero + 1.0;
  const int padded = (rows + panel_width - 1) / panel_width * panel_width;
  Vector loss_sum = {}, weight_sum = {}, bad = {}, active = {}, transition = {}, coarse = {};
  for (int k = 0; k < padded; k += TILE_LANES) {
    const auto at = [k](const double* p) { return *reinterpret_cast<const Vector*>(p + k); };
    const auto set = [k](double* p, Vector v) { *reinterpret_cast<Vector*>(p + k) = v; };
    const Vector y = at(t.y);
    const Vector raw = y - at(t.fitted);
    const Vector finite = raw - raw == zero ? one : zero;
    const Vector r = finite > zero ? raw : zero;
    const Vector w = at(t.weight) * finite;
    const Vector psi = loss.psi(r);
    const Vector g = gram_weight<kind>(loss, r);
    const Vector factor = w * g;
    set(t.residual, raw);
    set(t.score, w * psi);
    set(t.factor, t.base == nullptr ? factor : w * (g - gram_weight<kind>(loss, at(t.base))));
    loss_sum += w > zero ? w * loss.rho(r) : zero;
    weight_sum += w;
    bad += one - finite;
    active += factor > zero ? one : zero;
    transition += factor > zero ? (g < one ? one : zero) : zero;
    if (t.size != nullptr) {
      const Vector size = size_of<true>(y) + at(t.size);
      set(t.magnitude, w * size_of<true>(psi));
      const Vector open = size_of<true>(r) - loss.tau > safe * size ? zero : (w > zero ? one : zero);
      coarse += size > fine ? open : zero;
      set(t.rounding, size > fine ? zero : open * w * size);
    }
  }
  const auto total = [](Vector v) {
    double sum = 0.0;
    for (int lane = 0; lane < TILE_LANES; ++lane) sum += v[lane];
    return sum;
  };
  sums.loss += total(loss_sum);
  sums.weight += total(weight_sum);
  sums.non_finite += total(bad);
  sums.active += total(active);
  sums.transition += total(transition);
  sums.coarse += total(coarse);
}

void row_terms(const Huber& loss, GramWeight gram, int rows, const RowTerms& terms, RowSums& sums) {
  switch (gram) {
    case GramWeight::none: return row_terms_of<GramWeight::none>(loss, rows, terms, sums);
    case GramWeight::curvature: return row_terms_of<GramWeight::curvature>(loss, rows, terms, sums);
    case GramWeight::majorizer: return row_terms_of<GramWeight::majorizer>(loss, rows, terms, sums);
  }
}

int gather(const double* factor, int rows, int* index, double* gathered) {
  int count = 0;
  for (int k = 0; k < rows; ++k) {
    // Written for every row and kept by the counter alone: no branch to mispredict.
    index[count] = k;
    gathered[count] = factor[k];
    count += factor[k] != 0.0 ? 1 : 0;
  }
  return count;
}

template <bool absolute>
void add_rows(const double* z, int capacity, int rows, int panels, const double* factor, double* sum) {
  for (int panel = 0; panel < panels; ++panel) {
    const Vector* value = row_of(z, capacity, panel, 0);
    Vector even[vectors] = {};
    Vector odd[vectors] = {};
    int row = 0;
    for (; row + 2 <= rows; row += 2, value += 2 * vectors) {
      for (int v = 0; v < vectors; ++v) {
        even[v] += size_of<absolute>(value[v]) * factor[row];
        odd[v] += size_of<absolute>(value[vectors + v]) * factor[row + 1];
      }
    }
    if (row < rows) {
      for (int v = 0; v < vectors; ++v) even[v] += size_of<absolute>(value[v]) * factor[row];
    }
    Vector* target = row_of(sum, 1, panel, 0);
    for (int v = 0; v < vectors; ++v) target[v] += even[v] + odd[v];
  }
}

void compact(double* z, int capacity, int panels, const int* index, const double* factor, int count, double* scaled) {
  for (int panel = 0; panel < panels; ++panel) {
    Vector* kept = row_of(z, capacity, panel, 0);
    Vector* target = row_of(scaled, capacity, panel, 0);
    for (int k = 0; k < count; ++k) {
      for (int v = 0; v < vectors; ++v) {
        const Vector value = kept[static_cast<long>(index[k]) * vectors + v];
        kept[static_cast<long>(k) * vectors + v] = value;
        target[static_cast<long>(k) * vectors + v] = value * factor[k];
      }
    }
  }
}

/// Rows first..first+TILE_ROWS of panel i against `width` panels from j on; `blocks` is block (i, j).
template <int width>
inline void add_block(const double* scaled, const double* z, int capacity, int rows, int i, int first, int j,
                      double* const* blocks) {
  Vector sum[TILE_ROWS][width * vectors] = {};
  const double* left = scaled + static_cast<long>(i) * capacity * panel_width + first;
  const Vector* right[width];
  for (int k = 0; k < width; ++k) right[k] = row_of(z, capacity, j + k, 0);
  for (int row = 0; row < rows; ++row, left += panel_width) {
    Vector value[width * vectors];
    for (int k = 0; k < width; ++k) {
      for (int v = 0; v < vectors; ++v) value[k * vectors + v] = right[k][row * vectors + v];
    }
    for (int m = 0; m < TILE_ROWS; ++m) {
      for (int v = 0; v < width * vectors; ++v) sum[m][v] += value[v] * left[m];
    }
  }
  for (int k = 0; k < width; ++k) {
    for (int m = 0; m < TILE_ROWS; ++m) {
      Vector* target = reinterpret_cast<Vector*>(blocks[k] + (first + m) * panel_width);
      for (int v = 0; v < vectors; ++v) target[v] += sum[m][k * vectors + v];
    }
  }
}

void add_gram(const double* scaled, const double* z, int capacity, int rows, int panels, double* blocks) {
  if (rows == 0) return;
  // A few panels of z stay in the first-level cache while all panels of `scaled` pass by.
  for (int j = 0; j < panels; j += TILE_PANELS) {
    const int width = j + TILE_PANELS <= panels ? TILE_PANELS : 1;
    for (int part = j; part < j + TILE_PANELS && part < panels; part += width) {
      double* target[TILE_PANELS];
      for (int i = 0; i <= part + width - 1; ++i) {
        for (int k = 0; k < width; ++k) {
          const long column = part + k;
          target[k] = blocks + (column * (column + 1) / 2 + i) * block_size;
        }
        // With several panels a time the last i lie below the diagonal of the first ones: those go one by one.
        const bool whole = i <= part;
        for (int first = 0; first < panel_width; first += TILE_ROWS) {
          if (whole && width == TILE_PANELS) {
            add_block<TILE_PANELS>(scaled, z, capacity, rows, i, first, part, target);
          } else {
            for (int k = 0; k < width; ++k) {
              if (i <= part + k) add_block<1>(scaled, z, capacity, rows, i, first, part + k, target + k);
            }
          }
        }
      }
    }
  }
}

const TileOperations operations = {TILE_NAME, load<double>,    load<float>,    dot<false>, dot<true>, row_terms,
                                   gather,    add_rows<false>, add_rows<true>, compact,    add_gram};

}  // namespace
}  // namespace robustream::host
