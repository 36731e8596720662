// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/build_info.hpp>

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <Kokkos_Core.hpp>

#include <robustream/base/version.hpp>
#include <robustream/io/checkpoint.hpp>

namespace robustream::cli {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

std::string kokkos_version() {
  return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
}

std::vector<std::string> back_ends() {
  std::vector<std::string> list;
#if defined(KOKKOS_ENABLE_SERIAL)
  list.emplace_back("serial");
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
  list.emplace_back("openmp");
#endif
#if defined(KOKKOS_ENABLE_CUDA)
  list.emplace_back("cuda");
#endif
  return list;
}

}  // namespace

Json build_info_json() {
  return {{"command", "info"},
          {"version", version()},
          {"commit", commit()},
          {"compiler", compiler()},
          {"kokkos", kokkos_version()},
          {"back_ends", back_ends()},
          {"checkpoint_format", io::checkpoint_format_version},
          {"cores", std::thread::hardware_concurrency()}};
}

void print_build_info(TextOutput& out) {
  out.write(fmt::format("robustream {} ({})\n", version(), commit()));
  out.write(fmt::format("  compiler           {}\n", compiler()));
  out.write(fmt::format("  Kokkos             {}, back ends: {}\n", kokkos_version(), fmt::join(back_ends(), ", ")));
  out.write(fmt::format("  checkpoint format  {}\n", io::checkpoint_format_version));
  out.write(fmt::format("  cores              {}\n", std::thread::hardware_concurrency()));
}

}  // namespace robustream::cli
