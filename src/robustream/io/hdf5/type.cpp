// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/type.hpp>

namespace robustream::io::hdf5 {
namespace {

std::string bits(std::size_t bytes) { return std::to_string(8 * bytes); }

std::string byte_order(hid_t type, std::size_t bytes) {
  return bytes > 1 && H5Tget_order(type) == H5T_ORDER_BE ? " big-endian" : "";
}

void describe_integer(hid_t type, ElementFacts& facts) {
  const bool is_signed = H5Tget_sign(type) != H5T_SGN_NONE;
  const std::size_t precision = H5Tget_precision(type);
  facts.numeric = true;
  facts.native_float = precision <= 24;
  facts.wide = precision > 53;
  facts.text = (is_signed ? "int" : "uint") + bits(facts.bytes) + byte_order(type, facts.bytes);
}

void describe_float(hid_t type, ElementFacts& facts) {
  std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
  H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits);
  facts.numeric = facts.floating = true;
  facts.native_float = exponent_bits <= 8 && mantissa_bits <= 23;
  facts.wide = exponent_bits > 11 || mantissa_bits > 52;
  facts.text = "float" + bits(facts.bytes) + byte_order(type, facts.bytes);
}

void describe_compound(hid_t type, ElementFacts& facts) {
  facts.compound = true;
  facts.text = "compound(";
  const int members = H5Tget_nmembers(type);
  for (int i = 0; i < members; ++i) {
    const auto index = static_cast<unsigned>(i);
    char* name = H5Tget_member_name(type, index);
    Type member(H5Tget_member_type(type, index));
    facts.fields.push_back({name ? name : "", member.valid() ? describe(member.id()) : ElementFacts()});
    if (name) H5free_memory(name);
    facts.text += (i ? ", " : "") + facts.fields.back().name + ": " + facts.fields.back().element.text;
  }
  facts.text += ")";
}

}  // namespace

const ElementFacts::Field* ElementFacts::field(const std::string& name) const {
  for (const Field& candidate : fields) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

ElementFacts describe(hid_t type) {
  Session session;
  ElementFacts facts;
  facts.bytes = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER: describe_integer(type, facts); break;
    case H5T_FLOAT: describe_float(type, facts); break;
    case H5T_ENUM: {
      Type base(H5Tget_super(type));
      if (base.valid()) describe_integer(base.id(), facts);
      facts.text = "enum of " + facts.text;
      break;
    }
    case H5T_COMPOUND: describe_compound(type, facts); break;
    case H5T_STRING: facts.text = "string"; break;
    case H5T_BITFIELD: facts.text = "bitfield" + bits(facts.bytes); break;
    case H5T_OPAQUE: facts.text = "opaque"; break;
    case H5T_REFERENCE: facts.text = "reference"; break;
    case H5T_VLEN: facts.text = "variable-length list"; break;
    case H5T_ARRAY: facts.text = "array"; break;
    case H5T_TIME: facts.text = "time"; break;
    default: facts.text = "unknown type"; break;
  }
  return facts;
}

hid_t memory_type(Element element) { return element == Element::float32 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE; }

Status record_type(const std::vector<std::string>& fields, Element element, Type& type) {
  Session session;
  const std::size_t width = size_of(element);
  Type record(H5Tcreate(H5T_COMPOUND, width * fields.size()));
  if (!record.valid()) return failure(StatusCode::internal, "cannot describe the columns to HDF5");
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (H5Tinsert(record.id(), fields[i].c_str(), i * width, memory_type(element)) < 0) {
      return failure(StatusCode::internal, "cannot describe column " + fields[i] + " to HDF5");
    }
  }
  type = std::move(record);
  return {};
}

}  // namespace robustream::io::hdf5
