// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/cli/console.hpp>
#include <robustream/estimator/renewable_huber.hpp>
#include <robustream/io/checkpoint.hpp>

namespace robustream::cli {

/// All that a checkpoint holds.
struct Checkpoint {
  State state;
  io::StreamPosition position;
  io::LoadReport report;
};

Json to_json(const Checkpoint& checkpoint);
void print_checkpoint(const Checkpoint& checkpoint, TextOutput& out);

}  // namespace robustream::cli
