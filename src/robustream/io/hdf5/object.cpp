// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/object.hpp>

#include <algorithm>

namespace robustream::io::hdf5 {
namespace {

/// What a traversal met at its last external link.
struct Traversal {
  bool allow = false;
  bool met = false;
  std::string target;
};

herr_t on_external_link(const char*, const char*, const char* child_file, const char* child_object, unsigned*, hid_t,
                        void* data) {
  auto& traversal = *static_cast<Traversal*>(data);
  traversal.met = true;
  try {
    traversal.target = std::string(child_file ? child_file : "?") + ": " + (child_object ? child_object : "?");
  } catch (...) {
    return -1;  // out of memory: no exception may cross HDF5's frames
  }
  return traversal.allow ? 0 : -1;
}

std::string listing(const File& file, const std::string& group) {
  std::vector<Entry> entries;
  if (!list_group(file, group, {}, 21, entries) || entries.empty()) return "";
  std::string text = "; " + group + " has ";
  for (std::size_t i = 0; i < entries.size() && i < 20; ++i) {
    text += (i ? ", " : "") + entries[i].name + (entries[i].kind == ObjectKind::group ? "/" : "");
  }
  return text + (entries.size() > 20 ? ", ..." : "");
}

/// Why an object could not be opened: the first part of its name that is not there, or a link to nothing.
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
  const std::string reason = last_error();
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
  return {StatusCode::file_damaged, reason.empty() ? "cannot be opened" : "cannot be opened: " + reason};
}

Status watch_links(const Properties& access, Traversal& traversal) {
  if (!access.valid() || H5Pset_elink_cb(access.id(), on_external_link, &traversal) < 0) {
    return failure(StatusCode::internal, "cannot set HDF5's access properties");
  }
  return {};
}

ObjectKind kind_of(hid_t id) {
  switch (H5Iget_type(id)) {
    case H5I_DATASET: return ObjectKind::dataset;
    case H5I_GROUP: return ObjectKind::group;
    default: return ObjectKind::other;
  }
}

}  // namespace

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

namespace {

struct ListRequest {
  std::vector<Entry>* entries;
  std::size_t limit;
  LinkPolicy policy;
  bool failed = false;
};

herr_t on_link(hid_t group, const char* name, const H5L_info_t* info, void* data) {
  auto& request = *static_cast<ListRequest*>(data);
  if (request.entries->size() >= request.limit) return 1;
  try {
    Entry entry;
    entry.name = name;
    if (info->type == H5L_TYPE_EXTERNAL) {
      std::vector<char> value(info->u.val_size + 1, '\0');
      const char* target_file = nullptr;
      const char* target_object = nullptr;
      unsigned flags = 0;
      if (H5Lget_val(group, name, value.data(), value.size(), H5P_DEFAULT) >= 0 &&
          H5Lunpack_elink_val(value.data(), info->u.val_size, &flags, &target_file, &target_object) >= 0) {
        entry.external = std::string(target_file) + ": " + target_object;
      } else {
        entry.external = "?";
      }
    }
    if (entry.external.empty() || request.policy.allow_external) {
      Traversal traversal;
      traversal.allow = request.policy.allow_external;
      Properties access(H5Pcreate(H5P_LINK_ACCESS));
      if (watch_links(access, traversal)) {
        Object object(H5Oopen(group, name, access.id()));
        if (object.valid()) entry.kind = kind_of(object.id());
        if (traversal.met && entry.external.empty()) entry.external = traversal.target;
      }
      H5Eclear2(H5E_DEFAULT);
    }
    request.entries->push_back(std::move(entry));
  } catch (...) {
    request.failed = true;
    return -1;
  }
  return 0;
}

}  // namespace

Status list_group(const File& file, const std::string& name, LinkPolicy policy, std::size_t limit,
                  std::vector<Entry>& entries) {
  Session session;
  Traversal traversal;
  traversal.allow = policy.allow_external;
  Properties access(H5Pcreate(H5P_GROUP_ACCESS));
  if (Status status = watch_links(access, traversal); !status) return status;
  Group group(H5Gopen2(file.id(), name.c_str(), access.id()));
  if (!group.valid()) return explain(file, name, traversal);
  unsigned order = 0;
  Properties created(H5Gget_create_plist(group.id()));
  if (created.valid()) H5Pget_link_creation_order(created.id(), &order);
  const auto index = (order & H5P_CRT_ORDER_TRACKED) ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
  std::vector<Entry> found;
  ListRequest request{&found, limit, policy};
  hsize_t start = 0;
  if (H5Literate(group.id(), index, H5_ITER_INC, &start, on_link, &request) < 0) {
    if (request.failed) return {StatusCode::out_of_memory, "no memory for the list of objects"};
    return failure(StatusCode::file_damaged, "cannot be listed");
  }
  entries = std::move(found);
  return {};
}

}  // namespace robustream::io::hdf5
