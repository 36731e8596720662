// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/options.hpp>

#include <sstream>

#include <robustream/cli/choices.hpp>
#include <robustream/cli/option_group.hpp>

namespace robustream::cli {
namespace {
constexpr const char* what_to_read = "What to read";
constexpr const char* where_it_runs = "Where it runs";
}  // namespace

void StreamArguments::add_places(CLI::App& app) {
  const io::StreamOptions defaults;
  x_ = defaults.x;
  y_ = defaults.y;
  w_ = defaults.w;
  layout_ = name(defaults.layout);
  missing_ = name(defaults.missing);
  batch_ = defaults.batch;
  OptionGroup group(app, what_to_read);
  group.option("--x", x_, "DATASET", "the features, rows x features");
  group.option("--y", y_, "DATASET", "the response");
  w_option_ = group.option("--w", w_, "DATASET",
                           "row weights; read if they are there, '' for none; with --dataset a column, "
                           "read only if it is named");
  group.option("--dataset", dataset_, "DATASET",
               "instead of --x and --y: a compound dataset, or a group of 1-D datasets "
               "('/' for the root); needs --response");
  group.option("--response", response_, "NAME", "with --dataset: the column of the response");
  group.option("--columns", columns_, "a,b,c",
               "features to use, in this order (default: all); names the columns of an "
               "--x without names");
  group.option("--layout", layout_, "NAME",
               "of --x in the file: rows-first (C, NumPy) or columns-first (Fortran, Julia, R)");
  group.option("--batch", batch_, "ROWS", "rows of a batch, exact");
  group.flag("--allow-external-links", allow_external_links_, "follow links into other files");
}

void StreamArguments::add(CLI::App& app) {
  add_places(app);
  OptionGroup group(app, what_to_read);
  group.flag("--across-files", across_files_, "let a batch go on in the next file (default: it ends with its file)");
  group.option("--missing", missing_, "NAME",
               "rows with NaN: error refuses the batch and names the row, drop leaves them out");
}

Status StreamArguments::resolve(io::StreamOptions& options) const {
  options.x = x_;
  options.y = y_;
  options.w = w_;
  options.w_required = w_option_ != nullptr && w_option_->count() > 0 && !w_.empty();
  options.dataset = dataset_;
  options.columns = split_names(columns_);
  options.response = response_;
  options.batch = batch_;
  options.across_files = across_files_;
  options.allow_external_links = allow_external_links_;
  const auto layouts = {io::Layout::rows_first, io::Layout::columns_first};
  if (Status status = choose("layout", layout_, layouts, options.layout); !status.ok()) return status;
  const auto missings = {io::Missing::error, io::Missing::drop};
  if (Status status = choose("missing", missing_, missings, options.missing); !status.ok()) return status;
  return validate(options);
}

void ModelArguments::add(CLI::App& app) {
  loss_ = name(values_.loss);
  penalty_ = name(values_.penalty);
  solver_ = name(values_.solver);
  OptionGroup group(app, "Model");
  group.option("--tau", values_.tau, "NUMBER",
               "residuals beyond tau count linearly, not squared; in the units of y, > 0");
  group.option("--penalty", penalty_, "NAME", "none, or l1 (lasso: sets unneeded coefficients to 0)");
  group.without_default("--lambda", values_.lambda, "NUMBER",
                        "fixed weight of the l1 penalty, >= 0 (default: lambda-scale "
                        "tau sqrt(log(max(p, 2)) / N), p features, N = weight seen so far)");
  group.option("--lambda-scale", values_.lambda_scale, "NUMBER", "factor of that rule, >= 0");
  group.option("--bandwidth-scale", values_.bandwidth_scale, "NUMBER",
               "factor of the curvature's bandwidth "
               "min(bandwidth-scale / (sqrt(N) log(max(p, 2))), tau), > 0");
  group.flag("--no-intercept", no_intercept_, "fit through the origin");
  group.option("--loss", loss_, "NAME", "huber");
  group.option("--solver", solver_, "NAME", "auto, newton, or lamm (l1 only: the reference implementation's steps)");
  group.option("--tol", values_.tol, "NUMBER", "relative tolerance of the certificate and of the step, > 0");
  group.option("--max-iter", values_.max_iter, "COUNT", "bound on the iterations of a batch, >= 1");
  group.option("--ridge", values_.ridge, "NUMBER",
               "added to the diagonal of the Newton matrix, never to the objective, >= 0");
}

Status ModelArguments::resolve(Options& options) const {
  options = values_;
  options.fit_intercept = !no_intercept_;
  if (Status status = parse(loss_, options.loss); !status.ok()) return status;
  if (Status status = parse(penalty_, options.penalty); !status.ok()) return status;
  if (Status status = parse(solver_, options.solver); !status.ok()) return status;
  return validate(options);
}

void DeviceArguments::add(CLI::App& app) {
  device_ = name(values_.device);
  OptionGroup group(app, where_it_runs);
  group.option("--device", device_, "NAME",
               "auto, openmp, serial or cuda; one that is not there is an error, never replaced");
  group.without_default("--threads", values_.threads, "COUNT", "of openmp (default: OMP_NUM_THREADS, else all cores)");
}

void DeviceArguments::add_arithmetic(CLI::App& app) {
  OptionGroup group(app, where_it_runs);
  group.flag("--reproducible", values_.reproducible, "the same bits for any number of threads");
  group.flag("--tf32", values_.tf32, "cuda with float32 data: faster, to 5e-3 only");
}

Status DeviceArguments::resolve(DeviceOptions& options) const {
  options = values_;
  if (Status status = parse(device_, options.device); !status.ok()) return status;
  return validate(options);
}

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream stream(text);
  for (std::string name; std::getline(stream, name, ',');) {
    const auto begin = name.find_first_not_of(" \t");
    const auto end = name.find_last_not_of(" \t");
    names.push_back(begin == std::string::npos ? "" : name.substr(begin, end - begin + 1));
  }
  return names;
}

}  // namespace robustream::cli
