// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/command.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <robustream/base/format.hpp>
#include <robustream/cli/build_info.hpp>
#include <robustream/cli/checkpoint_output.hpp>
#include <robustream/cli/file_report_output.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/options.hpp>
#include <robustream/io/checkpoint.hpp>
#include <robustream/io/inspect.hpp>

namespace robustream::cli {
namespace {

constexpr const char* examples = R"(Examples:
  robustream info                  version, commit, compiler, Kokkos and its back ends
  robustream info fit.h5           coefficients, options and position in a checkpoint
  robustream info 2013-01.h5       datasets, shapes, types, filters of a data file

Reads no rows; `robustream validate` does.)";

class InfoCommand final : public Command {
 public:
  explicit InfoCommand(CLI::App& program)
      : app_(*program.add_subcommand("info", "this build, or what a checkpoint or data file holds")) {
    app_.add_option("FILE", files_, "checkpoints and data files (none: this build)")->type_name("");
    stream_.add_places(app_);
    app_.footer(examples);
  }

  CLI::App& app() override { return app_; }

  Outcome run(Console& console) override {
    io::StreamOptions options;
    if (Status status = stream_.resolve(options); !status.ok()) return status;
    if (files_.empty()) {
      console.json ? write_json(console.out, build_info_json()) : print_build_info(console.out);
      return exit_ok;
    }
    Json files = Json::array();
    for (const std::string& file : files_) {
      Status status = io::looks_like_checkpoint(file) ? show_checkpoint(file, console, files)
                                                      : show_data(file, options, console, files);
      if (!status.ok()) return status;
    }
    if (console.json) write_json(console.out, {{"command", "info"}, {"files", std::move(files)}});
    return exit_ok;
  }

 private:
  static Status show_checkpoint(const std::string& file, Console& console, Json& files) {
    Checkpoint checkpoint;
    // Strict: who asks about a file wants to know about that file, not the generation before.
    Status status = io::load_checkpoint(file, checkpoint.state, checkpoint.position, checkpoint.report, true);
    if (!status.ok()) return status;
    if (console.json) {
      files.push_back(to_json(checkpoint));
    } else {
      print_checkpoint(checkpoint, console.out);
    }
    return {};
  }

  // A file that is no stream is still shown; only one that cannot be read is an error.
  static Status show_data(const std::string& file, const io::StreamOptions& options, Console& console, Json& files) {
    io::FileReport report;
    if (Status status = io::inspect_file(file, options, report); !status.ok()) return status;
    const auto unreadable = std::find_if(report.findings.begin(), report.findings.end(), [](const io::Finding& f) {
      return f.severity == io::Severity::error && f.dataset.empty() && exit_code(f.code) == exit_io;
    });
    if (unreadable != report.findings.end()) return unreadable->status();
    if (console.json) {
      files.push_back(to_json(report));
    } else {
      print_datasets(report, console.out);
      for (const io::Finding& f : report.findings)
        console.out.write(fmt::format("  {}: {}\n", name(f.severity), f.line()));
    }
    return {};
  }

  CLI::App& app_;
  std::vector<std::string> files_;
  StreamArguments stream_;
};

}  // namespace

std::unique_ptr<Command> make_info(CLI::App& program) { return std::make_unique<InfoCommand>(program); }

}  // namespace robustream::cli
