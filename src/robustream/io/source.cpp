// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/source.hpp>

#include <robustream/io/hdf5/superblock.hpp>

namespace robustream::io {

Status open_source(const FilePlan& plan, const StreamOptions& options, std::unique_ptr<Source>& source) {
  OpenFile file;
  file.path = plan.file.name;
  file.policy.allow_external = options.allow_external_links;
  StreamFile now;
  if (Status status = hdf5::probe(file.path, now); !status) return status;
  if (now.bytes != plan.file.bytes || now.fingerprint != plan.file.fingerprint) {
    return {StatusCode::file_damaged, file.path + ": changed since the stream was opened (" +
                                          std::to_string(plan.file.bytes) + " bytes then, " +
                                          std::to_string(now.bytes) + " now)"};
  }
  if (Status status = hdf5::open_file(file.path, file.file); !status) return status.with_context(file.path);
  switch (plan.form) {
    case Form::matrix: return open_matrix(std::move(file), plan, options.layout, source);
    case Form::records: return open_records(std::move(file), plan, source);
    case Form::columns: return open_columns(std::move(file), plan, source);
  }
  return {StatusCode::internal, file.path + ": unknown form of input"};
}

}  // namespace robustream::io
