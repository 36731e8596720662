// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/checkpoint_format.hpp>

#include <zlib.h>

#include <cmath>
#include <limits>

#include <robustream/base/version.hpp>
#include <robustream/io/hdf5/object.hpp>
#include <robustream/io/hdf5/sections.hpp>

namespace robustream::io {
namespace {

using hdf5::SectionReader;
using hdf5::SectionWriter;

Status write_options(const hdf5::MemoryFile& file, const Options& options) {
  SectionWriter section(file, "options");
  section.put("loss", std::string(name(options.loss)));
  section.put("tau", options.tau);
  section.put("penalty", std::string(name(options.penalty)));
  section.put("solver", std::string(name(options.solver)));
  section.put("lambda", options.lambda.value_or(std::numeric_limits<double>::quiet_NaN()));
  section.put("lambda_scale", options.lambda_scale);
  section.put("bandwidth_scale", options.bandwidth_scale);
  section.put("fit_intercept", std::int64_t{options.fit_intercept});
  section.put("max_iter", std::int64_t{options.max_iter});
  section.put("tol", options.tol);
  section.put("ridge", options.ridge);
  return section.finish();
}

Status read_options(const hdf5::File& file, std::int64_t bytes, Options& options) {
  SectionReader section(file, bytes, "options");
  std::string loss, penalty, solver;
  double lambda = 0.0;
  std::int64_t fit_intercept = 0, max_iter = 0;
  section.get("loss", loss);
  section.get("tau", options.tau);
  section.get("penalty", penalty);
  section.get("solver", solver);
  section.get("lambda", lambda);
  section.get("lambda_scale", options.lambda_scale);
  section.get("bandwidth_scale", options.bandwidth_scale);
  section.get("fit_intercept", fit_intercept);
  section.get("max_iter", max_iter);
  section.get("tol", options.tol);
  section.get("ridge", options.ridge);
  if (Status status = section.finish(); !status) return status;
  Status status = parse(loss, options.loss);
  if (status) status = parse(penalty, options.penalty);
  if (status) status = parse(solver, options.solver);
  options.lambda.reset();
  if (!std::isnan(lambda)) options.lambda = lambda;
  options.fit_intercept = fit_intercept != 0;
  options.max_iter = static_cast<int>(std::min<std::int64_t>(max_iter, std::numeric_limits<int>::max()));
  if (status) status = validate(options);
  return status ? status : checkpoint_damage("options: " + status.message());
}

Status write_state(const hdf5::MemoryFile& file, const State& state) {
  SectionWriter section(file, "state");
  section.put("features", state.features);
  section.put("feature_names", state.feature_names);
  section.put("centre", state.standardization.centre);
  section.put("scale", state.standardization.scale);
  section.put("beta", state.beta);
  section.put_matrix("information", state.information_matrix, state.beta.size());
  section.put("weight_sum", state.weight_sum);
  section.put("n_samples_seen", state.n_samples_seen);
  section.put("batch_count", state.batch_count);
  section.put("previous_lambda", state.previous_lambda);
  return section.finish();
}

Status read_state(const hdf5::File& file, std::int64_t bytes, State& state) {
  SectionReader section(file, bytes, "state");
  section.get("features", state.features);
  section.get("feature_names", state.feature_names);
  section.get("centre", state.standardization.centre);
  section.get("scale", state.standardization.scale);
  section.get("beta", state.beta);
  section.get_matrix("information", state.information_matrix, state.beta.size());
  section.get("weight_sum", state.weight_sum);
  section.get("n_samples_seen", state.n_samples_seen);
  section.get("batch_count", state.batch_count);
  section.get("previous_lambda", state.previous_lambda);
  return section.finish();
}

Status write_position(const hdf5::MemoryFile& file, const StreamPosition& position) {
  SectionWriter section(file, "position");
  std::vector<std::string> names;
  std::vector<std::int64_t> bytes, rows, fingerprints, consumed;
  for (const StreamFile& entry : position.files) {
    names.push_back(entry.name);
    bytes.push_back(entry.bytes);
    rows.push_back(entry.rows);
    fingerprints.push_back(entry.fingerprint);
    consumed.push_back(entry.consumed);
  }
  section.put("file_names", names);
  section.put("file_bytes", bytes);
  section.put("file_rows", rows);
  section.put("file_fingerprints", fingerprints);
  section.put("file_consumed", consumed);
  section.put("file", position.file);
  section.put("next_row", position.next_row);
  return section.finish();
}

Status read_position(const hdf5::File& file, std::int64_t file_bytes, StreamPosition& position) {
  SectionReader section(file, file_bytes, "position");
  std::vector<std::string> names;
  std::vector<std::int64_t> bytes, rows, fingerprints, consumed;
  section.get("file_names", names);
  section.get("file_bytes", bytes);
  section.get("file_rows", rows);
  section.get("file_fingerprints", fingerprints);
  section.get("file_consumed", consumed);
  section.get("file", position.file);
  section.get("next_row", position.next_row);
  if (Status status = section.finish(); !status) return status;
  const std::size_t count = names.size();
  if (bytes.size() != count || rows.size() != count || fingerprints.size() != count || consumed.size() != count) {
    return checkpoint_damage("position: lists of different lengths");
  }
  position.files.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    position.files[i] = {names[i], bytes[i], rows[i], static_cast<std::uint32_t>(fingerprints[i]), consumed[i] != 0};
  }
  return {};
}

}  // namespace

Status encode_checkpoint(const State& state, const StreamPosition& position, const std::string& extra,
                         std::vector<unsigned char>& bytes) {
  hdf5::Session session;
  hdf5::MemoryFile file;
  Status status = file.create();
  if (status) status = file.set_text("format", "robustream checkpoint");
  if (status) status = file.set_text("written_by", ROBUSTREAM_VERSION_STRING);
  if (status) status = write_options(file, state.options);
  if (status) status = write_state(file, state);
  if (status) status = write_position(file, position);
  if (status) {
    SectionWriter section(file, "caller");
    section.put("extra", extra);
    status = section.finish();
  }
  std::vector<unsigned char> image;
  if (status) status = file.image(image);
  if (!status) return status;
  const auto crc = static_cast<std::uint32_t>(crc32_z(crc32(0, nullptr, 0), image.data(), image.size()));
  const auto total = static_cast<std::int64_t>(checkpoint_header_bytes + image.size());
  bytes = checkpoint_header(checkpoint_format_version, total, crc);
  bytes.insert(bytes.end(), image.begin(), image.end());
  return {};
}

Status decode_checkpoint(const std::string& path, CheckpointContent& content) {
  FileDescriptor descriptor;
  std::int64_t bytes = 0;
  Status status = open_for_reading(path, descriptor, bytes);
  if (status) status = check_header(descriptor, path, bytes, content.format_version);
  if (!status) return status;
  hdf5::Session session;
  hdf5::File file;
  status = hdf5::open_file(path, file);
  if (status) status = read_options(file, bytes, content.state.options);
  if (status) status = read_state(file, bytes, content.state);
  if (status) status = read_position(file, bytes, content.position);
  if (status) {
    SectionReader section(file, bytes, "caller");
    section.get("extra", content.extra);
    status = section.finish();
  }
  std::vector<std::string> text;
  if (status && hdf5::read_text_attribute(file.id(), "written_by", 1, text)) content.written_by = text[0];
  if (status) status = content.state.check();
  if (status.ok() || status.code() == StatusCode::out_of_memory || status.code() == StatusCode::file_access)
    return status;
  return checkpoint_damage(status.message());
}

}  // namespace robustream::io
