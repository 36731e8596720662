// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/object.hpp>

#include <algorithm>

#include <robustream/io/hdf5/traversal.hpp>

namespace robustream::io::hdf5 {
namespace {

std::string listing(const File& file, const std::string& group) {
  std::vector<Entry> entries;
  if (!list_group(file, group, {}, 21, entries) || entries.empty()) return "";
  std::string text = "; " + group + " has ";
  for (std::size_t i = 0; i < entries.size() && i < 20; ++i) {
    text += (i ? ", " : "") + entries[i].name + (entries[i].kind == ObjectKind::group ? "/" : "");
  }
  return text + (entries.size() > 20 ? ", ..." : "");
}

}  // namespace

Status explain(const File& file, const std::string& name, const Traversal& traversal) {
  if (traversal.met && !traversal.allow) {
    H5Eclear2(H5E_DEFAULT);
    return {StatusCode::external_link, "is an external link to " + traversal.target +
                                           "; external links are followed only when asked for "
                                           "(--allow-external-links)"};
  }
  if (traversal.met) {
    return failure(StatusCode::missing_source, "the external link to " + traversal.target + " leads nowhere");
  }
  const Status reason = failure(StatusCode::file_damaged, "cannot be opened");
  if (reason.code() == StatusCode::out_of_memory) return reason;
  std::string parent = "/";
  for (std::size_t from = 0; from < name.size();) {
    const std::size_t begin = name.find_first_not_of('/', from);
    if (begin == std::string::npos) break;
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string path = name.substr(0, end);
    const htri_t there = H5Lexists(file.id(), path.c_str(), H5P_DEFAULT);
    if (there == 0) return {StatusCode::dataset_not_found, "not in this file" + listing(file, parent)};
    if (there < 0) break;
    H5L_info_t info;
    if (H5Oexists_by_name(file.id(), path.c_str(), H5P_DEFAULT) == 0 &&
        H5Lget_info(file.id(), path.c_str(), &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_SOFT) {
      return {StatusCode::dataset_not_found, "is a link to an object that is not there"};
    }
    parent = path;
    from = end;
  }
  H5Eclear2(H5E_DEFAULT);
  return reason;
}

Status open_file(const std::string& path, File& file) {
  Session session;
  Properties access(H5Pcreate(H5P_FILE_ACCESS));
  if (!access.valid()) return failure(StatusCode::internal, "cannot set HDF5's access properties");
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERSION_GE(1, 12, 0) && !H5_VERSION_GE(1, 12, 1))
  // Keep locking where the file system has locks; some parallel file systems have none, and reading needs none.
  H5Pset_file_locking(access.id(), 1, 1);
#endif
  File opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()));
  if (!opened.valid()) {
    Status status = failure(StatusCode::file_damaged, "cannot be opened as HDF5");
    if (status.message().find("lock file") != std::string::npos) {
      return {StatusCode::file_access, status.message() + " (another program has it open for writing)"};
    }
    return status;
  }
  file = std::move(opened);
  return {};
}

Status find_object(const File& file, const std::string& name, LinkPolicy policy, ObjectKind& kind) {
  Session session;
  Traversal traversal;
  traversal.allow = policy.allow_external;
  Properties access(H5Pcreate(H5P_LINK_ACCESS));
  if (Status status = watch_links(access, traversal); !status) return status;
  Object object(H5Oopen(file.id(), name.c_str(), access.id()));
  if (!object.valid()) return explain(file, name, traversal);
  kind = kind_of(object.id());
  return {};
}

Status open_dataset(const File& file, const std::string& name, LinkPolicy policy, const ChunkCache& cache,
                    Dataset& dataset) {
  Session session;
  ObjectKind kind = ObjectKind::other;
  if (Status status = find_object(file, name, policy, kind); !status) return status;
  if (kind != ObjectKind::dataset) {
    return {StatusCode::dataset_not_found, std::string("is ") + (kind == ObjectKind::group ? "a group" : "a type") +
                                               ", not a dataset" +
                                               (kind == ObjectKind::group ? listing(file, name) : "")};
  }
  Traversal traversal;
  traversal.allow = policy.allow_external;
  Properties access(H5Pcreate(H5P_DATASET_ACCESS));
  if (Status status = watch_links(access, traversal); !status) return status;
  // Many slots for few chunks, since two chunks that fall on one slot push each other out. 0.75 and not 1 for the
  // preference of chunks read to their end: with 1 HDF5 1.10 keeps every other chunk, beyond the size asked for.
  const std::size_t slots = std::max<std::size_t>(521, 10 * std::min<std::size_t>(cache.chunks, 50000) + 1);
  H5Pset_chunk_cache(access.id(), slots, cache.bytes, 0.75);
  // Sources of a virtual dataset are looked for beside the file before anywhere else.
  H5Pset_virtual_prefix(access.id(), "${ORIGIN}");
  Dataset opened(H5Dopen2(file.id(), name.c_str(), access.id()));
  if (!opened.valid()) return explain(file, name, traversal);
  dataset = std::move(opened);
  return {};
}

}  // namespace robustream::io::hdf5
