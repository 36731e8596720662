// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/command.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <robustream/cli/file_report_output.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/options.hpp>
#include <robustream/cli/progress.hpp>
#include <robustream/cli/signals.hpp>
#include <robustream/io/inspect.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::cli {
namespace {

constexpr const char* examples = R"(Examples:
  robustream validate 2013-*.h5
  robustream validate t.h5 --dataset /flights --response arr_delay --json

Reads every row and lists every trap it meets: damaged chunks, NaN and Inf with row and column, shapes that do not fit,
negative weights, data without checksums. Notes and warnings leave the exit code at 0; errors make it 3 (bad data) or
4 (the file cannot be read).)";

class ValidateCommand final : public Command {
 public:
  explicit ValidateCommand(CLI::App& program)
      : app_(*program.add_subcommand("validate", "read files through and report every trap in them")) {
    app_.add_option("FILE", files_, "HDF5 files, in the order of the stream")->type_name("")->required();
    stream_.add(app_);
    app_.footer(examples);
  }

  CLI::App& app() override { return app_; }

  Outcome run(Console& console) override {
    io::StreamOptions options;
    if (Status status = stream_.resolve(options); !status.ok()) return status;
    install_signal_handlers();
    ExitCode code = exit_ok;
    Json files = Json::array();
    for (const std::string& file : files_) {
      io::FileReport report;
      if (Status status = read(file, options, console, report); !status.ok()) return status;
      code = std::max(code, exit_code(report));
      if (console.json) {
        files.push_back(to_json(report));
      } else {
        print_findings(report, console.out);
      }
    }
    // Files that are sound one by one may still not make one stream (other names, another number of columns).
    Status together;
    if (code == exit_ok && files_.size() > 1) {
      io::StreamReader reader;
      options.skip_empty = true;
      together = reader.open(files_, options);
      code = exit_code(together.code());
    }
    if (console.json) {
      Json json = {{"command", "validate"}, {"sound", code == exit_ok}, {"exit_code", static_cast<int>(code)}};
      json["together"] = together.ok() ? Json(nullptr) : Json(together.message());
      json["files"] = std::move(files);
      write_json(console.out, json);
    } else if (!together.ok()) {
      console.out.write("not one stream: " + together.message() + "\n");
    }
    return code;
  }

 private:
  static Status read(const std::string& file, const io::StreamOptions& options, const Console& console,
                     io::FileReport& report) {
    std::unique_ptr<ProgressLine> progress;
    const auto watch = [&](std::int64_t done, std::int64_t total) {
      if (!progress) progress = std::make_unique<ProgressLine>(console.quiet, total);
      progress->update(done, file);
      return interrupted() == 0;
    };
    Status status = io::validate_file(file, options, report, watch);
    if (status.code() == StatusCode::cancelled) {
      return {StatusCode::cancelled, fmt::format("{} while reading {}", signal_name(interrupted()), file)};
    }
    return status;
  }

  CLI::App& app_;
  std::vector<std::string> files_;
  StreamArguments stream_;
};

}  // namespace

std::unique_ptr<Command> make_validate(CLI::App& program) { return std::make_unique<ValidateCommand>(program); }

}  // namespace robustream::cli
