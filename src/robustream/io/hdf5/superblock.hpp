// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include <robustream/base/status.hpp>
#include <robustream/io/position.hpp>

namespace robustream::io::hdf5 {

/// Looks at the file without HDF5: is it there, a regular file, an HDF5 file, and as long as its own header says?
/// (HDF5 finds a cut file too, but does not name the sizes, and reads zeros where a file shrinks after opening.)
/// Sets bytes and fingerprint. file_not_found, file_access with errno's text, or file_damaged with both sizes.
Status probe(const std::string& path, StreamFile& file);

/// Size of the file now, -1 if it cannot be asked.
std::int64_t current_size(const std::string& path);

}  // namespace robustream::io::hdf5
