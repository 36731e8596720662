// SPDX-License-Identifier: BSD-3-Clause
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include <io/expect.hpp>
#include <io/files.hpp>
#include <robustream/io/checkpoint.hpp>

namespace robustream::test {
namespace {

using io::LoadReport;
using io::StreamPosition;

/// A state as an estimator leaves it after `batches` batches.
State make_state(std::int64_t batches = 3, std::int64_t p = 3) {
  State state;
  state.options.tau = 2.5;
  state.options.penalty = Penalty::l1;
  state.options.lambda = 0.125;
  state.features = p;
  for (std::int64_t j = 0; j < p; ++j) state.feature_names.push_back("name " + std::to_string(j));
  state.standardization.centre.assign(static_cast<std::size_t>(p), 0.25);
  state.standardization.scale.assign(static_cast<std::size_t>(p), 4.0);
  const auto q = static_cast<std::size_t>(p + 1);
  state.information_matrix.assign(q * q, 0.1);
  for (std::size_t j = 0; j < q; ++j) {
    state.beta.push_back(std::sqrt(static_cast<double>(j) + static_cast<double>(batches)));
    state.information_matrix[j * q + j] = 100.0 + static_cast<double>(j) / 3.0;
  }
  state.weight_sum = 1234.5;
  state.n_samples_seen = 1300;
  state.batch_count = batches;
  state.previous_lambda = 0.1;
  return state;
}

StreamPosition make_position() {
  StreamPosition position;
  position.files = {{"data/first.h5", 5000, 700, 0xfedcba98u, true}, {"data/zweite-\xc3\xa4.h5", 6000, 900, 7u, false}};
  position.file = 1;
  position.next_row = 600;
  return position;
}

bool same(const State& a, const State& b) {
  return a.options == b.options && a.features == b.features && a.feature_names == b.feature_names &&
         a.standardization == b.standardization && a.beta == b.beta && a.information_matrix == b.information_matrix &&
         a.weight_sum == b.weight_sum && a.n_samples_seen == b.n_samples_seen && a.batch_count == b.batch_count &&
         a.previous_lambda == b.previous_lambda;
}

struct Loaded {
  State state;
  StreamPosition position;
  LoadReport report;
  Status status;
};

Loaded load(const std::string& path, bool strict = false) {
  Loaded loaded;
  loaded.status = io::load_checkpoint(path, loaded.state, loaded.position, loaded.report, strict);
  return loaded;
}

TEST(Checkpoint, gives_back_what_was_saved) {
  Folder folder;
  const State state = make_state();
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", state, make_position(), "{\"batch\": 65536}")));
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"c"}));
  const Loaded loaded = load(folder / "c");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_TRUE(same(loaded.state, state));
  EXPECT_EQ(loaded.position.file, 1);
  EXPECT_EQ(loaded.position.next_row, 600);
  ASSERT_EQ(loaded.position.files.size(), 2u);
  EXPECT_EQ(loaded.position.files[0].name, "data/first.h5");
  EXPECT_EQ(loaded.position.files[0].fingerprint, 0xfedcba98u);
  EXPECT_TRUE(loaded.position.files[0].consumed);
  EXPECT_EQ(loaded.position.files[1].name, make_position().files[1].name);
  EXPECT_EQ(loaded.position.files[1].rows, 900);
  EXPECT_EQ(loaded.report.extra, "{\"batch\": 65536}");
  EXPECT_EQ(loaded.report.format_version, io::checkpoint_format_version);
  EXPECT_FALSE(loaded.report.previous);
  EXPECT_TRUE(io::looks_like_checkpoint(folder / "c"));
  // It is an HDF5 file that any tool opens.
  const hid_t file = H5Fopen((folder / "c").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  EXPECT_GT(H5Lexists(file, "/state", H5P_DEFAULT), 0);
  H5Fclose(file);
}

TEST(Checkpoint, save_load_save_is_equal_bit_for_bit) {
  Folder folder;
  State state = make_state();
  state.beta = {1e-310, -0.0, 0.1, 1e300};
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "a", state, make_position(), "x")));
  sleep(1);  // time stamps, if there were any, would differ
  const Loaded loaded = load(folder / "a");
  ASSERT_TRUE(is_ok(loaded.status));
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "b", loaded.state, loaded.position, loaded.report.extra)));
  EXPECT_EQ(read_bytes(folder / "a"), read_bytes(folder / "b"));
  EXPECT_TRUE(std::signbit(load(folder / "b").state.beta[1]));
}

TEST(Checkpoint, empty_and_extreme_content) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "a", State(), StreamPosition(), "")));
  Loaded loaded = load(folder / "a");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_TRUE(same(loaded.state, State()));
  EXPECT_FALSE(loaded.state.options.lambda.has_value());
  EXPECT_EQ(loaded.report.extra, "");
  const State large = make_state(5, 300);
  const std::string text(100000, 'x');
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "b", large, make_position(), text)));
  loaded = load(folder / "b");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_TRUE(same(loaded.state, large));
  EXPECT_EQ(loaded.report.extra, text);
}

