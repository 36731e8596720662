// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include <robustream/cli/console.hpp>

namespace CLI {
class App;
}

namespace robustream::cli {

/// One word after `robustream`. A command declares its options on construction and works in run().
class Command {
 public:
  virtual ~Command() = default;
  virtual CLI::App& app() = 0;
  virtual Outcome run(Console& console) = 0;
};

// One a file: fit.cpp, predict.cpp, info.cpp, validate.cpp, generate.cpp.
std::unique_ptr<Command> make_fit(CLI::App& program);
std::unique_ptr<Command> make_predict(CLI::App& program);
std::unique_ptr<Command> make_info(CLI::App& program);
std::unique_ptr<Command> make_validate(CLI::App& program);
std::unique_ptr<Command> make_generate(CLI::App& program);

}  // namespace robustream::cli
