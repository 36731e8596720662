// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>

namespace robustream::io::hdf5 {

// Messages of these functions say what is wrong with an object; the caller puts file and dataset in front.

/// Opens for reading. Call probe() first: it names what HDF5 does not. file_access when another program has the file
/// open for writing, file_damaged otherwise.
Status open_file(const std::string& path, File& file);

/// How names are followed. External links are refused at any depth, also behind soft links, unless allowed.
struct LinkPolicy {
  bool allow_external = false;
};

enum class ObjectKind { dataset, group, other };

/// Finds out what `name` is. dataset_not_found (with what is there instead), external_link naming its target,
/// missing_source when the target of an allowed link is not there, file_damaged.
Status find_object(const File& file, const std::string& name, LinkPolicy policy, ObjectKind& kind);

/// Sizes of the chunk cache of one dataset.
struct ChunkCache {
  std::size_t bytes = 0;
  std::size_t chunks = 0;  ///< that fit in it
};

/// Opens a dataset; errors as find_object, and dataset_not_found when it is a group or a named type.
Status open_dataset(const File& file, const std::string& name, LinkPolicy policy, const ChunkCache& cache,
                    Dataset& dataset);

/// An entry of a group.
struct Entry {
  std::string name;
  ObjectKind kind = ObjectKind::other;
  std::string external;  ///< "file: object" of an external link, which is not followed
};

/// Entries of a group, in the order of creation if the file recorded it, else alphabetical. At most `limit`.
Status list_group(const File& file, const std::string& name, LinkPolicy policy, std::size_t limit,
                  std::vector<Entry>& entries);

/// Text of an attribute of `object`: one string an element. false if it is not there or holds no text; at most
/// `limit` elements.
bool read_text_attribute(hid_t object, const char* name, std::size_t limit, std::vector<std::string>& text);
/// A numeric attribute of one element. false if it is not there.
bool read_number_attribute(hid_t object, const char* name, double& value);
bool has_attribute(hid_t object, const char* name);

}  // namespace robustream::io::hdf5