TEST(Checkpoint, C13_a_refused_save_changes_no_byte) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(), make_position())));
  const auto before = read_bytes(folder / "c");
  State bad = make_state(4);
  bad.beta[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_status(io::save_checkpoint(folder / "c", bad, make_position()), StatusCode::invalid_state, {"NaN"}));
  bad = make_state(4);
  bad.beta.pop_back();
  EXPECT_EQ(io::save_checkpoint(folder / "c", bad, make_position()).code(), StatusCode::invalid_state);
  EXPECT_EQ(read_bytes(folder / "c"), before);
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"c"}));
  ASSERT_TRUE(is_ok(load(folder / "c").status));
  EXPECT_EQ(read_bytes(folder / "c"), before);
}

TEST(Checkpoint, B17_a_negative_diagonal_is_refused_on_saving_and_loading) {
  Folder folder;
  State bad = make_state();
  bad.information_matrix[5] = -1.0;
  EXPECT_EQ(io::save_checkpoint(folder / "c", bad, make_position()).code(), StatusCode::not_positive_definite);
  // Not positive semidefinite in a way that only a factorisation shows: written, and refused on loading.
  bad = make_state();
  bad.information_matrix[1] = bad.information_matrix[4] = 500.0;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", bad, make_position())));
  EXPECT_TRUE(is_status(load(folder / "c").status, StatusCode::checkpoint_damaged, {"semidefinite"}));
}

TEST(Checkpoint, two_generations) {
  Folder folder;
  for (std::int64_t batches = 1; batches <= 3; ++batches) {
    ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(batches), make_position())));
  }
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"c", "c.previous"}));
  EXPECT_EQ(load(folder / "c").state.batch_count, 3);
  EXPECT_EQ(load(folder / "c.previous").state.batch_count, 2);
}

TEST(Checkpoint, F3_falls_back_to_the_generation_before_and_says_so) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(1), make_position())));
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(2), make_position())));
  flip_bit(folder / "c", read_bytes(folder / "c").size() / 2, 0);
  Loaded loaded = load(folder / "c");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_EQ(loaded.state.batch_count, 1);
  EXPECT_TRUE(loaded.report.previous);
  EXPECT_EQ(loaded.report.file, folder / "c.previous");
  EXPECT_TRUE(is_status(loaded.report.newest, StatusCode::checkpoint_damaged, {folder / "c", "checksum"}));
  EXPECT_TRUE(
      is_status(load(folder / "c", true).status, StatusCode::checkpoint_damaged, {"checksum", "c.previous", "loads"}));

  // The next save does not let the damaged one push out the good one.
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(5), make_position())));
  EXPECT_EQ(load(folder / "c").state.batch_count, 5);
  EXPECT_EQ(load(folder / "c.previous").state.batch_count, 1);

  // A kill between the two renames leaves only the previous generation.
  std::filesystem::remove(folder / "c");
  loaded = load(folder / "c");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_TRUE(loaded.report.previous);
  EXPECT_TRUE(is_status(load(folder / "c", true).status, StatusCode::checkpoint_damaged));

  write_bytes(folder / "c", {1, 2, 3});
  flip_bit(folder / "c.previous", 700, 0);
  EXPECT_TRUE(is_status(load(folder / "c").status, StatusCode::checkpoint_damaged, {folder / "c:", "c.previous:"}));
  EXPECT_TRUE(is_status(load(folder / "none").status, StatusCode::file_not_found, {"none"}));
}

TEST(Checkpoint, every_flipped_bit_and_every_length_is_noticed) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(), make_position())));
  const auto whole = read_bytes(folder / "c");
  const State untouched;
  for (std::size_t at = 0; at < whole.size(); at += at < 600 ? 1 : 37) {
    auto bytes = whole;
    bytes[at] ^= static_cast<unsigned char>(1 << (at % 8));
    write_bytes(folder / "d", bytes);
    const Loaded loaded = load(folder / "d");
    EXPECT_EQ(loaded.status.code(), StatusCode::checkpoint_damaged) << at;
    EXPECT_TRUE(same(loaded.state, untouched));
  }
  for (std::size_t size = 0; size < whole.size(); size += size < 600 ? 7 : 512) {
    write_bytes(folder / "d", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    EXPECT_EQ(load(folder / "d").status.code(), StatusCode::checkpoint_damaged) << size;
  }
}

