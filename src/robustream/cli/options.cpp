// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/options.hpp>

#include <sstream>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace robustream::cli {

void StreamArguments::add_places(CLI::App& app) {
  const io::StreamOptions defaults;
  x_ = defaults.x;
  y_ = defaults.y;
  w_ = defaults.w;
  layout_ = name(defaults.layout);
  missing_ = name(defaults.missing);
  batch_ = defaults.batch;
  const char* group = "What to read";
  app.add_option("--x", x_, "dataset of the features, rows x features")->capture_default_str()->group(group);
  app.add_option("--y", y_, "dataset of the response")->capture_default_str()->group(group);
  w_option_ =
      app.add_option("--w", w_, "dataset (with --dataset: column) of row weights; read if it is there, '' for none")
          ->capture_default_str()
          ->group(group);
  app.add_option("--dataset", dataset_,
                 "a compound dataset, or a group of 1-D datasets ('/' for the root), instead of "
                 "--x and --y; needs --response")
      ->group(group);
  app.add_option("--columns", columns_,
                 "features to use, in this order, as a,b,c; names the columns of an --x without "
                 "names (default: all)")
      ->group(group);
  app.add_option("--response", response_, "with --dataset: the column of the response")->group(group);
  app.add_option("--layout", layout_, "of --x in the file: rows-first (C, NumPy) or columns-first (Fortran, Julia, R)")
      ->capture_default_str()
      ->group(group);
  app.add_option("--batch", batch_, "rows of a batch, exact")->capture_default_str()->group(group);
  app.add_flag("--allow-external-links", allow_external_links_, "follow links into other files")->group(group);
}

void StreamArguments::add(CLI::App& app) {
  add_places(app);
  const char* group = "What to read";
  app.add_flag("--across-files", across_files_, "let a batch go on in the next file (default: it ends with its file)")
      ->group(group);
  app.add_option("--missing", missing_,
                 "rows with NaN: error refuses the batch and names the row, drop leaves them out")
      ->capture_default_str()
      ->group(group);
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
  if (Status status = parse(layout_, options.layout); !status.ok()) return status;
  if (Status status = parse(missing_, options.missing); !status.ok()) return status;
  return validate(options);
}

void ModelArguments::add(CLI::App& app) {
  loss_ = name(values_.loss);
  penalty_ = name(values_.penalty);
  solver_ = name(values_.solver);
  const char* group = "Model";
  app.add_option("--tau", values_.tau, "residuals beyond tau count linearly, not squared; in the units of y, > 0")
      ->capture_default_str()
      ->group(group);
  app.add_option("--penalty", penalty_, "none, or l1 (lasso: sets unneeded coefficients to 0)")
      ->capture_default_str()
      ->group(group);
  app.add_option("--lambda", values_.lambda,
                 "fixed weight of the l1 penalty, >= 0 (default: lambda-scale tau "
                 "sqrt(log(max(p, 2)) / N), N = weight seen so far)")
      ->group(group);
  app.add_option("--lambda-scale", values_.lambda_scale, "factor of that rule, >= 0")
      ->capture_default_str()
      ->group(group);
  app.add_option("--bandwidth-scale", values_.bandwidth_scale,
                 "factor of the curvature's bandwidth min(bandwidth-scale / (sqrt(N) log(max(p, 2))), tau), > 0")
      ->capture_default_str()
      ->group(group);
  app.add_flag("--no-intercept", no_intercept_, "fit through the origin")->group(group);
  app.add_option("--loss", loss_, "huber")->capture_default_str()->group(group);
  app.add_option("--solver", solver_, "auto, newton, or lamm (l1 only: the reference implementation's steps)")
      ->capture_default_str()
      ->group(group);
  app.add_option("--tol", values_.tol, "relative tolerance of the certificate and the step, > 0")
      ->capture_default_str()
      ->group(group);
  app.add_option("--max-iter", values_.max_iter, "bound on the iterations of a batch, >= 1")
      ->capture_default_str()
      ->group(group);
  app.add_option("--ridge", values_.ridge, "added to the diagonal of the Newton matrix, never to the objective, >= 0")
      ->capture_default_str()
      ->group(group);
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
  const char* group = "Where it runs";
  app.add_option("--device", device_, "auto, openmp, serial or cuda; one that is not there is an error, never replaced")
      ->capture_default_str()
      ->group(group);
  app.add_option("--threads", values_.threads, "threads of openmp (default: OMP_NUM_THREADS, else all cores)")
      ->group(group);
}

void DeviceArguments::add_arithmetic(CLI::App& app) {
  const char* group = "Where it runs";
  app.add_flag("--reproducible", values_.reproducible, "the same bits for any number of threads")->group(group);
  app.add_flag("--tf32", values_.tf32, "cuda with float32 data: faster, to 5e-3 only")->group(group);
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
