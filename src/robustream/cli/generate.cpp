// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/command.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <robustream/cli/human_text.hpp>
#include <robustream/cli/json_output.hpp>
#include <robustream/cli/option_group.hpp>
#include <robustream/cli/progress.hpp>
#include <robustream/cli/signals.hpp>
#include <robustream/cli/synthetic.hpp>
#include <robustream/io/write_results.hpp>

namespace robustream::cli {
namespace {

constexpr const char* examples = R"(Examples:
  robustream generate demo.h5 --rows 100000 --noise t2 --outliers 0.1
  robustream generate wide.h5 --features 256 --sparsity 0.9 --correlation 0.5
  robustream generate part2.h5 --part 1 --seed 7    more rows of the stream that --seed 7 began

The file has /X, /y and, with --weights, /w; the attributes true_coef and true_intercept hold what a fit should find.
The same options give the same numbers on every platform.)";

class GenerateCommand final : public Command {
 public:
  explicit GenerateCommand(CLI::App& program)
      : app_(*program.add_subcommand("generate", "write a synthetic stream with chosen noise, outliers and size")) {
    app_.add_option("FILE", file_, "HDF5 file to write; an existing one is replaced")->type_name("")->required();
    add_problem();
    add_storage();
    app_.footer(examples);
  }

  CLI::App& app() override { return app_; }

  Outcome run(Console& console) override {
    if (Status status = parse(noise_, options_.noise); !status.ok()) return status;
    if (Status status = validate(options_); !status.ok()) return status;
    if (rows_ < 0) return Status(StatusCode::invalid_option, "option rows is out of range: it must be 0 or above");
    install_signal_handlers();
    SyntheticStream stream(options_);
    if (Status status = write(stream, console); !status.ok()) return status;
    report(stream, console);
    return exit_ok;
  }

 private:
  void add_problem() {
    noise_ = name(options_.noise);
    OptionGroup group(app_, "The problem");
    group.option("--rows", rows_, "ROWS", "rows to write");
    group.option("--features", options_.features, "COUNT", "columns of X: standard normal");
    group.option("--seed", options_.seed, "NUMBER", "of the coefficients and the rows");
    group.option("--part", options_.part, "NUMBER", "another part of the same stream: same coefficients, other rows");
    group.option("--noise", noise_, "NAME", "normal, t2, t3 (heavy tails) or cauchy (no mean)");
    group.option("--noise-scale", options_.noise_scale, "NUMBER", "factor of the noise, units of y");
    group.option("--outliers", options_.outlier_share, "SHARE", "rows whose response is shifted, 0 to 1");
    group.option("--outlier-size", options_.outlier_size, "NUMBER", "that shift, units of y");
    group.option("--correlation", options_.correlation, "NUMBER", "of neighbouring features, above -1 and below 1");
    group.option("--sparsity", options_.sparsity, "SHARE", "true coefficients that are 0, 0 to 1");
    group.flag("--weights", options_.weights, "row weights 0, 1, 2 or 3 in /w");
  }

  void add_storage() {
    OptionGroup group(app_, "How it is stored");
    group.option("--chunk", storage_.chunk_rows, "ROWS", "rows of a chunk; 0: one piece, without filters");
    group.option("--gzip", storage_.gzip, "LEVEL", "compression, 0 (none) to 9");
    group.flag("--shuffle", storage_.shuffle, "shuffle bytes before compression");
    group.flag("--fletcher32,!--no-fletcher32", storage_.fletcher32, "a checksum a chunk (default: on)");
    group.flag("--float32", float32_, "4-byte numbers");
  }

  Status write(SyntheticStream& stream, const Console& console) const {
    std::vector<std::string> names;
    for (std::int64_t j = 0; j < options_.features; ++j) names.push_back("x" + std::to_string(j));
    io::Storage storage = storage_;
    if (storage.chunk_rows == 0) storage.fletcher32 = false;
    io::HDF5Writer writer;
    const io::Element element = float32_ ? io::Element::float32 : io::Element::float64;
    Status status = writer.create_stream(file_, options_.features, names, options_.weights, element,
                                         storage.chunk_rows == 0 ? rows_ : 0, storage);
    if (status.ok()) status = writer.set_attribute("true_coef", stream.coefficients());
    if (status.ok()) status = writer.set_attribute("true_intercept", std::vector<double>{stream.intercept()});
    if (status.ok()) status = writer.set_attribute("description", description());
    if (status.ok()) status = write_rows(stream, writer, console);
    return status.ok() ? writer.finish() : status;
  }

  // About 8 MiB of X at a time.
  Status write_rows(SyntheticStream& stream, io::HDF5Writer& writer, const Console& console) const {
    const std::int64_t block = std::max<std::int64_t>(1, (1 << 20) / options_.features);
    const auto features = static_cast<std::size_t>(options_.features);
    std::vector<double> x(static_cast<std::size_t>(block) * features);
    std::vector<double> y(static_cast<std::size_t>(block));
    std::vector<double> w(static_cast<std::size_t>(block));
    ProgressLine progress(console.quiet, rows_);
    for (std::int64_t done = 0; done < rows_;) {
      if (interrupted() != 0) {
        return {StatusCode::cancelled, fmt::format("{}; no file was written", signal_name(interrupted()))};
      }
      const std::int64_t n = std::min(block, rows_ - done);
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) stream.next(x.data() + i * features, y[i], w[i]);
      Status status = writer.append(n, x.data(), y.data(), options_.weights ? w.data() : nullptr);
      if (!status.ok()) return status;
      done += n;
      progress.update(done, file_);
    }
    return {};
  }

  std::string description() const {
    return fmt::format(
        "robustream generate: seed {}, part {}, {} noise of scale {}, {} of the rows shifted by {}, "
        "correlation {}, sparsity {}",
        options_.seed, options_.part, name(options_.noise), options_.noise_scale, options_.outlier_share,
        options_.outlier_size, options_.correlation, options_.sparsity);
  }

  void report(const SyntheticStream& stream, Console& console) const {
    if (console.json) {
      write_json(console.out, {{"command", "generate"},
                               {"file", file_},
                               {"rows", rows_},
                               {"features", options_.features},
                               {"true_coef", stream.coefficients()},
                               {"true_intercept", stream.intercept()},
                               {"description", description()}});
    } else {
      console.out.write(
          fmt::format("{}: {}, {}\n", file_, counted(rows_, "row"), counted(options_.features, "feature")));
    }
  }

  CLI::App& app_;
  std::string file_;
  std::int64_t rows_ = 100000;
  std::string noise_;
  SyntheticOptions options_;
  io::Storage storage_;
  bool float32_ = false;
};

}  // namespace

std::unique_ptr<Command> make_generate(CLI::App& program) { return std::make_unique<GenerateCommand>(program); }

}  // namespace robustream::cli
