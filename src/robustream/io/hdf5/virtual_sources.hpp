// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <robustream/io/hdf5/integrity.hpp>

namespace robustream::io::hdf5 {

/// One mapping of a virtual dataset.
struct VirtualSource {
  std::string file;  ///< as stored; "." is the file itself
  std::string dataset;
  std::vector<std::int64_t> needed;  ///< extents that the source must have; empty for unlimited mappings
  double elements = 0.0;             ///< of the virtual dataset that it fills, 0 for unlimited mappings
  bool pattern = false;              ///< "%b" in a name stands for a block number
};
std::vector<VirtualSource> virtual_sources(const Dataset& dataset);

/// Part of check_storage for virtual datasets: every source opened, large enough, itself sound (also when virtual in
/// turn), and every element of the dataset mapped. `home` is the path of the file that the dataset lies in.
void check_virtual(const File& file, const std::string& home, const Dataset& dataset, const DatasetFacts& facts,
                   const Place& place, LinkPolicy policy, Findings& findings);

}  // namespace robustream::io::hdf5
