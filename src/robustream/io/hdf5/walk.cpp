// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/walk.hpp>

namespace robustream::io::hdf5 {
namespace {

struct Walk {
  std::vector<std::string>* found;
  std::size_t limit;
  bool no_memory = false;
};

herr_t on_object(hid_t, const char* name, const H5O_info_t* info, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  if (info->type != H5O_TYPE_DATASET) return 0;
  if (walk.found->size() >= walk.limit) return 1;
  try {
    walk.found->push_back(std::string("/") + name);
  } catch (...) {
    walk.no_memory = true;
    return -1;
  }
  return 0;
}

herr_t on_link(hid_t group, const char* name, const H5L_info_t* info, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  if (info->type != H5L_TYPE_EXTERNAL) return 0;
  if (walk.found->size() >= walk.limit) return 1;
  try {
    std::vector<char> value(info->u.val_size + 1, '\0');
    const char* file = "?";
    const char* object = "?";
    unsigned flags = 0;
    if (H5Lget_val(group, name, value.data(), value.size(), H5P_DEFAULT) >= 0) {
      H5Lunpack_elink_val(value.data(), info->u.val_size, &flags, &file, &object);
    }
    walk.found->push_back(std::string("/") + name + " -> " + file + ": " + object);
  } catch (...) {
    walk.no_memory = true;
    return -1;
  }
  return 0;
}

Status outcome(const Walk& walk, herr_t result) {
  if (result >= 0) return {};
  if (walk.no_memory) return {StatusCode::out_of_memory, "no memory for the list of objects"};
  return failure(StatusCode::file_damaged, "its objects cannot be listed");
}

}  // namespace

Status walk(const File& file, std::size_t limit, std::vector<std::string>& datasets,
            std::vector<std::string>& external_links) {
  Session session;
  Walk objects{&datasets, limit};
  const Status status = outcome(objects, H5Ovisit(file.id(), H5_INDEX_NAME, H5_ITER_INC, on_object, &objects));
  Walk links{&external_links, limit};
  const Status second = outcome(links, H5Lvisit(file.id(), H5_INDEX_NAME, H5_ITER_INC, on_link, &links));
  return status ? second : status;
}

}  // namespace robustream::io::hdf5
