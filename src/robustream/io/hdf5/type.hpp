// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io::hdf5 {

/// What an element type says about the numbers behind it.
struct ElementFacts {
  bool numeric = false;  ///< an integer, a float or an enumeration of integers (h5py's bool)
  bool floating = false;
  bool native_float = false;  ///< float32 holds every value exactly
  bool wide = false;          ///< float64 does not: 64-bit integers, long double
  bool compound = false;
  std::size_t bytes = 0;
  std::string text;  ///< "float64", "int16 big-endian", ...

  struct Field;
  std::vector<Field> fields;  ///< of a compound
  const Field* field(const std::string& name) const;
};
struct ElementFacts::Field {
  std::string name;
  ElementFacts element;
};

ElementFacts describe(hid_t type);

/// HDF5's type of a delivered element.
hid_t memory_type(Element element);
inline std::size_t size_of(Element element) { return element == Element::float32 ? 4 : 8; }

/// A record of the given fields, each `element` wide, without gaps.
Status record_type(const std::vector<std::string>& fields, Element element, Type& type);

}  // namespace robustream::io::hdf5
