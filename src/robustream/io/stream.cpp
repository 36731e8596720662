// SPDX-License-Identifier: BSD-3-Clause
// What describes a stream: options, findings, positions.
#include <algorithm>
#include <cctype>

#include <robustream/io/finding.hpp>
#include <robustream/io/names.hpp>
#include <robustream/io/position.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io {

Status validate(const StreamOptions& options) {
  const auto bad = [](const std::string& text) { return Status(StatusCode::invalid_option, text); };
  if (options.batch < 1) return bad("batch: " + std::to_string(options.batch) + " rows; it must be at least 1");
  if (options.dataset.empty()) {
    if (options.x.empty()) return bad("x: the name of a dataset may not be empty");
    if (options.y.empty() && options.y_required) return bad("y: the name of a dataset may not be empty");
    if (!options.response.empty()) return bad("response: names a column of a table; give the table with dataset");
  }
  if (options.w_required && options.w.empty()) return bad("w: the name of the weights may not be empty");
  if ((options.memory.allocate == nullptr) != (options.memory.release == nullptr)) {
    return bad("memory: give both functions or none");
  }
  return {};
}

const char* name(Layout layout) noexcept { return layout == Layout::columns_first ? "columns-first" : "rows-first"; }
const char* name(Missing missing) noexcept { return missing == Missing::drop ? "drop" : "error"; }
const char* name(Severity severity) noexcept {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

Status parse(const std::string& text, Layout& layout) {
  for (const Layout candidate : {Layout::rows_first, Layout::columns_first}) {
    if (text == name(candidate)) {
      layout = candidate;
      return {};
    }
  }
  return {StatusCode::invalid_option, "layout: '" + text + "' is neither rows-first nor columns-first"};
}

Status parse(const std::string& text, Missing& missing) {
  for (const Missing candidate : {Missing::error, Missing::drop}) {
    if (text == name(candidate)) {
      missing = candidate;
      return {};
    }
  }
  return {StatusCode::invalid_option, "missing: '" + text + "' is neither error nor drop"};
}

std::string Finding::line() const {
  std::string text = file;
  if (!dataset.empty()) text += ": " + dataset;
  return text + ": " + this->text;
}

std::string join_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > 20) text += ", ... (" + std::to_string(names.size()) + " in all)";
  return names.empty() ? "none" : text;
}

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  std::size_t from = 0;
  for (;;) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    std::size_t begin = from, end = comma;
    while (begin < end && std::isspace(static_cast<unsigned char>(text[begin]))) ++begin;
    while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
    names.push_back(text.substr(begin, end - begin));
    if (comma == text.size()) return names;
    from = comma + 1;
  }
}

namespace {

std::string last_part(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

Status check_resume(const StreamPosition& saved, const std::vector<StreamFile>& current) {
  std::string differences;
  const auto differ = [&differences](std::size_t file, const std::string& text) {
    differences += (differences.empty() ? "" : "; ") + ("file " + std::to_string(file + 1)) + ": " + text;
  };
  const auto saved_count = static_cast<std::int64_t>(saved.files.size());
  if (saved.file < 0 || saved.file > saved_count || saved.next_row < 0 ||
      (saved.file == saved_count ? saved.next_row != 0
                                 : saved.next_row > saved.files[static_cast<std::size_t>(saved.file)].rows)) {
    return {StatusCode::checkpoint_mismatch, "the saved position lies outside its own files"};
  }
  const auto begun = static_cast<std::size_t>(saved.file + (saved.next_row > 0 ? 1 : 0));
  for (std::size_t i = 0; i < begun; ++i) {
    const StreamFile& then = saved.files[i];
    if (i >= current.size()) {
      differ(i, then.name + " was read and is missing now");
      continue;
    }
    const StreamFile& now = current[i];
    if (last_part(then.name) != last_part(now.name)) {
      differ(i, "was " + then.name + ", is " + now.name);
      continue;
    }
    if (then.rows != now.rows) {
      differ(i, now.name + " had " + std::to_string(then.rows) + " rows, has " + std::to_string(now.rows));
    }
    if (then.bytes != now.bytes) {
      differ(i, now.name + " had " + std::to_string(then.bytes) + " bytes, has " + std::to_string(now.bytes));
    } else if (then.fingerprint != now.fingerprint) {
      differ(i, now.name + " has the same size but other content");
    }
  }
  if (differences.empty()) return {};
  return {StatusCode::checkpoint_mismatch, "files that were already read have changed: " + differences};
}

}  // namespace robustream::io
