// SPDX-License-Identifier: BSD-3-Clause
// Datasets whose elements lie outside the file.
#include <algorithm>

#include <robustream/io/hdf5/integrity.hpp>
#include <robustream/io/hdf5/superblock.hpp>
#include <robustream/io/hdf5/virtual_sources.hpp>

namespace robustream::io::hdf5 {

void check_external(const Dataset& dataset, const DatasetFacts& facts, const Place& place, LinkPolicy policy,
                    Findings& findings) {
  Properties created(H5Dget_create_plist(dataset.id()));
  const int count = created.valid() ? H5Pget_external_count(created.id()) : 0;
  double available = 0.0;
  for (int i = 0; i < count; ++i) {
    char name[4096] = "";
    off_t offset = 0;
    hsize_t bytes = 0;
    if (H5Pget_external(created.id(), static_cast<unsigned>(i), sizeof name - 1, name, &offset, &bytes) < 0) continue;
    if (!policy.allow_external) {
      add(findings, place, Severity::error, StatusCode::external_link,
          std::string("its data lie in the external file ") + name +
              "; external files are read only when asked for (--allow-external-links)");
      return;
    }
    const std::int64_t size = current_size(name);
    if (size < 0) {
      add(findings, place, Severity::error, StatusCode::missing_source,
          std::string("its external file ") + name + " is not there");
      return;
    }
    const double there = std::max(0.0, static_cast<double>(size) - static_cast<double>(offset));
    available += bytes == H5F_UNLIMITED ? there : std::min(there, static_cast<double>(bytes));
  }
  if (available < static_cast<double>(facts.elements()) * static_cast<double>(facts.element.bytes)) {
    add(findings, place, Severity::error, StatusCode::file_damaged,
        "its external files are too short; HDF5 would hand out zeros");
  }
}

std::vector<std::string> list_sources(const Dataset& dataset) {
  Session session;
  std::vector<std::string> sources;
  Properties created(H5Dget_create_plist(dataset.id()));
  if (!created.valid()) return sources;
  if (H5Pget_layout(created.id()) == H5D_VIRTUAL) {
    for (const VirtualSource& source : virtual_sources(dataset)) sources.push_back(source.file + ": " + source.dataset);
    return sources;
  }
  const int count = H5Pget_external_count(created.id());
  for (int i = 0; i < count; ++i) {
    char name[4096] = "";
    off_t offset = 0;
    hsize_t bytes = 0;
    if (H5Pget_external(created.id(), static_cast<unsigned>(i), sizeof name - 1, name, &offset, &bytes) >= 0) {
      sources.push_back(name);
    }
  }
  H5Eclear2(H5E_DEFAULT);
  return sources;
}

}  // namespace robustream::io::hdf5