TEST(Checkpoint, F9_foreign_older_newer_short_and_oversized_files) {
  Folder folder;
  H5File(folder / "foreign.h5").add("X", {3, 2}, counting(6));
  EXPECT_TRUE(
      is_status(load(folder / "foreign.h5").status, StatusCode::checkpoint_damaged, {"not a Robustream checkpoint"}));
  write_bytes(folder / "short", std::vector<unsigned char>(32, 0));
  EXPECT_TRUE(is_status(load(folder / "short").status, StatusCode::checkpoint_damaged, {"32 bytes"}));
  write_bytes(folder / "empty", {});
  EXPECT_TRUE(is_status(load(folder / "empty").status, StatusCode::checkpoint_damaged, {"0 bytes"}));
  EXPECT_TRUE(is_status(load(folder.path()).status, StatusCode::file_access, {"directory"}));

  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(), make_position())));
  const auto whole = read_bytes(folder / "c");
  const std::string text(whole.begin(), whole.begin() + 60);
  const std::size_t digit = text.find("format ") + 7;
  auto bytes = whole;
  bytes[digit] = '9';
  write_bytes(folder / "newer", bytes);
  EXPECT_TRUE(is_status(load(folder / "newer").status, StatusCode::checkpoint_damaged, {"format 9", "newer version"}));
  bytes[digit] = '0';
  write_bytes(folder / "older", bytes);
  EXPECT_TRUE(is_status(load(folder / "older").status, StatusCode::checkpoint_damaged, {"format 0"}));

  // Sparse, 1 TiB long: refused by its length, in bounded memory and time.
  write_bytes(folder / "huge", whole);
  std::filesystem::resize_file(folder / "huge", std::uintmax_t{1} << 40);
  const int exit = in_child({std::uint64_t{64} << 20, 0}, [&] {
    return load(folder / "huge").status.code() == StatusCode::checkpoint_damaged ? 0 : 1;
  });
  EXPECT_EQ(exit, 0);
  EXPECT_TRUE(is_status(load(folder / "huge").status, StatusCode::checkpoint_damaged, {"1099511627776"}));
  EXPECT_FALSE(io::looks_like_checkpoint(folder / "short"));
}

TEST(Checkpoint, F1_file_size_limit_during_the_second_save) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(1), make_position())));
  const auto before = read_bytes(folder / "c");
  const int exit = in_child({0, before.size() / 2}, [&] {
    const Status status = io::save_checkpoint(folder / "c", make_state(2), make_position());
    return is_status(status, StatusCode::file_access, {"c.tmp", "File too large"}) ? 0 : 1;
  });
  EXPECT_EQ(exit, 0);  // also: no SIGXFSZ
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"c"}));
  EXPECT_EQ(read_bytes(folder / "c"), before);
  EXPECT_EQ(load(folder / "c").state.batch_count, 1);
}

TEST(Checkpoint, F8_targets_that_cannot_be_written) {
  Folder folder;
  const State state = make_state();
  EXPECT_TRUE(is_status(io::save_checkpoint("/dev/full", state, make_position()), StatusCode::file_access,
                        {"/dev/full", "not a regular file", "Invalid argument"}));
  EXPECT_TRUE(is_status(io::save_checkpoint(folder / "no/c", state, make_position()), StatusCode::file_access,
                        {"No such file or directory"}));
  EXPECT_TRUE(is_status(io::save_checkpoint(folder.path(), state, make_position()), StatusCode::file_access,
                        {"Is a directory"}));
  EXPECT_TRUE(is_status(io::save_checkpoint("", state, make_position()), StatusCode::invalid_option));
  if (geteuid() != 0) {
    ASSERT_EQ(chmod(folder.path().c_str(), 0500), 0);
    EXPECT_TRUE(is_status(io::save_checkpoint(folder / "c", state, make_position()), StatusCode::file_access,
                          {"Permission denied"}));
    ASSERT_EQ(chmod(folder.path().c_str(), 0700), 0);
  }
}

TEST(Checkpoint, leftovers_and_links) {
  Folder folder;
  // What a killed process left behind is ignored by a load and overwritten by the next save.
  write_bytes(folder / "c.tmp", std::vector<unsigned char>(100000, 1));
  EXPECT_TRUE(is_status(load(folder / "c").status, StatusCode::file_not_found));
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(1), make_position())));
  EXPECT_EQ(folder.entries(), (std::vector<std::string>{"c"}));
  EXPECT_EQ(load(folder / "c").state.batch_count, 1);

  std::filesystem::create_directory(folder / "scratch");
  std::filesystem::create_symlink("scratch/real", folder / "link");
  for (std::int64_t batches = 1; batches <= 2; ++batches) {
    ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "link", make_state(batches), make_position())));
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(load(folder / "scratch/real").state.batch_count, 2);
  std::filesystem::remove(folder / "scratch/real");
  const Loaded loaded = load(folder / "link");
  ASSERT_TRUE(is_ok(loaded.status));
  EXPECT_EQ(loaded.state.batch_count, 1);
}

TEST(Checkpoint, killed_at_any_moment_leaves_one_that_loads) {
  Folder folder;
  ASSERT_TRUE(is_ok(io::save_checkpoint(folder / "c", make_state(1, 60), make_position())));
  for (int i = 0; i < 60; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (std::int64_t batches = 2;; ++batches) {
        if (!io::save_checkpoint(folder / "c", make_state(batches, 60), make_position())) _exit(1);
      }
    }
    usleep(static_cast<useconds_t>(500 + 397 * i));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const Loaded loaded = load(folder / "c");
    ASSERT_TRUE(is_ok(loaded.status)) << "after kill " << i;
    ASSERT_TRUE(same(loaded.state, make_state(loaded.state.batch_count, 60)));
  }
}

}  // namespace
}  // namespace robustream::test
