# SPDX-License-Identifier: BSD-3-Clause
"""validate reads files through and reports every trap in them; exit 0, 3 or 4."""

import os
import unittest

import h5py
import numpy as np

from support import FLIGHTS, STACKLOSS, ProgramTest


class Validate(ProgramTest):
    def findings(self, *arguments, code):
        document = self.run_json("validate", *arguments, code=code)
        self.assertEqual(document["sound"], code == 0)
        return [f for file in document["files"] for f in file["findings"]]

    def test_sound_files(self):
        document = self.run_json("validate", *FLIGHTS)
        self.assertEqual(sum(f["read_rows"] for f in document["files"]), 327346)
        self.assertEqual(sum(f["bad_rows"] for f in document["files"]), 0)
        self.assertIn("sound", self.run_ok("validate", FLIGHTS[0]).out)

    def test_every_trap_is_listed(self):
        """Not only the first: two bad values in X, one in y, one weight."""
        x, y, w = STACKLOSS[:, :3].copy(), STACKLOSS[:, 3].copy(), np.ones(21)
        x[4, 1], x[9, 2], y[7], w[2] = np.nan, np.inf, -np.inf, -1
        found = self.findings(self.write("b.h5", x, y, w), code=3)
        places = {(f["code"], f.get("row"), f.get("column")) for f in found if f["severity"] == "error"}
        for place in (("non_finite_feature", 4, 1), ("non_finite_feature", 9, 2)):
            self.assertIn(place, places)
        self.assertIn(("non_finite_response", 7), {p[:2] for p in places})
        self.assertIn(("negative_weight", 2), {p[:2] for p in places})
        self.assertIn("row 4", self.run_program("validate", self.path("b.h5")).out)

    def test_checksums_are_recommended(self):
        """D8: unfiltered data; a note or warning, no error."""
        texts = [f["text"] for f in self.findings(self.write_stackloss(), code=0)]
        self.assertTrue(any("fletcher32" in text for text in texts), texts)

    def test_unreadable(self):
        path = self.write("f.h5", np.arange(24000.0).reshape(8000, 3), np.arange(8000.0), chunks=(1000, 3),
                          fletcher32=True)
        with h5py.File(path) as file:
            chunk = file["X"].id.get_chunk_info(5)
        with open(path, "r+b") as file:
            file.seek(chunk.byte_offset + 77)
            file.write(b"\x01\x02")
        self.assertIn("file_damaged", {f.get("code") for f in self.findings(path, code=4)})
        os.truncate(path, 3000)
        self.assertIn("file_damaged", {f.get("code") for f in self.findings(path, code=4)})
        self.findings(self.path("none.h5"), code=4)

    def test_transposed(self):
        found = self.findings(self.write("t.h5", STACKLOSS[:, :3].T.copy(), STACKLOSS[:, 3]), code=3)
        self.assertTrue(any("columns-first" in f["text"] for f in found))

    def test_sound_alone_but_not_together(self):
        two = self.write("two.h5", STACKLOSS[:, :2], STACKLOSS[:, 3])
        document = self.run_json("validate", self.write("three.h5", STACKLOSS[:, :3], STACKLOSS[:, 3]), two, code=3)
        self.assertTrue(all(f["sound"] for f in document["files"]))
        self.assertIn("two.h5", document["together"])


if __name__ == "__main__":
    unittest.main()
