# SPDX-License-Identifier: BSD-3-Clause
"""fit gives the right numbers, in JSON and in the table, whatever the file looks like inside."""

import json
import re
import unittest

import h5py
import numpy as np

from support import FLIGHTS, PHONES, SOURCE, STACKLOSS, STACKLOSS_FIT, ProgramTest, coefficients


class KnownAnswers(ProgramTest):
    def test_stackloss(self):
        """A1 and A1b: not zeros."""
        file = self.write_stackloss()
        document = self.fit(file, "--tol", "1e-12")
        self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-9)
        self.assertEqual(document["feature_names"], ["air", "water", "acid"])
        self.assertEqual(document["n_samples_seen"], 21)
        document = self.fit(file, "--tol", "1e-12", "--tau", "5")
        self.assert_close(coefficients(document), [-40.91411709207248, .7787457463391643, 1.110654363155288,
                                                   -.1384435616506808], 1e-9)

    def test_phones_in_batches(self):
        """A17, as one file cut by --batch and as three files."""
        year = np.arange(50.0, 74.0)
        last = [-87.55076923077, 1.75032967033]
        options = ("--tau", "5", "--ridge", "0", "--tol", "1e-12")
        document = self.fit(self.write("phones.h5", year[:, None], PHONES), "--batch", "8", *options)
        self.assert_close(coefficients(document), last, 1e-9)
        self.assert_close([b["bandwidth"] for b in document["batches"]], [.5100697233, .3606737602, .2944888921], 1e-9)
        files = [self.write(f"part{i}.h5", year[i:i + 8, None], PHONES[i:i + 8]) for i in (0, 8, 16)]
        document = self.fit(*files, *options)
        self.assert_close(coefficients(document), last, 1e-9)
        self.assertEqual([b["file"] for b in document["batches"]], files)

    def test_no_intercept(self):
        """A15."""
        document = self.fit(self.write("p.h5", np.arange(50.0, 74.0)[:, None], PHONES), "--tau", "5", "--no-intercept",
                            "--tol", "1e-12")
        self.assert_close(document["coefficients"], [.3024386617100372], 1e-9)
        self.assertEqual(document["intercept"], 0)

    def test_weights(self):
        """C1."""
        file = self.write("p.h5", np.arange(50.0, 74.0)[:, None], PHONES, 1.0 + np.arange(24) % 3)
        document = self.fit(file, "--tau", "5", "--tol", "1e-12")
        self.assert_close(coefficients(document), [-100.5140629776827, 1.982156323244675], 1e-9)
        self.assertEqual(document["weight_sum"], 48)
        plain = self.fit(file, "--tau", "5", "--tol", "1e-12", "--w", "")
        self.assert_close(coefficients(plain), [-87.55076923076923, 1.75032967032967], 1e-9)

    def test_fixed_lambda(self):
        """A16."""
        file = self.write("a.h5", np.array([-1.0, -1, 1, 1])[:, None], np.array([1.0, 3, 5, 11]))
        document = self.fit(file, "--penalty", "l1", "--lambda", "0.25", "--tol", "1e-12")
        self.assert_close(coefficients(document), [4.0475, 1.7975], 1e-9)
        self.assertEqual(document["batches"][0]["lambda"], 0.25)


class FileForms(ProgramTest):
    def test_types_and_byte_orders(self):
        """D13."""
        path = self.path("types.h5")
        with h5py.File(path, "w") as file:
            file.create_dataset("X", data=STACKLOSS[:, :3].astype(">f8"))
            file.create_dataset("y", data=STACKLOSS[:, 3].astype("i2"))
            file.create_dataset("w", data=np.ones(21, dtype="u1"))
        self.assert_close(coefficients(self.fit(path, "--tol", "1e-12")), STACKLOSS_FIT, 1e-9)

    def test_float16(self):
        document = self.fit(self.write("f16.h5", STACKLOSS[:, :3].astype("f2"), STACKLOSS[:, 3].astype("f4")))
        self.assertEqual(document["element"], "float32")
        self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-4)

    def test_tables(self):
        names = ["air", "water", "acid", "loss"]
        path = self.path("tables.h5")
        with h5py.File(path, "w") as file:
            group = file.create_group("plant")
            for j, name in enumerate(names):
                group.create_dataset(name, data=STACKLOSS[:, j])
            file["rows"] = np.rec.fromarrays(STACKLOSS.T, names=names)
        for dataset in ("/plant", "/rows"):
            document = self.fit(path, "--dataset", dataset, "--response", "loss", "--columns", "air,water,acid",
                                "--tol", "1e-12")
            self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-9)
            self.assertEqual(document["feature_names"], names[:3])
        document = self.fit(path, "--dataset", "/rows", "--response", "loss", "--columns", "acid, air")
        self.assertEqual(document["feature_names"], ["acid", "air"])

    def test_columns_first(self):
        file = self.write("t.h5", np.ascontiguousarray(STACKLOSS[:, :3].T), STACKLOSS[:, 3])
        document = self.fit(file, "--layout", "columns-first", "--tol", "1e-12")
        self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-9)

    def test_missing_rows_are_dropped_and_counted(self):
        x, y = STACKLOSS[:, :3].copy(), STACKLOSS[:, 3]
        x = np.vstack([x, [np.nan, 1, 2]])
        document = self.fit(self.write("m.h5", x, np.append(y, 5.0)), "--missing", "drop", "--tol", "1e-12")
        self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-9)
        self.assertEqual((document["dropped_rows"], document["batches"][0]["dropped"]), (1, 1))

    def test_across_files(self):
        year = np.arange(50.0, 74.0)
        files = [self.write(f"part{i}.h5", year[i:i + 6, None], PHONES[i:i + 6]) for i in (0, 6, 12, 18)]
        document = self.fit(*files, "--across-files", "--batch", "8", "--tau", "5", "--ridge", "0", "--tol", "1e-12")
        self.assertEqual([b["rows"] for b in document["batches"]], [8, 8, 8])
        self.assertEqual(document["batches"][0]["last_file"], files[1])
        self.assert_close(coefficients(document), [-87.55076923077, 1.75032967033], 1e-9)


