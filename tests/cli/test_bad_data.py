# SPDX-License-Identifier: BSD-3-Clause
"""What cannot be fitted is refused with its place, and nothing half done looks whole."""

import os
import unittest
from pathlib import Path

import h5py
import numpy as np

from support import FLIGHTS, STACKLOSS, ProgramTest


class Refused(ProgramTest):
    def refused(self, *arguments, code):
        """The same error as text and as JSON; returns the JSON."""
        result = self.run_program("fit", *arguments)
        self.assertEqual(result.code, code, result.err)
        self.assertEqual(result.out, "", "results beside an error")
        lines = [line for line in result.err.splitlines() if ": error: " in line]
        self.assertEqual(len(lines), 1, result.err)
        self.assertNotIn("HDF5-DIAG", result.err)
        error = self.fit_error(*arguments, code=code)
        self.assertIn(error["message"], lines[0])
        return error


class Values(Refused):
    def damaged(self, **places):
        x, y, w = STACKLOSS[:, :3].copy(), STACKLOSS[:, 3].copy(), np.ones(21)
        for name, (index, value) in places.items():
            {"x": x, "y": y, "w": w}[name][index] = value
        return self.write("b.h5", x, y, w, columns=["air", "water", "acid"])

    def test_nan_and_inf(self):
        """B19: file, dataset, row and column of the file, not of the batch."""
        file = self.damaged(x=((4, 1), np.nan), y=(7, np.inf))
        for options in ((), ("--batch", "3"), ("--batch", "1")):
            error = self.refused(file, *options, code=3)
            self.assertEqual(error["code"], "non_finite_feature")
            self.assertEqual((error["file"], error["dataset"], error["row"], error["column"]), (file, "/X", 4, 1))
            for word in (file, "/X", "row 4", "column 1", "water", "nan"):
                self.assertIn(word, error["message"])
        error = self.refused(self.damaged(y=(7, np.inf)), "--batch", "4", code=3)
        self.assertEqual((error["code"], error["dataset"], error["row"]), ("non_finite_response", "/y", 7))
        self.assertIn("inf", error["message"])

    def test_column_of_a_chosen_few(self):
        path = self.path("t.h5")
        with h5py.File(path, "w") as file:
            for j, name in enumerate(("air", "water", "acid", "loss")):
                column = STACKLOSS[:, j].copy()
                if name == "acid":
                    column[5] = np.nan
                file[name] = column
        error = self.refused(path, "--dataset", "/", "--response", "loss", "--columns", "acid,air", "--batch", "4",
                             code=3)
        self.assertEqual((error["row"], error["feature"]), (5, "acid"))
        self.assertIn("acid", error["message"])

    def test_weights(self):
        """C4."""
        for value, code in ((-1.0, "negative_weight"), (np.nan, "non_finite_weight")):
            error = self.refused(self.damaged(w=(6, value)), "--batch", "5", code=3)
            self.assertEqual((error["code"], error["dataset"], error["row"]), (code, "/w", 6))
        self.assertEqual(self.refused(self.damaged(w=(slice(0, 2), 1e308)), code=3)["code"], "weight_overflow")

    def test_second_file_is_at_fault(self):
        bad = self.damaged(x=((4, 1), np.nan))
        good = self.write_stackloss(w=np.ones(21))
        checkpoint = self.path("c.h5")
        error = self.refused(good, bad, code=3)
        self.assertEqual((error["file"], error["row"], error["batches_before"]), (bad, 4, 1))
        error = self.refused(good, bad, "--checkpoint", checkpoint, "--every", "10", code=3)
        self.assertEqual(error["checkpoint"], checkpoint)
        state = self.run_json("info", checkpoint)["files"][0]
        self.assertEqual((state["n_samples_seen"], state["position"]["file"]), (21, 1))


class Empty(Refused):
    def three(self, middle_weights):
        x, y = STACKLOSS[:, :3], STACKLOSS[:, 3]
        return [self.write("a.h5", x, y, np.ones(21)), self.write("b.h5", x, y, middle_weights),
                self.write("c.h5", x, y, np.ones(21))]

    def test_zero_weights(self):
        """C3: an error that says so; with --skip-empty reported, skipped, and the state is as without it."""
        a, b, c = self.three(np.zeros(21))
        error = self.refused(a, b, c, code=3)
        self.assertEqual((error["code"], error["file"]), ("zero_weight_sum", b))
        skipped = self.fit(a, b, c, "--skip-empty")
        self.assertEqual([s["reason"] for s in skipped["skipped"]], ["zero_weight_sum"])
        self.assertIn(b, skipped["skipped"][0]["where"])
        self.assert_same_fit(skipped, self.fit(a, c))
        self.assertIn("b.h5", self.run_ok("fit", a, b, c, "--skip-empty").err)

    def test_file_without_rows(self):
        """D20."""
        a, _, c = self.three(np.zeros(21))
        empty = self.write("empty.h5", np.zeros((0, 3)), np.zeros(0), np.zeros(0))
        with_empty = self.fit(a, empty, c)
        self.assertEqual([(s["where"], s["reason"]) for s in with_empty["skipped"]], [(empty, "no_rows")])
        self.assertIn("empty.h5", self.run_ok("fit", a, empty, c).err)
        self.assert_same_fit(with_empty, self.fit(a, c))
        self.assertEqual(self.refused(empty, code=3)["code"], "no_rows")

    def test_shapes(self):
        """D20 and D9."""
        error = self.refused(self.write("s.h5", STACKLOSS[:, :3], STACKLOSS[:20, 3]), code=3)
        for word in ("21", "20", "/X", "/y"):
            self.assertIn(word, error["message"])
        error = self.refused(self.write("t.h5", np.ascontiguousarray(STACKLOSS[:, :3].T), STACKLOSS[:, 3]), code=3)
        self.assertEqual(error["code"], "shape_mismatch")
        self.assertIn("--layout columns-first", error["message"])

    def test_files_that_do_not_belong_together(self):
        a = self.write_stackloss()
        for name, columns, code in (("two.h5", 2, "feature_count"), ("names.h5", 3, "feature_names")):
            names = ["air", "water", "fire"][:columns]
            other = self.write(name, STACKLOSS[:, :columns], STACKLOSS[:, 3], columns=names)
            self.assertEqual(self.refused(a, other, code=3)["code"], code)


