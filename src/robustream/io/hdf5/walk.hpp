// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <robustream/io/hdf5/session.hpp>

namespace robustream::io::hdf5 {

/// Paths of all datasets ("/a/b"), each once, at most `limit`, and "path -> file: object" of all external links, which
/// are not followed. file_damaged or out_of_memory; what was met before is kept.
Status walk(const File& file, std::size_t limit, std::vector<std::string>& datasets,
            std::vector<std::string>& external_links);

}  // namespace robustream::io::hdf5
