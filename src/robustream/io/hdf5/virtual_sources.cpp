// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/virtual_sources.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include <robustream/io/hdf5/superblock.hpp>

namespace robustream::io::hdf5 {
namespace {

constexpr int deepest = 8;  // virtual datasets of virtual datasets; a cycle ends here
thread_local int depth = 0;

std::string beside(const std::string& file, const std::string& name) {
  const auto slash = file.find_last_of('/');
  return slash == std::string::npos ? name : file.substr(0, slash + 1) + name;
}

/// The file that HDF5 takes for a source: an absolute name as it is, else beside the virtual file, else in the working
/// folder, else (an absolute name that has moved) its last part beside the virtual file.
std::string resolve(const std::string& file, const std::string& name) {
  if (name == ".") return file;
  std::vector<std::string> candidates;
  const char* prefix = std::getenv("HDF5_VDS_PREFIX");
  if (prefix && *prefix && name[0] != '/' && std::strchr(prefix, '$') == nullptr) {
    candidates = {std::string(prefix) + "/" + name, beside(file, name), name};
  } else if (!name.empty() && name[0] == '/') {
    candidates = {name, beside(file, name.substr(name.find_last_of('/') + 1))};
  } else {
    candidates = {beside(file, name), name};
  }
  for (const std::string& candidate : candidates) {
    if (current_size(candidate) >= 0) return candidate;
  }
  return "";
}

std::string first_block(std::string name) {
  for (std::size_t at = name.find("%b"); at != std::string::npos; at = name.find("%b", at)) name.replace(at, 2, "0");
  return name;
}

/// One source: opened, checked like any dataset. Findings name the virtual dataset and the source.
void check_source(const File& file, const std::string& home, const VirtualSource& source, const Place& place,
                  LinkPolicy policy, Findings& findings) {
  const std::string stored_file = source.pattern ? first_block(source.file) : source.file;
  const std::string stored_dataset = source.pattern ? first_block(source.dataset) : source.dataset;
  const std::string label = "virtual dataset, source " + stored_file + ": " + stored_dataset;
  const std::string path = resolve(home, stored_file);
  if (path.empty()) {
    add(findings, place, Severity::error, StatusCode::missing_source,
        label + " is not there; HDF5 would hand out its fill value");
    return;
  }
  File opened;
  const bool same = stored_file == ".";
  if (!same) {
    StreamFile info;
    Status status = probe(path, info);
    if (status) status = open_file(path, opened);
    if (!status) {
      add(findings, place, Severity::error, StatusCode::missing_source, label + ": " + status.message());
      return;
    }
  }
  const File& container = same ? file : opened;
  Dataset dataset;
  DatasetFacts facts;
  Status status = open_dataset(container, stored_dataset, policy, {}, dataset);
  if (status) status = describe(dataset, facts);
  if (!status) {
    const bool absent = status.code() == StatusCode::dataset_not_found;
    add(findings, place, Severity::error, absent ? StatusCode::missing_source : status.code(),
        label + " " + status.message() + "; HDF5 would hand out its fill value");
    return;
  }
  for (std::size_t i = 0; i < source.needed.size(); ++i) {
    if (i >= facts.shape.size() || facts.shape[i] < source.needed[i]) {
      add(findings, place, Severity::error, StatusCode::missing_source,
          label + " is smaller than its mapping; HDF5 would hand out its fill value");
      return;
    }
  }
  Findings inner;
  check_storage(container, dataset, facts, {path, stored_dataset}, policy, inner);
  for (Finding& finding : inner) {
    add(findings, place, finding.severity, finding.code, label + ": " + finding.text);
  }
}

void describe_selection(hid_t space, VirtualSource& source, bool of_source) {
  const int rank = H5Sget_simple_extent_ndims(space);
  hsize_t start[H5S_MAX_RANK], end[H5S_MAX_RANK];
  if (H5Sget_select_type(space) == H5S_SEL_ALL) {
    // H5S_ALL stands for all of the source, whose extent is stored.
    if (of_source && rank > 0 && H5Sget_simple_extent_dims(space, end, nullptr) >= 0) {
      for (int i = 0; i < rank; ++i) source.needed.push_back(static_cast<std::int64_t>(end[i]));
    }
    if (!of_source) source.elements = static_cast<double>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
    return;
  }
  if (of_source) {
    if (rank > 0 && H5Sget_select_bounds(space, start, end) >= 0) {
      for (int i = 0; i < rank; ++i) source.needed.push_back(static_cast<std::int64_t>(end[i]) + 1);
    }
  } else {
    // Negative for unlimited selections.
    source.elements = static_cast<double>(std::max<hssize_t>(0, H5Sget_select_npoints(space)));
  }
}

}  // namespace

std::vector<VirtualSource> virtual_sources(const Dataset& dataset) {
  Session session;
  std::vector<VirtualSource> sources;
  Properties created(H5Dget_create_plist(dataset.id()));
  std::size_t count = 0;
  if (!created.valid() || H5Pget_virtual_count(created.id(), &count) < 0) count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    VirtualSource source;
    char name[4096] = "";
    if (H5Pget_virtual_filename(created.id(), i, name, sizeof name) >= 0) source.file = name;
    if (H5Pget_virtual_dsetname(created.id(), i, name, sizeof name) >= 0) source.dataset = name;
    source.pattern = source.file.find("%b") != std::string::npos || source.dataset.find("%b") != std::string::npos;
    Space target(H5Pget_virtual_vspace(created.id(), i));
    Space from(H5Pget_virtual_srcspace(created.id(), i));
    if (target.valid()) describe_selection(target.id(), source, false);
    if (from.valid() && source.elements > 0.0) describe_selection(from.id(), source, true);
    sources.push_back(std::move(source));
  }
  H5Eclear2(H5E_DEFAULT);
  return sources;
}

void check_virtual(const File& file, const std::string& home, const Dataset& dataset, const DatasetFacts& facts,
                   const Place& place, LinkPolicy policy, Findings& findings) {
  Session session;
  if (depth >= deepest) {
    add(findings, place, Severity::error, StatusCode::missing_source,
        "virtual datasets nested more than " + std::to_string(deepest) + " deep");
    return;
  }
  ++depth;
  struct Leave {
    ~Leave() { --depth; }
  } leave;
  const std::vector<VirtualSource> sources = virtual_sources(dataset);
  double mapped = 0.0;
  bool unlimited = false;
  std::set<std::string> seen;  // many mappings of one source need one look, at the largest extent
  for (const VirtualSource& source : sources) {
    mapped += source.elements;
    unlimited = unlimited || source.elements == 0.0;
    std::string key = source.file + '\n' + source.dataset;
    for (const std::int64_t extent : source.needed) key += '\n' + std::to_string(extent);
    if (seen.insert(key).second) check_source(file, home, source, place, policy, findings);
  }
  if (!unlimited && mapped < static_cast<double>(facts.elements())) {
    add(findings, place, Severity::error, StatusCode::missing_source,
        "virtual dataset with no source for " + std::to_string(facts.elements() - static_cast<std::int64_t>(mapped)) +
            " of " + std::to_string(facts.elements()) + " elements; HDF5 would hand out its fill value");
  }
  if (unlimited) {
    add(findings, place, Severity::warning, StatusCode::ok,
        "virtual dataset that grows with its sources: a source missing at the end shortens it without an error");
  }
}

}  // namespace robustream::io::hdf5