class Files(Refused):
    def test_cut_at_every_512_bytes(self):
        """D1: exit 4, the file and both sizes; no partial fit."""
        whole = Path(self.write_stackloss(chunks=(8, 3), fletcher32=True)).read_bytes()
        path = self.path("cut.h5")
        for size in range(0, len(whole), 512):
            with open(path, "wb") as file:
                file.write(whole[:size])
            result = self.run_program("fit", path)
            self.assertEqual((result.code, result.out), (4, ""), f"{size} bytes: {result.err}")
            self.assertIn(path, result.err)
            if size >= 512:  # before that there is no superblock to tell the size it should have
                self.assertIn(f"{size}", result.err)
                self.assertIn(f"{len(whole)}", result.err)

    def test_cut_month(self):
        whole = FLIGHTS[1].read_bytes()
        path = self.path(FLIGHTS[1].name)
        for size in np.linspace(2048, len(whole) - 1, 10).astype(int):
            with open(path, "wb") as file:
                file.write(whole[:size])
            error = self.refused(FLIGHTS[0], path, code=4)
            for word in (path, str(size), str(len(whole))):
                self.assertIn(word, error["message"])

    def test_flipped_bit(self):
        """D8: exit 4 with the chunk."""
        path = self.write("f.h5", np.arange(24000.0).reshape(8000, 3), np.arange(8000.0), chunks=(1000, 3),
                          fletcher32=True)
        with h5py.File(path) as file:
            chunk = file["X"].id.get_chunk_info(5)
        with open(path, "r+b") as file:
            file.seek(chunk.byte_offset + 77)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 4]))
        error = self.refused(path, code=4)
        self.assertEqual(error["code"], "file_damaged")
        self.assertIn("chunk", error["message"])

    def test_external_link(self):
        """D17: refused unless asked for."""
        source = self.write_stackloss()
        path = self.path("link.h5")
        with h5py.File(path, "w") as file:
            file["X"] = h5py.ExternalLink(source, "/X")
            file["y"] = h5py.ExternalLink(source, "/y")
        error = self.refused(path, code=4)
        self.assertEqual(error["code"], "external_link")
        self.assertIn("--allow-external-links", error["message"])
        document = self.fit(path, "--allow-external-links")
        self.assertEqual(document["n_samples_seen"], 21)

    def test_virtual_source_gone(self):
        """D3: HDF5 would read zeros."""
        source = self.write_stackloss()
        path = self.path("virtual.h5")
        with h5py.File(path, "w") as file:
            for name, shape in (("X", (21, 3)), ("y", (21,))):
                layout = h5py.VirtualLayout(shape, "f8")
                layout[...] = h5py.VirtualSource("stackloss.h5", name, shape)
                file.create_virtual_dataset(name, layout)
        self.assertEqual(self.fit(path)["n_samples_seen"], 21)
        os.rename(source, self.path("renamed.h5"))
        error = self.refused(path, code=4)
        self.assertIn("stackloss.h5", error["message"])

    def test_missing_filter(self):
        """D16."""
        path = self.path("filter.h5")
        with h5py.File(path, "w") as file:
            creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            creation.set_chunk((21, 3))
            creation.set_filter(32015, h5py.h5z.FLAG_OPTIONAL, (3,))
            space = h5py.h5s.create_simple((21, 3))
            dataset = h5py.h5d.create(file.id, b"X", h5py.h5t.IEEE_F64LE, space, creation)
            dataset.write_direct_chunk((0, 0), STACKLOSS[:, :3].copy().tobytes(), 0)
            file["y"] = STACKLOSS[:, 3]
        error = self.refused(path, code=4)
        for word in ("32015", "HDF5_PLUGIN_PATH"):
            self.assertIn(word, error["message"])

    def test_not_there_and_not_hdf5(self):
        self.assertEqual(self.refused(self.path("none.h5"), code=4)["code"], "file_not_found")
        with open(self.path("text.h5"), "w") as file:
            file.write("x,y\n1,2\n" * 100)
        self.assertIn("text.h5", self.refused(self.path("text.h5"), code=4)["message"])
        os.mkdir(self.path("folder.h5"))
        self.assertIn("folder.h5", self.refused(self.path("folder.h5"), code=4)["message"])
        error = self.refused(self.write_stackloss(), "--x", "/Z", code=3)
        self.assertEqual(error["code"], "dataset_not_found")
        self.assertIn("/Z", error["message"])


if __name__ == "__main__":
    unittest.main()
