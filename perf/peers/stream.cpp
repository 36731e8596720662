// SPDX-License-Identifier: BSD-3-Clause
// Fits a stream of the performance suite from memory and prints what it took as JSON. perf/peers/run keeps it running
// (--serve) and asks for one fit at a time, so that rounds of several programs can alternate on the same data.
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <nlohmann/json.hpp>

#include <robustream/base/version.hpp>
#include <robustream/kernels/host/tile.hpp>

#include <common/stream_data.hpp>
#include <common/timed_stream.hpp>
#include <shapes.hpp>

namespace {

using nlohmann::ordered_json;
using namespace robustream;
using namespace robustream::perf;

struct Arguments {
  bool list = false;
  bool serve = false;
  std::int64_t max_values = 0;
  std::string shape = "latency";
  std::int64_t rows = 0;
  std::string precision = "double";
  std::string penalty = "none";
  double tol = Options{}.tol;
  std::string clock = "wall";
  int threads = 0;
  int repeats = 3;
  std::string write;
  DataOptions data;
};

ordered_json describe(const Shape& shape) {
  return {{"name", shape.name},
          {"rows", shape.rows},
          {"features", shape.features},
          {"batch", shape.batch},
          {"smoke", shape.values() <= smoke_values}};
}

ordered_json list(const Arguments& arguments) {
  ordered_json result = ordered_json::array();
  for (const Shape& shape : shapes) {
    if (arguments.max_values == 0 || shape.values() <= arguments.max_values) result.push_back(describe(shape));
  }
  return result;
}

ordered_json header(const Arguments& arguments, const Shape& shape) {
  return {{"shape", describe(shape)},
          {"precision", arguments.precision},
          {"clock", arguments.clock},
          {"threads", Kokkos::DefaultHostExecutionSpace().concurrency()},
          {"execution_space", Kokkos::DefaultHostExecutionSpace::name()},
          {"instruction_set", host::tile_operations().name},
          {"version", version()},
          {"commit", commit()}};
}

/// `count` fits. With `coefficients` also those of the last one, for checks.
template <class T>
ordered_json fit(const StreamData<T>& data, const Options& options, Clock clock, int count, bool coefficients) {
  ordered_json result{{"penalty", name(options.penalty)}, {"converged", true}, {"repeats", ordered_json::array()}};
  for (int k = 0; k < count; ++k) {
    TimedStream stream;
    if (const Status status = time_stream(data, options, clock, stream); !status.ok()) {
      return {{"error", status.message()}};
    }
    const double steady = stream.steady();
    result["repeats"].push_back({{"total_ms", stream.total()},
                                 {"cold_ms", stream.cold()},
                                 {"steady_ms", std::isnan(steady) ? ordered_json() : ordered_json(steady)},
                                 {"iterations", stream.iterations()},
                                 {"full_reads", stream.full_reads()},
                                 {"gram_batches", stream.gram_batches()},
                                 {"converged", stream.converged()}});
    if (!stream.converged()) result["converged"] = false;
    if (coefficients && k + 1 == count) {
      result["first_coefficients"] = stream.first_coefficients;
      result["coefficients"] = stream.coefficients;
    }
  }
  return result;
}

ordered_json write(bool written, const std::string& path) {
  if (!written) return {{"error", path + ": " + std::strerror(errno)}};
  return {{"written", path}};
}

/// Commands on standard input, one a line; one line of JSON for each:
///   fit PENALTY COUNT      that many fits
///   check PENALTY          one fit, with its coefficients
///   write FILE             the data, X row-major and then y
template <class T> void serve(const StreamData<T>& data, Options options, Clock clock) {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command, what;
    words >> command >> what;
    int count = 1;
    ordered_json answer;
    if (command == "write") {
      answer = write(data.write(what), what);
    } else if (const Status status = parse(what, options.penalty); !status.ok()) {
      answer = {{"error", status.message()}};
    } else {
      words >> count;
      answer = fit(data, options, clock, command == "check" ? 1 : count, command == "check");
    }
    std::cout << answer.dump() << std::endl;
  }
}

template <class T> int run(const Arguments& arguments, const Shape& shape, const Options& options) {
  const StreamData<T> data(shape, arguments.data);
  const Clock clock = arguments.clock == "cpu" ? Clock::cpu : Clock::wall;
  ordered_json result = header(arguments, shape);
  if (!arguments.write.empty()) result.update(write(data.write(arguments.write), arguments.write));
  if (arguments.serve) {
    std::cout << result.dump() << std::endl;
    serve(data, options, clock);
    return 0;
  }
  result.update(fit(data, options, clock, arguments.repeats, false));
  std::cout << result.dump(2) << '\n';
  if (result.contains("error")) return 3;
  return result["converged"] == true ? 0 : 1;
}

int run(const Arguments& arguments) {
  if (arguments.list) {
    std::cout << list(arguments).dump(2) << '\n';
    return 0;
  }
  const Shape* const known = find_shape(arguments.shape);
  Options options;
  options.tol = arguments.tol;
  Status status = parse(arguments.penalty, options.penalty);
  if (known == nullptr) status = {StatusCode::invalid_option, "no shape '" + arguments.shape + "': see --list"};
  if (!status.ok()) {
    std::cerr << "stream: error: " << status.message() << '\n';
    return 2;
  }
  Shape shape = *known;
  if (arguments.rows > 0) shape.rows = arguments.rows;
  return arguments.precision == "float" ? run<float>(arguments, shape, options)
                                        : run<double>(arguments, shape, options);
}

void start_kokkos(int threads) {
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (threads > 0) settings.set_num_threads(threads);
  Kokkos::initialize(settings);
#else
  Kokkos::InitArguments settings;
  settings.disable_warnings = true;
  if (threads > 0) settings.num_threads = threads;
  Kokkos::initialize(settings);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Fits a benchmark stream from memory; prints JSON. Exit codes: 1 not converged, 2 usage, 3 failure.");
  app.add_flag("--list", arguments.list, "print the shapes and stop");
  app.add_option("--max-values", arguments.max_values, "with --list: only shapes with at most this many values of X");
  app.add_option("--shape", arguments.shape, "name of a shape")->capture_default_str();
  app.add_option("--rows", arguments.rows, "another number of rows")->check(CLI::PositiveNumber);
  app.add_option("--precision", arguments.precision, "type of X and y")
      ->check(CLI::IsMember({"double", "float"}))
      ->capture_default_str();
  app.add_option("--penalty", arguments.penalty, "none or l1")->capture_default_str();
  app.add_option("--tol", arguments.tol, "tolerance of the fit")->capture_default_str();
  app.add_option("--clock", arguments.clock, "wall, or cpu: what all threads together used")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->capture_default_str();
  app.add_option("--threads", arguments.threads, "threads (default: OMP_NUM_THREADS or all cores)");
  app.add_option("--repeats", arguments.repeats, "fits of the whole stream")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", arguments.data.seed, "seed of the data")->capture_default_str();
  app.add_option("--correlation", arguments.data.correlation, "correlation of neighbouring columns")
      ->check(CLI::Range(-0.999, 0.999))
      ->capture_default_str();
  app.add_option("--write", arguments.write, "also write the data (X row-major, then y) into this new file");
  app.add_flag("--serve", arguments.serve, "read commands from standard input: see perf/peers/stream.cpp");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  start_kokkos(arguments.threads);
  int code = 3;
  try {
    code = run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "stream: error: " << error.what() << '\n';
  }
  Kokkos::finalize();
  return code;
}
