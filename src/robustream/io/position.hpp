// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>

namespace robustream::io {

/// One file of a stream, as far as it tells whether a later run has the same one.
struct StreamFile {
  std::string name;        ///< as the caller gave it
  std::int64_t bytes = 0;  ///< size of the file
  std::int64_t rows = 0;
  std::uint32_t fingerprint = 0;  ///< CRC-32 of its first and last 64 KiB
  bool consumed = false;          ///< every row has been delivered
};

/// Where a stream stands: all rows before (file, next_row) have been delivered, none after.
struct StreamPosition {
  std::vector<StreamFile> files;
  std::int64_t file = 0;      ///< index of the file with the next row; files.size() at the end
  std::int64_t next_row = 0;  ///< row in that file
};

/// ok when `current` can go on where `saved` stopped: every file that `saved` had begun or consumed stands at the same
/// place with the same last part of its name (the folder may differ), size, rows and fingerprint. Files after these
/// may differ or be new. Otherwise checkpoint_mismatch listing every difference.
Status check_resume(const StreamPosition& saved, const std::vector<StreamFile>& current);

}  // namespace robustream::io
