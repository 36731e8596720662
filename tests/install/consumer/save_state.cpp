// SPDX-License-Identifier: BSD-3-Clause
// Saves a state as a checkpoint in the file named on the command line and loads it again.
#include <cstdio>

#include <robustream/io/checkpoint.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  robustream::UserState user;
  user.coefficients = {1.75};
  user.intercept = -87.5;
  user.information = {91924, 1476, 1476, 24};
  user.weight_sum = 24;
  user.n_samples_seen = 24;
  user.batch_count = 1;
  robustream::State saved, loaded;
  robustream::Status status = robustream::make_state(user, saved);
  if (status) status = robustream::io::save_checkpoint(argv[1], saved, {});
  robustream::io::StreamPosition position;
  robustream::io::LoadReport report;
  if (status) status = robustream::io::load_checkpoint(argv[1], loaded, position, report);
  if (!status) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  }
  return loaded.beta == saved.beta && loaded.information_matrix == saved.information_matrix ? 0 : 1;
}
