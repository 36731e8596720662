// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/application.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <robustream/base/nearest_name.hpp>
#include <robustream/base/version.hpp>
#include <robustream/cli/command.hpp>
#include <robustream/cli/json_output.hpp>

namespace robustream::cli {
namespace {

constexpr const char* overview = R"(Start here:
  robustream generate demo.h5 --rows 100000 --noise t2 --outliers 0.1
  robustream fit demo.h5
  robustream fit demo.h5 --checkpoint fit.h5 && robustream predict demo.h5 --checkpoint fit.h5 --residuals | head
  robustream fit --help

--json, before or after the command, gives exactly one JSON document on standard output, also for errors.
Exit codes: 0 ok, 1 not converged, 2 usage, 3 bad data, 4 file, 5 checkpoint, 6 numeric, 7 interrupted, 70 internal.)";

class Program {
 public:
  explicit Program(Console& console) : app_("Streaming robust (Huber) regression of HDF5 files", "robustream") {
    app_.require_subcommand(1);
    app_.footer(overview);
    app_.set_version_flag("--version", std::string("robustream ") + version() + " (" + commit() + ")");
    commands_.push_back(make_fit(app_));
    commands_.push_back(make_predict(app_));
    commands_.push_back(make_info(app_));
    commands_.push_back(make_validate(app_));
    commands_.push_back(make_generate(app_));
    add_general(app_, console);
    for (const auto& command : commands_) {
      add_general(command->app(), console);
      wrap_descriptions(command->app());
    }
  }

  Outcome run(int argc, const char* const* argv, Console& console) {
    if (Status status = check_command(argc, argv); !status.ok()) return status;
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success&) {
      // --help or --version; CLI11 knows whose.
      console.out.write(help_or_version(argc, argv));
      return exit_ok;
    } catch (const CLI::ParseError& error) {
      return parse_failure(error);
    }
    for (const auto& command : commands_) {
      if (command->app().parsed()) return command->run(console);
    }
    return Status(StatusCode::internal, "no command ran");
  }

 private:
  static void add_general(CLI::App& app, Console& console) {
    app.add_flag("--json", console.json, "exactly one JSON document on standard output, also for errors");
    app.add_flag("--quiet", console.quiet, "no progress, notes or warnings on standard error");
  }

  // CLI11 prints a description as it is; terminals are about 120 wide and it begins at column 30.
  static void wrap_descriptions(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
      std::string text = option->get_description();
      std::size_t line = 0;
      for (std::size_t blank = text.find(' '); blank != std::string::npos; blank = text.find(' ', blank + 1)) {
        const std::size_t next = std::min(text.find(' ', blank + 1), text.size());
        if (next - line <= 88) continue;
        text[blank] = '\n';
        line = blank + 1;
      }
      option->description(text);
    }
  }

  CLI::App* command_of(int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
      if (argv[i][0] == '-') continue;
      for (const auto& command : commands_) {
        if (command->app().get_name() == argv[i]) return &command->app();
      }
      return nullptr;
    }
    return nullptr;
  }

  // The first word is a command or a slip of the pen; CLI11 would only say that a command is missing.
  Status check_command(int argc, const char* const* argv) {
    std::vector<std::string> names;
    for (const auto& command : commands_) names.push_back(command->app().get_name());
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word[0] == '-') continue;
      if (std::find(names.begin(), names.end(), word) != names.end()) return {};
      std::string list;
      for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
      return {StatusCode::invalid_option,
              "no command '" + word + "'; the nearest is '" + nearest_name(word, names) + "' (valid: " + list + ")"};
    }
    return {};
  }

  std::string help_or_version(int argc, const char* const* argv) {
    CLI::App* command = command_of(argc, argv);
    if (command != nullptr) return command->help(app_.get_name());
    const bool wants_version =
        std::any_of(argv, argv + argc, [](const char* word) { return std::string(word) == "--version"; });
    return wants_version ? app_.version() + "\n" : app_.help();
  }

  // An unknown option explains most other complaints (its value was taken for a file, a file is then missing).
  Status parse_failure(const CLI::ParseError& error) {
    for (CLI::App* app : app_.get_subcommands()) {
      if (Status status = unknown_option(*app); !status.ok()) return status;
    }
    if (Status status = unknown_option(app_); !status.ok()) return status;
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return {StatusCode::invalid_option, text + " (see --help)"};
  }

  static Status unknown_option(CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    for (const std::string& word : app.remaining()) {
      if (word.size() < 2 || word[0] != '-') continue;
      const std::string option = word.substr(0, word.find('='));
      return {StatusCode::invalid_option, "no option '" + option + "'; the nearest is '" + nearest_name(option, names) +
                                              "' (see: " + app.get_display_name() + " --help)"};
    }
    return {};
  }

  CLI::App app_;
  std::vector<std::unique_ptr<Command>> commands_;
};

bool asks_for_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

Outcome run_guarded(int argc, const char* const* argv, Console& console) {
  try {
    Program program(console);
    return program.run(argc, argv, console);
  } catch (const std::bad_alloc&) {
    return Status(StatusCode::out_of_memory, "out of memory");
  } catch (const std::exception& error) {
    return Status(StatusCode::internal, std::string("a fault of this program: ") + error.what());
  }
}

}  // namespace

int run(int argc, const char* const* argv) {
  // A reader that went away shows as EPIPE, which text_output treats as the wish to see no more.
  std::signal(SIGPIPE, SIG_IGN);
  Console console;
  Outcome outcome = run_guarded(argc, argv, console);
  // A command line that could not be parsed has not set the flag.
  console.json = console.json || asks_for_json(argc, argv);
  if (!outcome.status.ok()) {
    console.error(outcome.status.message());
    if (console.json && !outcome.document_written) write_json(console.out, error_document(outcome));
  }
  if (Status status = console.out.flush(); !status.ok()) {
    console.error(status.message());
    if (outcome.code == exit_ok || outcome.code == exit_not_converged) return exit_code(status.code());
  }
  return outcome.code;
}

}  // namespace robustream::cli
