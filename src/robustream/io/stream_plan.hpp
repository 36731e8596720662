// SPDX-License-Identifier: BSD-3-Clause
// Internal: the files of a stream, checked one by one and against each other.
#pragma once
#include <string>
#include <vector>

#include <robustream/io/plan.hpp>

namespace robustream::io {

struct StreamPlan {
  std::vector<FilePlan> files;
  std::vector<std::string> names;
  bool named = false;
  Findings warnings;  ///< at most 1000
};

/// Errors as StreamReader::open.
Status plan_stream(const std::vector<std::string>& files, const StreamOptions& options, StreamPlan& stream);

}  // namespace robustream::io
