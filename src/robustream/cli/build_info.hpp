// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/cli/console.hpp>

namespace robustream::cli {

/// Version, commit, compiler, Kokkos and its back ends, cores.
Json build_info_json();
void print_build_info(TextOutput& out);

}  // namespace robustream::cli
