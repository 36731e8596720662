// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/json_output.hpp>

namespace robustream::cli {

Json to_json(const Options& o) {
  return {{"loss", name(o.loss)},
          {"tau", o.tau},
          {"penalty", name(o.penalty)},
          {"solver", name(o.solver)},
          {"lambda", o.lambda ? Json(*o.lambda) : Json(nullptr)},
          {"lambda_scale", o.lambda_scale},
          {"bandwidth_scale", o.bandwidth_scale},
          {"fit_intercept", o.fit_intercept},
          {"max_iter", o.max_iter},
          {"tol", o.tol},
          {"ridge", o.ridge}};
}

Json to_json(const io::StreamOptions& o) {
  Json json = {{"batch", o.batch}, {"across_files", o.across_files}};
  if (o.dataset.empty()) {
    json["x"] = o.x;
    json["y"] = o.y;
  } else {
    json["dataset"] = o.dataset;
    json["response"] = o.response;
  }
  // A table has weights only when they were asked for by name.
  json["w"] = o.dataset.empty() || o.w_required ? o.w : "";
  json["columns"] = o.columns;
  json["layout"] = name(o.layout);
  json["missing"] = name(o.missing);
  return json;
}

Json to_json(const BatchReport& r) {
  return {{"rows", r.rows},
          {"weight", r.weight},
          {"iterations", r.iterations},
          {"converged", r.converged},
          {"termination", name(r.termination)},
          {"objective", r.objective},
          {"kkt", r.kkt},
          {"lambda", r.lambda},
          {"bandwidth", r.bandwidth},
          {"rank", r.rank},
          {"condition", r.condition},
          {"least_norm", r.least_norm},
          {"regularised", r.regularised},
          {"majorising_steps", r.majorising_steps},
          {"backtracks", r.backtracks},
          {"full_reads", r.full_reads},
          {"gram_rows", r.gram_rows},
          {"solver", name(r.solver)},
          {"solver_changed", r.solver_changed},
          {"seconds", r.seconds}};
}

Json error_document(const Outcome& outcome) {
  Json error = {{"code", name(outcome.status.code())},
                {"exit_code", static_cast<int>(outcome.code)},
                {"message", outcome.status.message()}};
  error.update(outcome.details);
  return {{"error", std::move(error)}};
}

Json conventions() {
  return {{"tau", "in the units of y"},
          {"coefficients", "one a feature, in the order of feature_names, without the intercept"},
          {"rho", "r^2/2 for |r| <= tau, else tau |r| - tau^2/2; rho(3) = 3.1304875 at tau 1.345"},
          {"score", "R squared as scikit-learn defines it, not divided by tau"}};
}

void write_json(TextOutput& out, const Json& document) {
  out.write(document.dump(2, ' ', false, Json::error_handler_t::replace));
  out.write("\n");
}

std::string json_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace robustream::cli
