// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <robustream/io/finding.hpp>
#include <robustream/io/hdf5/dataset.hpp>
#include <robustream/io/hdf5/object.hpp>

namespace robustream::io::hdf5 {

/// Where findings belong.
struct Place {
  std::string file;
  std::string dataset;
};

void add(Findings& findings, const Place& place, Severity severity, StatusCode code, std::string text,
         std::int64_t row = -1, std::int64_t column = -1);
/// Adds a status that is not ok as an error.
void add(Findings& findings, const Place& place, const Status& status);

/// Everything that can make HDF5 hand out numbers that nobody wrote, and what else is worth a word, without reading
/// elements: filters that are not installed, chunks or contiguous data never written (HDF5 gives the fill value),
/// data beyond the end of the file, external raw files, virtual datasets with sources that are missing, too small or do
/// not cover them (HDF5 gives the fill value), float data behind scale-offset, conventions that HDF5 does not apply
/// (scale_factor, _FillValue).
void check_storage(const File& file, const Dataset& dataset, const DatasetFacts& facts, const Place& place,
                   LinkPolicy policy, Findings& findings);

/// Part of check_storage: raw files that are not allowed, not there or too short.
void check_external(const Dataset& dataset, const DatasetFacts& facts, const Place& place, LinkPolicy policy,
                    Findings& findings);

/// Sources of a virtual dataset ("file: dataset") or external raw files.
std::vector<std::string> list_sources(const Dataset& dataset);

}  // namespace robustream::io::hdf5
