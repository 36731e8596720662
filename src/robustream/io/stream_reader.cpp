// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/stream_reader.hpp>

#include <algorithm>
#include <new>

#include <robustream/io/batch.hpp>
#include <robustream/io/prefetcher.hpp>
#include <robustream/io/stream_plan.hpp>

namespace robustream::io {

struct StreamReader::Impl {
  explicit Impl(StreamPlan stream, const StreamOptions& options)
      : names(std::move(stream.names)), named(stream.named), warnings(std::move(stream.warnings)),
        reader(std::move(stream.files), options), prefetcher(reader) {
    for (const FilePlan& plan : reader.plans()) {
      files.push_back({plan.file, !plan.w.empty(), !plan.y.empty(), plan.native_float, plan.table, plan.y, plan.w});
      total_rows += plan.file.rows;
    }
  }

  void go_to(Cursor cursor) {
    prefetcher.halt();
    reader.go_to(cursor);
    at = reader.normalised(cursor);
    dropped = 0;
    stopped = false;
  }

  std::vector<std::string> names;
  bool named;
  Findings warnings;
  std::vector<FileInfo> files;
  std::int64_t total_rows = 0;
  std::int64_t dropped = 0;
  Cursor at;  ///< first row not delivered
  bool stopped = false;
  BatchReader reader;
  Prefetcher prefetcher;  // last: its thread uses the reader
};

namespace {

Status not_open() { return {StatusCode::invalid_option, "no stream is open"}; }

const StreamOptions default_options;
const std::vector<std::string> no_names;
const std::vector<FileInfo> no_files;
const Findings no_findings;

}  // namespace

StreamReader::StreamReader() = default;
StreamReader::~StreamReader() = default;
StreamReader::StreamReader(StreamReader&&) noexcept = default;
StreamReader& StreamReader::operator=(StreamReader&&) noexcept = default;

Status StreamReader::open(const std::vector<std::string>& files, const StreamOptions& options) {
  try {
    impl_.reset();
    StreamPlan stream;
    if (Status status = plan_stream(files, options, stream); !status) return status;
    auto impl = std::make_unique<Impl>(std::move(stream), options);
    impl->go_to({});
    impl_ = std::move(impl);
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, "no memory to open the stream"};
  }
}

bool StreamReader::is_open() const { return impl_ != nullptr; }
const StreamOptions& StreamReader::options() const { return impl_ ? impl_->reader.options() : default_options; }
std::int64_t StreamReader::features() const { return impl_ ? impl_->reader.features() : 0; }
const std::vector<std::string>& StreamReader::feature_names() const { return impl_ ? impl_->names : no_names; }
bool StreamReader::has_feature_names() const { return impl_ && impl_->named; }
const std::vector<FileInfo>& StreamReader::files() const { return impl_ ? impl_->files : no_files; }
std::int64_t StreamReader::total_rows() const { return impl_ ? impl_->total_rows : 0; }
bool StreamReader::weighted() const { return impl_ && impl_->reader.weighted(); }
bool StreamReader::has_response() const { return impl_ && impl_->reader.has_response(); }
bool StreamReader::native_float() const {
  return impl_ &&
         std::all_of(impl_->files.begin(), impl_->files.end(), [](const FileInfo& file) { return file.native_float; });
}
const Findings& StreamReader::warnings() const { return impl_ ? impl_->warnings : no_findings; }
std::int64_t StreamReader::dropped_rows() const { return impl_ ? impl_->dropped : 0; }

Status StreamReader::next(Block& block) {
  if (!impl_) return not_open();
  Impl& self = *impl_;
  if (self.stopped) return {StatusCode::cancelled, "the stream was stopped"};
  try {
    block = Block();
    if (self.at.file >= static_cast<std::int64_t>(self.files.size())) {
      self.prefetcher.halt();
      block.columns = features();
      block.element = options().element;
      block.end_of_stream = true;
      return {};
    }
    Batch* batch = nullptr;
    if (Status status = self.prefetcher.next(batch); !status) {
      if (!status.message().empty()) return status;
      return {status.code(), status.code() == StatusCode::out_of_memory ? "no memory to read a batch"
                                                                        : "unexpected failure while reading a batch"};
    }
    block = std::move(batch->block);
    self.at = batch->after;
    self.dropped += batch->passed_over;
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, "no memory to deliver a batch"};
  }
}

StreamPosition StreamReader::position() const {
  StreamPosition position;
  if (!impl_) return position;
  position.file = impl_->at.file;
  position.next_row = impl_->at.row;
  for (const FileInfo& info : impl_->files) {
    position.files.push_back(info.file);
    position.files.back().consumed = static_cast<std::int64_t>(position.files.size()) <= position.file;
  }
  return position;
}

Status StreamReader::seek(const StreamPosition& position) {
  if (!impl_) return not_open();
  try {
    std::vector<StreamFile> current;
    for (const FileInfo& info : impl_->files) current.push_back(info.file);
    if (Status status = check_resume(position, current); !status) return status;
    impl_->go_to({position.file, position.next_row});
    return {};
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, "no memory to go to a position"};
  }
}

Status StreamReader::rewind() {
  if (!impl_) return not_open();
  impl_->go_to({});
  return {};
}

void StreamReader::stop() {
  if (!impl_) return;
  impl_->prefetcher.halt();
  impl_->stopped = true;
}

Segment StreamReader::source_of(const Block& block, std::int64_t row) const {
  for (const std::int64_t dropped : block.dropped) {
    if (dropped > row) break;
    ++row;
  }
  for (const Segment& segment : block.segments) {
    if (row < segment.rows) return {segment.file, segment.first_row + row, 1};
    row -= segment.rows;
  }
  return {-1, -1, 0};
}

std::string StreamReader::locate(const Block& block, Part part, std::int64_t row, std::int64_t column) const {
  if (!impl_) return "";
  const auto file_name = [this](std::int64_t file) { return impl_->files[static_cast<std::size_t>(file)].file.name; };
  if (row < 0) {
    std::string text;
    for (const Segment& segment : block.segments) text += (text.empty() ? "" : ", ") + file_name(segment.file);
    return text;
  }
  const Segment source = source_of(block, row);
  if (source.file < 0) return "";
  const FilePlan& plan = impl_->reader.plans()[static_cast<std::size_t>(source.file)];
  const bool in_range = part == Part::x && column >= 0 && column < features();
  const auto index = static_cast<std::size_t>(in_range ? column : 0);
  const std::string& vector = part == Part::y ? plan.y : plan.w;
  std::string dataset = part == Part::x || plan.form == Form::records ? plan.table : vector;
  if (plan.form == Form::columns && in_range) dataset = plan.columns[index];
  std::string text = file_name(source.file) + ": " + dataset + ": row " + std::to_string(source.first_row);
  if (in_range) {
    text += ", column " + std::to_string(column);
    if (impl_->named) text += " (" + impl_->names[index] + ")";
  } else if (part != Part::x && plan.form == Form::records) {
    text += ", column " + vector;
  }
  return text;
}

}  // namespace robustream::io
