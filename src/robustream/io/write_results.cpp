// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/write_results.hpp>

#include <new>
#include <unordered_set>

#include <robustream/io/atomic_file.hpp>
#include <robustream/io/hdf5/output.hpp>

namespace robustream::io {
namespace {

Status check_storage(const Storage& storage) {
  if (storage.gzip < 0 || storage.gzip > 9) {
    return {StatusCode::invalid_option, "gzip: level " + std::to_string(storage.gzip) + "; it must be 0 to 9"};
  }
  if (storage.chunk_rows < 0) {
    return {StatusCode::invalid_option, "chunk_rows: " + std::to_string(storage.chunk_rows) + "; it must be 0 or more"};
  }
  return {};
}

}  // namespace

struct HDF5Writer::Impl {
  AtomicFile target;
  hdf5::File file;
  std::vector<hdf5::OutputDataset> datasets;
  bool stream = false;
  bool weighted = false;
  std::int64_t announced = -1;
  std::int64_t rows = 0;

  ~Impl() { close(); }

  /// Closes in the order that HDF5 needs. false when something could not be written.
  bool close() {
    NoFileSizeSignal no_signal;
    bool ok = true;
    for (hdf5::OutputDataset& dataset : datasets) ok = dataset.close() && ok;
    datasets.clear();
    return file.reset() && ok;
  }

  Status begin(const std::string& path) {
    NoFileSizeSignal no_signal;
    if (Status status = target.begin(path); !status) return status;
    return hdf5::create_file(target.temporary(), file);
  }

  Status add(const std::string& name, std::int64_t columns, Element element, std::int64_t count,
             const Storage& storage) {
    NoFileSizeSignal no_signal;
    datasets.emplace_back();
    return datasets.back().create(file, name, columns, element, count, storage).with_context(target.target());
  }
};

HDF5Writer::HDF5Writer() = default;
HDF5Writer::~HDF5Writer() = default;
HDF5Writer::HDF5Writer(HDF5Writer&&) noexcept = default;
HDF5Writer& HDF5Writer::operator=(HDF5Writer&&) noexcept = default;

std::int64_t HDF5Writer::rows() const { return impl_ ? impl_->rows : 0; }

Status HDF5Writer::create_results(const std::string& path, const std::vector<std::string>& names,
                                  const Storage& storage) {
  try {
    impl_.reset();
    Status status = check_storage(storage);
    if (status && (names.empty() || storage.chunk_rows < 1)) {
      status = {StatusCode::invalid_option, "results need a column, and chunks of at least one row"};
    }
    auto impl = std::make_unique<Impl>();
    if (status) status = impl->begin(path);
    for (const std::string& name : names) {
      if (status) status = impl->add("/" + name, 0, Element::float64, 0, storage);
    }
    if (status) impl_ = std::move(impl);
    return status;
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to write results"};
  }
}

Status HDF5Writer::create_stream(const std::string& path, std::int64_t features, const std::vector<std::string>& names,
                                 bool weighted, Element element, std::int64_t rows, const Storage& storage) {
  try {
    impl_.reset();
    Status status = check_storage(storage);
    if (status && (features < 1 || rows < 0)) {
      status = {StatusCode::invalid_option, "a stream needs at least one feature, and 0 or more rows"};
    }
    if (status && !names.empty() && static_cast<std::int64_t>(names.size()) != features) {
      status = {StatusCode::feature_names,
                std::to_string(names.size()) + " names for " + std::to_string(features) + " features"};
    }
    auto impl = std::make_unique<Impl>();
    impl->stream = true;
    impl->weighted = weighted;
    impl->announced = storage.chunk_rows == 0 ? rows : -1;
    if (status) status = impl->begin(path);
    if (status) status = impl->add("/X", features, element, rows, storage);
    if (status && !names.empty()) status = impl->datasets.back().set_names(names);
    if (status) status = impl->add("/y", 0, element, rows, storage);
    if (status && weighted) status = impl->add("/w", 0, element, rows, storage);
    if (status) impl_ = std::move(impl);
    return status;
  } catch (const std::bad_alloc&) {
    return {StatusCode::out_of_memory, path + ": no memory to write a stream"};
  }
}

namespace {

Status not_created() { return {StatusCode::invalid_option, "no file is being written"}; }

}  // namespace

Status HDF5Writer::set_attribute(const std::string& name, const std::string& value) {
  if (!impl_) return not_created();
  NoFileSizeSignal no_signal;
  return hdf5::write_attribute(impl_->file.id(), name, {value}, false).with_context(impl_->target.target());
}

Status HDF5Writer::set_attribute(const std::string& name, const std::vector<double>& values) {
  if (!impl_) return not_created();
  NoFileSizeSignal no_signal;
  return hdf5::write_attribute(impl_->file.id(), name, values).with_context(impl_->target.target());
}

Status HDF5Writer::append(std::int64_t rows, const std::vector<ResultColumn>& columns) {
  if (!impl_) return not_created();
  bool fits = !impl_->stream && rows >= 0 && columns.size() == impl_->datasets.size();
  for (std::size_t i = 0; fits && i < columns.size(); ++i) {
    fits = "/" + columns[i].name == impl_->datasets[i].name() && (columns[i].values || rows == 0);
  }
  if (!fits) return {StatusCode::invalid_option, "append: give the columns of create_results, in its order"};
  NoFileSizeSignal no_signal;
  Status status;
  for (std::size_t i = 0; status && i < columns.size(); ++i) {
    status = impl_->datasets[i].append(rows, columns[i].values);
  }
  status = status.with_context(impl_->target.target());
  if (!status) impl_.reset();
  if (status) impl_->rows += rows;
  return status;
}

Status HDF5Writer::append(std::int64_t rows, const double* x, const double* y, const double* w) {
  if (!impl_) return not_created();
  if (!impl_->stream || rows < 0 || !x || !y || (w != nullptr) != impl_->weighted) {
    return {StatusCode::invalid_option, "append: give X, y, and w exactly when the stream is weighted"};
  }
  NoFileSizeSignal no_signal;
  Status status = impl_->datasets[0].append(rows, x);
  if (status) status = impl_->datasets[1].append(rows, y);
  if (status && w) status = impl_->datasets[2].append(rows, w);
  status = status.with_context(impl_->target.target());
  if (!status) impl_.reset();
  if (status) impl_->rows += rows;
  return status;
}

Status HDF5Writer::finish() {
  if (!impl_) return not_created();
  const std::unique_ptr<Impl> impl = std::move(impl_);
  NoFileSizeSignal no_signal;
  const std::string& path = impl->target.target();
  if (impl->announced >= 0 && impl->rows != impl->announced) {
    return {StatusCode::invalid_option, path + ": " + std::to_string(impl->rows) + " rows written, " +
                                            std::to_string(impl->announced) + " announced"};
  }
  if (Status status = hdf5::flush(impl->file).with_context(path); !status) return status;
  if (!impl->close()) return hdf5::failure(StatusCode::file_access, path + ": cannot close");
  return impl->target.commit();
}

}  // namespace robustream::io
