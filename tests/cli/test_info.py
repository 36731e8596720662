# SPDX-License-Identifier: BSD-3-Clause
"""info: this build, checkpoints and data files."""

import unittest

from support import FLIGHTS, ProgramTest


class Info(ProgramTest):
    def test_build(self):
        document = self.run_json("info")
        for member in ("version", "commit", "compiler", "kokkos", "back_ends", "checkpoint_format", "cores"):
            self.assertTrue(document[member], member)
        text = self.run_ok("info").out
        for value in (document["version"], document["commit"], document["compiler"], document["kokkos"]):
            self.assertIn(value, text)

    def test_data_file(self):
        file = self.run_json("info", FLIGHTS[0])["files"][0]
        datasets = {d["path"]: d for d in file["datasets"]}
        self.assertEqual(datasets["/X"]["shape"], [26398, 4])
        self.assertEqual(datasets["/X"]["type"], "float32")
        self.assertEqual(datasets["/X"]["names"], ["dep_delay", "air_time", "distance", "hour"])
        self.assertTrue(datasets["/X"]["checksummed"])
        self.assertEqual((file["rows"], file["features"]), (26398, 4))
        text = self.run_ok("info", FLIGHTS[0]).out
        for word in ("26398 x 4", "float32", "shuffle", "fletcher32", "dep_delay"):
            self.assertIn(word, text)

    def test_checkpoint(self):
        checkpoint = self.path("c.h5")
        fitted = self.fit(*FLIGHTS[:2], "--tau", "20", "--checkpoint", checkpoint)
        held = self.run_json("info", checkpoint)["files"][0]
        for member in ("coefficients", "intercept", "feature_names", "n_samples_seen", "batch_count", "options"):
            self.assertEqual(held[member], fitted[member], member)
        self.assertEqual([f["consumed"] for f in held["position"]["files"]], [True, True])
        text = self.run_ok("info", checkpoint).out
        for word in ("tau 20", "dep_delay", repr(fitted["coefficients"][0]), "50,009 rows in 2 batches"):
            self.assertIn(word, text)

    def test_file_that_is_no_stream(self):
        file = self.write("z.h5", [[1.0, 2.0]])
        self.assertIn("/X", self.run_ok("info", file).out)

    def test_file_that_cannot_be_read(self):
        self.assertEqual(self.run_json("info", self.path("none.h5"), code=4)["error"]["code"], "file_not_found")


if __name__ == "__main__":
    unittest.main()