class Convergence(ProgramTest):
    def test_unconverged_is_exit_1_with_the_numbers(self):
        document = self.fit(self.write_stackloss(), "--max-iter", "1", "--tol", "1e-12", code=1)
        self.assertFalse(document["converged"])
        self.assertEqual(document["batches"][0]["termination"], "iteration_limit")
        self.assertIn("--max-iter", self.run_program("fit", self.write_stackloss(), "--max-iter", "1").out)

    def test_ill_conditioned_is_exit_6_with_the_numbers(self):
        """Two columns that agree to 13 digits and a response of 1e15: some of these are beyond float64."""
        codes = {"converged": 0, "iteration_limit": 1, "stalled": 1, "ill_conditioned": 6}
        seen = set()
        for seed in range(20):
            generator = np.random.default_rng(seed)
            x = generator.normal(size=(200, 3))
            x[:, 2] = x[:, 0] + 1e-13 * generator.normal(size=200)
            file = self.write("nearly.h5", x, 1e15 * x.sum(axis=1))
            result = self.run_program("fit", file, "--tol", "1e-12", "--json")
            batch = result.document()["batches"][0]
            self.assertEqual(result.code, codes[batch["termination"]], result.out)
            seen.add(result.code)
            if result.code == 6:
                self.assertIn("ill-conditioned", self.run_program("fit", file, "--tol", "1e-12").out)
        self.assertIn(6, seen)

    def test_rank_deficient_but_certified_is_ok(self):
        """B6."""
        a = np.arange(1.0, 9.0)
        file = self.write("b6.h5", np.column_stack([a, 2 * a]), 5 + 11 * a)
        document = self.fit(file)
        self.assertEqual(document["batches"][0]["rank"], 2)
        c = coefficients(document)
        self.assert_close(c[0] + c[1] * a + c[2] * 2 * a, 5 + 11 * a, 1e-6)
        self.assertIn("rank 2 of 3", self.run_ok("fit", file).out)


class Flights(ProgramTest):
    """The main job on real data: a month a batch, against certified coefficients."""

    EXPECTED = json.loads((SOURCE / "data" / "flights" / "expected.json").read_text())["certified"]

    def check(self, tolerance, penalty):
        """After each month, since every month is certified."""
        options = ("--tau", "20", "--tol", "1e-10", "--penalty", penalty)
        for months, expected in enumerate(self.EXPECTED[penalty], start=1):
            document = self.fit(*FLIGHTS[:months], *options)
            self.assertEqual(len(document["batches"]), months)
            self.assertTrue(all(b["converged"] and b["kkt"] <= 1e-10 for b in document["batches"]))
            self.assert_close(coefficients(document), expected, tolerance)
        self.assertEqual(document["n_samples_seen"], 327346)
        self.assertEqual(document["feature_names"], ["dep_delay", "air_time", "distance", "hour"])

    def test_none(self):
        self.check(1e-9, "none")

    def test_l1(self):
        self.check(1e-6, "l1")

    def test_table(self):
        out = self.run_ok("fit", *FLIGHTS, "--tau", "20", "--tol", "1e-10").out
        for month in range(1, 13):
            self.assertRegex(out, rf"(?m)^ *{month}  2013-{month:02}\.h5 +2\d,\d\d\d +\d+ +(0|\S+e-\d+)  yes")
        value = float(re.search(r"dep_delay +(\S+)", out).group(1))
        self.assert_close(value, self.EXPECTED["none"][-1][1], 1e-9)


if __name__ == "__main__":
    unittest.main()
