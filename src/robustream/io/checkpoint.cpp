// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/checkpoint.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include <robustream/io/atomic_file.hpp>
#include <robustream/io/checkpoint_format.hpp>

namespace robustream::io {
namespace {

/// Whether the generation at `path` can be relied on. Only such a one may take the place of the one before it.
bool is_intact(const std::string& path) {
  FileDescriptor file;
  std::int64_t bytes = 0;
  int format = 0;
  return open_for_reading(path, file, bytes).ok() && check_header(file, path, bytes, format).ok();
}

/// What of state.check() costs no more than writing the state. The rest (a factorisation) is done on loading.
Status check_before_saving(const State& state) {
  const auto finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  };
  const std::size_t q = state.beta.size();
  if (state.information_matrix.size() != q * q ||
      (state.fitted() && state.parameters() != static_cast<std::int64_t>(q))) {
    return {StatusCode::invalid_state, "the sizes of its vectors contradict each other"};
  }
  if (!finite(state.beta) || !finite(state.information_matrix)) {
    return {StatusCode::invalid_state, "it holds NaN or Inf"};
  }
  for (std::size_t j = 0; j < q; ++j) {
    if (state.information_matrix[j * q + j] < 0.0) {
      return {StatusCode::not_positive_definite, "its information matrix has a negative diagonal entry"};
    }
  }
  return {};
}

Status prefixed(const Status& status, const std::string& path) {
  if (status.ok() || status.message().compare(0, path.size() + 1, path + ":") == 0) return status;
  return status.with_context(path);
}

Status write_generation(const std::string& path, const std::vector<unsigned char>& bytes) {
  AtomicFile file;
  Status status = file.begin(path);
  if (status) status = file.write(bytes.data(), bytes.size());
  if (!status) return status;
  return file.commit(is_intact(file.target()) ? previous_generation(file.target()) : std::string());
}

}  // namespace

std::string previous_generation(const std::string& path) { return path + ".previous"; }

Status save_checkpoint(const std::string& path, const State& state, const StreamPosition& position,
                       const std::string& extra) {
  try {
    if (Status status = check_before_saving(state); !status) {
      return status.with_context(path + ": the state is not saved");
    }
    std::vector<unsigned char> bytes;
    if (Status status = encode_checkpoint(state, position, extra, bytes); !status) return prefixed(status, path);
    return write_generation(path, bytes);
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to write a checkpoint"};
  }
}

Status load_checkpoint(const std::string& path, State& state, StreamPosition& position, LoadReport& report,
                       bool strict) {
  try {
    CheckpointContent content;
    LoadReport result;
    result.file = path;
    result.newest = prefixed(decode_checkpoint(path, content), path);
    if (!result.newest) {
      if (result.newest.code() == StatusCode::out_of_memory) return result.newest;
      result.file = previous_generation(follow_links(path));
      result.previous = true;
      CheckpointContent before;
      Status status = prefixed(decode_checkpoint(result.file, before), result.file);
      if (status.code() == StatusCode::out_of_memory) return status;
      if (strict) {
        const std::string there = status ? " (the generation before it, " + result.file + ", loads)" : "";
        const bool missing = result.newest.code() == StatusCode::file_not_found;
        return {missing && status ? StatusCode::checkpoint_damaged : result.newest.code(),
                result.newest.message() + there};
      }
      // Without a generation before, the reason is that of the newest alone.
      if (status.code() == StatusCode::file_not_found) return result.newest;
      if (!status) return {StatusCode::checkpoint_damaged, result.newest.message() + "; " + status.message()};
      content = std::move(before);
    }
    result.format_version = content.format_version;
    result.written_by = content.written_by;
    result.extra = std::move(content.extra);
    state = std::move(content.state);
    position = std::move(content.position);
    report = std::move(result);
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to read a checkpoint"};
  }
}

bool looks_like_checkpoint(const std::string& path) {
  FileDescriptor file;
  std::int64_t bytes = 0;
  char start[sizeof checkpoint_magic - 1];
  std::size_t have = 0;
  return open_for_reading(path, file, bytes).ok() && read_at(file, path, 0, start, sizeof start, have).ok() &&
         have == sizeof start && std::memcmp(start, checkpoint_magic, sizeof start) == 0;
}

}  // namespace robustream::io
