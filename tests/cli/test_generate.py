# SPDX-License-Identifier: BSD-3-Clause
"""generate: the same numbers everywhere, with the distribution that was asked for."""

import hashlib
import unittest

import h5py
import numpy as np

from support import ProgramTest, coefficients


class Generate(ProgramTest):
    def read(self, *arguments, name="g.h5"):
        with h5py.File(self.generate(name, *arguments)) as file:
            data = {key: file[key][:] for key in file}
            data["true_coef"] = file.attrs["true_coef"]
            data["true_intercept"] = np.ravel(file.attrs["true_intercept"])[0]
        return data

    def noise(self, data):
        return data["y"] - data["true_intercept"] - data["X"] @ data["true_coef"]

    def test_same_numbers_on_every_platform(self):
        """Recorded once; another compiler, C library or processor must give these bits."""
        data = self.read("--rows", "500", "--features", "3", "--noise", "t3", "--outliers", "0.1", "--correlation",
                         "0.4", "--sparsity", "0.3", "--weights", "--seed", "12345")
        text = b"".join(np.ascontiguousarray(data[key], dtype="<f8").tobytes() for key in ("X", "y", "w", "true_coef"))
        self.assertEqual(hashlib.sha256(text).hexdigest(), RECORDED)

    def test_blocks_and_storage_make_no_difference(self):
        a = self.read("--rows", "3000", "--chunk", "100", "--gzip", "4", "--shuffle")
        b = self.read("--rows", "3000", "--chunk", "0")
        c = self.read("--rows", "3000", "--float32")
        d = self.read("--rows", "5000")
        np.testing.assert_array_equal(a["X"], b["X"])
        np.testing.assert_array_equal(a["y"], b["y"])
        np.testing.assert_array_equal(a["X"].astype("f4"), c["X"])
        np.testing.assert_array_equal(a["X"], d["X"][:3000])

    def test_storage(self):
        options = ("--rows", "3000", "--chunk", "500", "--gzip", "3", "--shuffle", "--float32")
        with h5py.File(self.generate("s.h5", *options)) as file:
            x = file["X"]
            self.assertEqual((x.chunks[0], x.compression, x.compression_opts, x.shuffle, x.fletcher32, x.dtype),
                             (500, "gzip", 3, True, True, np.dtype("f4")))
        with h5py.File(self.generate("s.h5", "--rows", "3000", "--no-fletcher32")) as file:
            self.assertFalse(file["X"].fletcher32)

    def test_distributions(self):
        quantiles = [.005, .1, .5, .9, .995]
        for noise, expected in (("normal", [-2.576, -1.282, 0, 1.282, 2.576]),
                                ("t2", [-9.925, -1.886, 0, 1.886, 9.925]),
                                ("t3", [-5.841, -1.638, 0, 1.638, 5.841]),
                                ("cauchy", [-63.66, -3.078, 0, 3.078, 63.66])):
            data = self.read("--rows", "200000", "--features", "1", "--noise", noise)
            values = np.quantile(self.noise(data), quantiles)
            np.testing.assert_allclose(values, expected, rtol=.1, atol=.02, err_msg=noise)

    def test_outliers_correlation_sparsity_weights(self):
        data = self.read("--rows", "100000", "--features", "10", "--outliers", "0.2", "--outlier-size", "1000",
                         "--correlation", "0.7", "--sparsity", "0.4", "--weights")
        self.assert_close(np.mean(self.noise(data) > 500), .2, .01)
        correlation = np.corrcoef(data["X"].T)
        self.assert_close(correlation[3, 4], .7, .02)
        self.assert_close(correlation[3, 5], .49, .02)
        self.assertEqual(np.count_nonzero(data["true_coef"]), 6)
        self.assertEqual(set(np.unique(data["w"])), {0, 1, 2, 3})

    def test_parts_are_one_stream(self):
        a = self.read("--rows", "1000", "--seed", "7")
        b = self.read("--rows", "1000", "--seed", "7", "--part", "1")
        c = self.read("--rows", "1000", "--seed", "8")
        np.testing.assert_array_equal(a["true_coef"], b["true_coef"])
        self.assertFalse(np.any(a["y"] == b["y"]))
        self.assertFalse(np.any(a["true_coef"] == c["true_coef"]))

    def test_fit_finds_the_truth(self):
        path = self.generate("g.h5", "--rows", "100000", "--noise", "t2", "--outliers", "0.1")
        with h5py.File(path) as file:
            truth = file.attrs["true_coef"]
        self.assert_close(coefficients(self.fit(path))[1:], truth, .05)

    def test_no_rows(self):
        self.assertEqual(self.read("--rows", "0")["X"].shape, (0, 8))

    def test_refused(self):
        for arguments, code in ((("--features", "0"), 2), (("--outliers", "2"), 2), (("--correlation", "1"), 2),
                                (("--rows", "-1"), 2), (("--gzip", "10"), 2)):
            self.assertEqual(self.run_program("generate", self.path("r.h5"), *arguments).code, code, arguments)
        result = self.run_program("generate", self.path("no/g.h5"))
        self.assertEqual(result.code, 4)
        self.assertIn("No such file", result.err)


RECORDED = "73b229b5b158cd5ce1ae5091e91816dd39db7a775234452d5663ee3ee2f7a4b8"

if __name__ == "__main__":
    unittest.main()
