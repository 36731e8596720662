// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include <robustream/io/hdf5/object.hpp>

namespace robustream::io::hdf5 {
namespace {

constexpr std::size_t largest_attribute = std::size_t{64} << 20;

/// Fixed-length text without its padding: NULs, or the blanks that Fortran writes.
std::string trimmed(const char* text, std::size_t length) {
  const void* end = std::memchr(text, '\0', length);
  std::size_t size = end ? static_cast<std::size_t>(static_cast<const char*>(end) - text) : length;
  while (size > 0 && text[size - 1] == ' ') --size;
  return {text, size};
}

bool read_variable(const Attribute& attribute, const Type& stored, const Space& space, std::size_t count,
                   std::vector<std::string>& text) {
  Type type(H5Tcopy(H5T_C_S1));
  if (!type.valid() || H5Tset_size(type.id(), H5T_VARIABLE) < 0) return false;
  H5Tset_cset(type.id(), H5Tget_cset(stored.id()));
  std::vector<char*> strings(count, nullptr);
  if (H5Aread(attribute.id(), type.id(), strings.data()) < 0) return false;
  std::vector<std::string> result;
  result.reserve(count);
  for (const char* string : strings) result.push_back(string ? string : "");
  H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, strings.data());
  text = std::move(result);
  return true;
}

bool read_fixed(const Attribute& attribute, const Type& stored, std::size_t count, std::vector<std::string>& text) {
  const std::size_t length = H5Tget_size(stored.id());
  if (length == 0 || length > largest_attribute / count) return false;
  std::vector<char> raw(length * count);
  if (H5Aread(attribute.id(), stored.id(), raw.data()) < 0) return false;
  std::vector<std::string> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(trimmed(raw.data() + i * length, length));
  text = std::move(result);
  return true;
}

}  // namespace

bool has_attribute(hid_t object, const char* name) {
  Session session;
  const bool there = H5Aexists(object, name) > 0;
  H5Eclear2(H5E_DEFAULT);
  return there;
}

bool read_text_attribute(hid_t object, const char* name, std::size_t limit, std::vector<std::string>& text) {
  Session session;
  if (!has_attribute(object, name)) return false;
  Attribute attribute(H5Aopen(object, name, H5P_DEFAULT));
  if (!attribute.valid()) return false;
  Type type(H5Aget_type(attribute.id()));
  Space space(H5Aget_space(attribute.id()));
  if (!type.valid() || !space.valid() || H5Tget_class(type.id()) != H5T_STRING) return false;
  const hssize_t points = H5Sget_simple_extent_npoints(space.id());
  if (points <= 0 || static_cast<std::size_t>(points) > limit) return false;
  const auto count = static_cast<std::size_t>(points);
  const bool done = H5Tis_variable_str(type.id()) > 0 ? read_variable(attribute, type, space, count, text)
                                                      : read_fixed(attribute, type, count, text);
  H5Eclear2(H5E_DEFAULT);
  return done;
}

bool read_number_attribute(hid_t object, const char* name, double& value) {
  Session session;
  if (!has_attribute(object, name)) return false;
  Attribute attribute(H5Aopen(object, name, H5P_DEFAULT));
  if (!attribute.valid()) return false;
  Type type(H5Aget_type(attribute.id()));
  Space space(H5Aget_space(attribute.id()));
  const bool one = type.valid() && space.valid() && H5Sget_simple_extent_npoints(space.id()) == 1 &&
                   (H5Tget_class(type.id()) == H5T_INTEGER || H5Tget_class(type.id()) == H5T_FLOAT);
  const bool done = one && H5Aread(attribute.id(), H5T_NATIVE_DOUBLE, &value) >= 0;
  H5Eclear2(H5E_DEFAULT);
  return done;
}

}  // namespace robustream::io::hdf5
