// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/application.hpp>

int main(int argc, char** argv) { return robustream::cli::run(argc, argv); }
