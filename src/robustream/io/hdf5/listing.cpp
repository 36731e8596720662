// SPDX-License-Identifier: BSD-3-Clause
// Following names and listing groups, with an eye on external links.
#include <robustream/io/hdf5/traversal.hpp>

namespace robustream::io::hdf5 {
namespace {

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

}  // namespace

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
