// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/device.hpp>

#include <cstddef>
#include <string>

#include <Kokkos_Core.hpp>

#include <robustream/cli/choices.hpp>

namespace robustream::cli {
namespace {

#if defined(KOKKOS_ENABLE_OPENMP)
constexpr bool has_openmp = true;
#else
constexpr bool has_openmp = false;
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
constexpr bool has_serial = true;
#else
constexpr bool has_serial = false;
#endif

Status not_built(Device device, const char* instead) {
  return {StatusCode::device_unavailable, std::string("device '") + name(device) + "' is not in this build; it has " +
                                              instead + " (see: robustream info)"};
}

const char* built_devices() {
  if (has_openmp && has_serial) return "openmp and serial";
  return has_openmp ? "openmp" : "serial";
}

template <class Data>
using HostView = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// The block's arrays as Views of its element type, handed to use(x, y, w); absent arrays are Views of length 0.
template <class T, class Use> Status with_views(const io::Block& block, const Use& use) {
  const auto rows = static_cast<std::size_t>(block.rows);
  const auto columns = static_cast<std::size_t>(block.columns);
  return use(HostView<const T**>(block.x_as<T>(), rows, columns),
             HostView<const T*>(block.y_as<T>(), block.y != nullptr ? rows : 0),
             HostView<const T*>(block.w_as<T>(), block.w != nullptr ? rows : 0));
}

// Calls use(exec, x, y, w) for the device and the block's element type.
template <class Use> Status dispatch(Device device, const io::Block& block, const Use& use) {
  const auto on = [&](const auto& exec) {
    const auto bound = [&](const auto& x, const auto& y, const auto& w) { return use(exec, x, y, w); };
    return block.element == io::Element::float32 ? with_views<float>(block, bound) : with_views<double>(block, bound);
  };
#if defined(KOKKOS_ENABLE_OPENMP)
  if (device == Device::openmp) return on(Kokkos::OpenMP());
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
  if (device == Device::serial) return on(Kokkos::Serial());
#endif
  return {StatusCode::internal, std::string("no code for device '") + name(device) + "'"};
}

HostView<double*> output(double* values, const io::Block& block) {
  return HostView<double*>(values, static_cast<std::size_t>(block.rows));
}

void initialize_kokkos(int threads) {
  // Kokkos' own remarks (OMP_PROC_BIND is not set) are for those who tune; the program's standard error is its own.
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (threads > 0) settings.set_num_threads(threads);
  Kokkos::initialize(settings);
#else
  Kokkos::InitArguments arguments;
  arguments.disable_warnings = true;
  if (threads > 0) arguments.num_threads = threads;
  Kokkos::initialize(arguments);
#endif
}

}  // namespace

const char* name(Device device) noexcept {
  switch (device) {
    case Device::automatic: return "auto";
    case Device::openmp: return "openmp";
    case Device::serial: return "serial";
    case Device::cuda: break;
  }
  return "cuda";
}

Status parse(const std::string& text, Device& device) {
  return choose("device", text, {Device::automatic, Device::openmp, Device::serial, Device::cuda}, device);
}

Status validate(const DeviceOptions& options) {
  const bool serial = options.device == Device::serial || (options.device == Device::automatic && !has_openmp);
  if (options.threads < 0) {
    return {StatusCode::invalid_option, "option threads = " + std::to_string(options.threads) +
                                            " is out of range: it must be 1 or above (0: the default)"};
  }
  if (options.threads > 1 && serial) {
    return {StatusCode::invalid_option, "option threads = " + std::to_string(options.threads) +
                                            " contradicts --device serial, which has one; use --device openmp"};
  }
  if (options.tf32 && options.device != Device::cuda) {
    return {StatusCode::invalid_option, "option tf32 needs --device cuda: only a GPU has such arithmetic"};
  }
  return {};
}

DeviceSession::~DeviceSession() {
  if (started_) Kokkos::finalize();
}

Status DeviceSession::start(const DeviceOptions& options) {
  device_ = options.device;
  if (device_ == Device::automatic) device_ = has_openmp ? Device::openmp : Device::serial;
  if (device_ == Device::cuda) return not_built(device_, built_devices());
  if (device_ == Device::openmp && !has_openmp) return not_built(device_, built_devices());
  if (device_ == Device::serial && !has_serial) return not_built(device_, built_devices());
  initialize_kokkos(options.threads);
  started_ = true;
  return {};
}

ExecutionOptions execution_options(const DeviceOptions& options) {
  // More parts than any host has threads would cost time on small batches; 64 keeps 64 threads busy.
  ExecutionOptions execution;
  if (options.reproducible) execution.parts = 64;
  return execution;
}

int DeviceSession::threads() const {
#if defined(KOKKOS_ENABLE_OPENMP)
  if (device_ == Device::openmp) return Kokkos::OpenMP::concurrency();
#endif
  return 1;
}

Status DeviceSession::partial_fit(RenewableHuber& model, const io::Block& block, BatchReport& report) const {
  return dispatch(device_, block, [&](const auto& exec, const auto& x, const auto& y, const auto& w) {
    return block.w != nullptr ? model.partial_fit(exec, x, y, w, &report) : model.partial_fit(exec, x, y, &report);
  });
}

Status DeviceSession::predict(const RenewableHuber& model, const io::Block& block, double* prediction) const {
  return dispatch(device_, block, [&](const auto& exec, const auto& x, const auto&, const auto&) {
    return model.predict(exec, x, output(prediction, block));
  });
}

Status DeviceSession::residuals(const RenewableHuber& model, const io::Block& block, double* residual,
                                double* robustness_weight) const {
  return dispatch(device_, block, [&](const auto& exec, const auto& x, const auto& y, const auto&) {
    return model.residuals(exec, x, y, output(residual, block), output(robustness_weight, block));
  });
}

}  // namespace robustream::cli
