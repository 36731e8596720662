# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the program share: running it, files to feed it, documents to check.

ctest says which program is meant (ROBUSTREAM_PROGRAM); by hand it is that of the preset openmp.
"""

import json
import os
import resource
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import h5py
import jsonschema
import numpy as np

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("ROBUSTREAM_PROGRAM", str(SOURCE / "build" / "openmp" / "bin" / "robustream"))
FLIGHTS = sorted((SOURCE / "data" / "flights").glob("2013-*.h5"))
SANITIZED = os.environ.get("ROBUSTREAM_SANITIZED", "") != ""

STACKLOSS = np.array([
    [80, 27, 89, 42], [80, 27, 88, 37], [75, 25, 90, 37], [62, 24, 87, 28], [62, 22, 87, 18], [62, 23, 87, 18],
    [62, 24, 93, 19], [62, 24, 93, 20], [58, 23, 87, 15], [58, 18, 80, 14], [58, 18, 89, 14], [58, 17, 88, 13],
    [58, 18, 82, 11], [58, 19, 93, 12], [50, 18, 89, 8], [50, 18, 86, 7], [50, 19, 72, 8], [50, 19, 79, 8],
    [50, 20, 80, 9], [56, 20, 82, 15], [70, 20, 91, 15]], dtype=float)
STACKLOSS_FIT = [-38.39238252538202, .8362760890479248, .6872026092389347, -.1080075477766599]  # tau 1.345
PHONES = np.array([4.4, 4.7, 4.7, 5.9, 6.6, 7.3, 8.1, 8.8, 10.6, 12, 13.5, 14.9, 16.1, 21.2, 119, 124, 142, 159, 182,
                   212, 43, 24, 27, 29])

SCHEMA = json.loads((SOURCE / "docs" / "formats" / "fit.schema.json").read_text())


class Result:
    """How one run of the program ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def document(self):
        """Standard output as the one JSON document that --json promises: anything else on it is an error here."""
        return json.loads(self.out, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def limits(**wanted):
    """A function that sets resource limits in the child, e.g. limits(RLIMIT_FSIZE=4096)."""
    def apply():
        for name, value in wanted.items():
            resource.setrlimit(getattr(resource, name), (value, value))
    return apply


class ProgramTest(unittest.TestCase):
    """A folder of its own for each test, and the program."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="robustream-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return str(self.folder / name)

    def start(self, *arguments, env=None, **popen):
        whole = dict(os.environ)
        whole.update(env or {})
        popen.setdefault("stdout", subprocess.PIPE)
        popen.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([PROGRAM, *map(str, arguments)], env=whole, **popen)

    def run_program(self, *arguments, **popen):
        process = self.start(*arguments, **popen)
        out, err = process.communicate(timeout=250)
        return Result(process.returncode, (out or b"").decode(), (err or b"").decode())

    def run_ok(self, *arguments, **popen):
        result = self.run_program(*arguments, **popen)
        self.assertEqual(result.code, 0, result.err + result.out)
        return result

    def run_json(self, *arguments, code=0, **popen):
        """Runs with --json, checks the exit code, returns the document."""
        result = self.run_program(*arguments, "--json", **popen)
        self.assertEqual(result.code, code, result.err + result.out)
        return result.document()

    def fit(self, *arguments, code=0, **popen):
        """run_json of fit, with the document checked against the schema."""
        document = self.run_json("fit", *arguments, code=code, **popen)
        jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft7Validator)
        return document

    def fit_error(self, *arguments, code, **popen):
        document = self.fit(*arguments, code=code, **popen)
        self.assertEqual(document["error"]["exit_code"], code)
        return document["error"]

    def write(self, name, x, y=None, w=None, columns=None, **storage):
        """A file with /X, /y, /w; storage as in h5py.create_dataset."""
        path = self.path(name)
        with h5py.File(path, "w") as file:
            dataset = file.create_dataset("X", data=x, **storage)
            if columns:
                dataset.attrs["columns"] = np.array(columns, dtype="S")
            if y is not None:
                file.create_dataset("y", data=y)
            if w is not None:
                file.create_dataset("w", data=w)
        return path

    def write_stackloss(self, name="stackloss.h5", w=None, **storage):
        return self.write(name, STACKLOSS[:, :3], STACKLOSS[:, 3], w, columns=["air", "water", "acid"], **storage)

    def read_bytes(self, path):
        return Path(path).read_bytes()

    def generate(self, name, *arguments):
        path = self.path(name)
        self.run_ok("generate", path, *arguments)
        return path

    def assert_close(self, actual, expected, tolerance):
        np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)

    def assert_same_fit(self, a, b):
        """Two documents of fit tell of the same state, to the last bit."""
        for member in ("coefficients", "intercept", "feature_names", "weight_sum", "n_samples_seen", "batch_count",
                       "converged", "kkt", "options", "exit_code", "dropped_rows"):
            self.assertEqual(a[member], b[member], member)


def wait_until(condition, seconds=60):
    """Polls; false if it never came true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.001)
    return False


def coefficients(document):
    """Intercept first, as in the tables of expected values."""
    return [document["intercept"], *document["coefficients"]]
