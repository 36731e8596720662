// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <robustream/io/hdf5/object.hpp>

namespace robustream::io::hdf5 {

/// What following a name met at its last external link.
struct Traversal {
  bool allow = false;
  bool met = false;
  std::string target;  ///< "file: object"
};

/// Makes lookups with these properties report external links to `traversal`, and stop at them unless allowed.
Status watch_links(const Properties& access, Traversal& traversal);

/// Why an object could not be opened: the first part of its name that is not there, or a link to nothing.
Status explain(const File& file, const std::string& name, const Traversal& traversal);

ObjectKind kind_of(hid_t id);

}  // namespace robustream::io::hdf5
