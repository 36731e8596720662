# SPDX-License-Identifier: BSD-3-Clause
"""predict: numbers, formats, score, and that an output is whole or not there."""

import os
import unittest

import h5py
import numpy as np

from support import FLIGHTS, STACKLOSS, ProgramTest, coefficients


class Predict(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.write_stackloss()
        self.checkpoint = self.path("c.h5")
        self.model = coefficients(self.fit(self.data, "--tol", "1e-12", "--checkpoint", self.checkpoint))
        self.prediction = self.model[0] + STACKLOSS[:, :3] @ self.model[1:]
        self.residual = STACKLOSS[:, 3] - self.prediction
        self.weight = np.minimum(1, 1.345 / np.abs(self.residual))

    def predict(self, *arguments, **popen):
        return self.run_ok("predict", self.data, "--checkpoint", self.checkpoint, *arguments, **popen)

    def check(self, rows):
        rows = np.array(rows, dtype=float)
        self.assert_close(rows[:, 0], self.prediction, 1e-12)
        if rows.shape[1] == 3:
            self.assert_close(rows[:, 1], self.residual, 1e-11)
            self.assert_close(rows[:, 2], self.weight, 1e-11)

    def test_csv(self):
        lines = self.predict("--batch", "4").out.splitlines()
        self.assertEqual(lines[0], "prediction")
        self.check([[line] for line in lines[1:]])
        result = self.predict("--residuals")
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "prediction,residual,robustness_weight")
        self.check([line.split(",") for line in lines[1:]])
        self.assertIn("21 rows", result.err)
        self.predict("--residuals", "--output", self.path("p.csv"))
        self.assertEqual(self.read_bytes(self.path("p.csv")).decode(), result.out)

    def test_hdf5(self):
        out = self.predict("--residuals", "--output", self.path("p.h5"), "--batch", "5").out
        self.assertIn("R squared", out)
        with h5py.File(self.path("p.h5")) as file:
            self.check(np.column_stack([file[n][:] for n in ("prediction", "residual", "robustness_weight")]))
        self.predict("--output", self.path("q.h5"))
        with h5py.File(self.path("q.h5")) as file:
            self.assertEqual(list(file), ["prediction"])

    def test_json(self):
        document = self.run_json("predict", self.data, "--checkpoint", self.checkpoint, "--residuals", "--batch", "4")
        self.assertEqual(document["columns"], ["prediction", "residual", "robustness_weight"])
        self.check(document["data"])

    def test_score(self):
        y = STACKLOSS[:, 3]
        expected = 1 - np.sum(self.residual ** 2) / np.sum((y - y.mean()) ** 2)
        for batch in (4, 21):
            document = self.run_json("predict", self.data, "--checkpoint", self.checkpoint, "--batch", batch)
            self.assert_close(document["score"], expected, 1e-12)
        w = np.arange(21.0) % 3
        self.data = self.write("w.h5", STACKLOSS[:, :3], y, w)
        mean = np.average(y, weights=w)
        expected = 1 - np.sum(w * self.residual ** 2) / np.sum(w * (y - mean) ** 2)
        document = self.run_json("predict", self.data, "--checkpoint", self.checkpoint)
        self.assert_close(document["score"], expected, 1e-12)

    def test_without_response(self):
        self.data = self.write("x.h5", STACKLOSS[:, :3], columns=["air", "water", "acid"])
        result = self.predict()
        self.check([[line] for line in result.out.splitlines()[1:]])
        self.assertNotIn("R squared", result.err)
        document = self.run_json("predict", self.data, "--checkpoint", self.checkpoint)
        self.assertIsNone(document["score"])
        error = self.run_json("predict", self.data, "--checkpoint", self.checkpoint, "--residuals", code=3)
        self.assertIn("/y", error["error"]["message"])

    def test_columns_are_found_by_name(self):
        path = self.path("t.h5")
        with h5py.File(path, "w") as file:
            for j, name in enumerate(("air", "water", "acid")):
                file[name] = STACKLOSS[:, j]
        self.data = path
        self.check([[line] for line in self.predict("--dataset", "/").out.splitlines()[1:]])

    def test_rows_with_nan_give_nan(self):
        x = STACKLOSS[:, :3].copy()
        x[3, 1] = np.nan
        self.data = self.write("n.h5", x, STACKLOSS[:, 3])
        lines = self.predict().out.splitlines()[1:]
        self.assertEqual(lines[3], "nan")
        document = self.run_json("predict", self.data, "--checkpoint", self.checkpoint)
        self.assertEqual((document["data"][3], document["score_left_out"]), ([None], 1))

    def test_another_number_of_features(self):
        self.data = self.write("f.h5", STACKLOSS[:, :2], STACKLOSS[:, 3])
        error = self.run_json("predict", self.data, "--checkpoint", self.checkpoint, code=3)["error"]
        self.assertIn("f.h5", error["message"])

    def test_output_is_whole_or_not_there(self):
        """A damaged chunk late in the file: exit 4, no output file, and a document that says so."""
        data = self.write("d.h5", np.tile(STACKLOSS[:, :3], (1000, 1)), np.tile(STACKLOSS[:, 3], 1000),
                          chunks=(1000, 3), fletcher32=True)
        with h5py.File(data) as file:
            chunk = file["X"].id.get_chunk_info(15)
        with open(data, "r+b") as file:
            file.seek(chunk.byte_offset + 8)
            file.write(b"xxxx")
        arguments = ("predict", data, "--checkpoint", self.checkpoint, "--batch", "1000")
        for name in ("o.csv", "o.h5"):
            result = self.run_program(*arguments, "--output", self.path(name))
            self.assertEqual((result.code, result.out), (4, ""), result.err)
            self.assertEqual([n for n in os.listdir(self.folder) if n.startswith("o.")], [])
        document = self.run_json(*arguments, code=4)
        self.assertEqual(document["error"]["code"], "file_damaged")
        self.assertEqual(len(document["data"]), 15000)

    def test_flights(self):
        checkpoint = self.path("flights.h5")
        self.run_ok("fit", *FLIGHTS, "--tau", "20", "--checkpoint", checkpoint)
        document = self.run_json("predict", *FLIGHTS, "--checkpoint", checkpoint, "--residuals", "--output",
                                 self.path("p.h5"))
        self.assertEqual(document["rows"], 327346)
        self.assert_close(document["score"], 0.87654632, 1e-6)
        with h5py.File(self.path("p.h5")) as file:
            self.assertEqual(file["residual"].shape, (327346,))
            self.assertTrue(0 < file["robustness_weight"][:].min() <= file["robustness_weight"][:].max() == 1)


if __name__ == "__main__":
    unittest.main()
