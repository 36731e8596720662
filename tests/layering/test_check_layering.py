#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plants violations in a small tree and checks that each is found, and that a clean tree has no finding."""

import tempfile
import unittest
from pathlib import Path

from check_layering import ARROWS, check


class Layering(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("base/status.hpp", "#include <string>\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def findings(self):
        return check(self.root)[0]

    def assert_found(self, name, text, words):
        self.write(name, text)
        found = [line for line in self.findings() if line.startswith(name) and words in line]
        self.assertEqual(len(found), 1, f"{name} with {text!r} gave {self.findings()}")

    def test_clean_tree(self):
        self.write("robustream.hpp", "#include <robustream/estimator/renewable_huber.hpp>\n")
        self.write("solver/newton.cpp", "#include <robustream/kernels/pass.hpp>\n  #  include <robustream/base/a.hpp>\n")
        self.write("io/file.cpp", "#include <hdf5.h>\n#include <H5Ppublic.h>\n")
        self.write("comm/mpi.cpp", "#include <mpi.h>\n")
        self.write("kernels/cuda/gram.cpp", "#include <cuda_runtime.h>\n#include <mma.h>\n")
        self.write("cli/main.cpp", "#include <robustream/robustream.hpp>\n#include <CLI/CLI.hpp>\n")
        self.write("base/comment.hpp", "// #include <mpi.h>\n// #include <robustream/cli/main.hpp>\n")
        self.assertEqual(check(self.root), ([], []))

    def test_every_arrow_not_in_the_list_is_found(self):
        for room, allowed in ARROWS.items():
            for target in ARROWS:
                if target != room and target not in allowed:
                    with self.subTest(arrow=f"{room} -> {target}"):
                        self.assert_found(f"{room}/planted_{target}.hpp", f"#include <robustream/{target}/x.hpp>\n",
                                          f"{room} -> {target} is no arrow")

    def test_confined_headers(self):
        for header, room in [("mpi.h", "io"), ("hdf5.h", "cli"), ("H5Dpublic.h", "state"), ("cuda_runtime.h", "kernels"),
                             ("cublas_v2.h", "dense"), ("cub/cub.cuh", "solver")]:
            with self.subTest(header=header, room=room):
                self.assert_found(f"{room}/planted.cpp", f"#include <{header}>\n", "may see")

    def test_quoted_include(self):
        self.assert_found("base/quoted.cpp", '#include "status.hpp"\n', "write <robustream/...>")

    def test_umbrella_inside_the_house(self):
        self.assert_found("solver/umbrella.cpp", "#include <robustream/robustream.hpp>\n", "umbrella")

    def test_umbrella_sees_only_what_a_user_may(self):
        self.assert_found("robustream.hpp", "#include <robustream/kernels/pass.hpp>\n", "is no arrow")

    def test_unknown_room_and_file_outside(self):
        self.assert_found("utils/helper.hpp", "\n", "is no room")
        self.assert_found("loose.hpp", "\n", "outside the rooms")

    def test_length(self):
        self.assert_found("base/endless.cpp", "\n" * 401, "401 lines")
        self.write("base/long.cpp", "\n" * 201)
        findings, warnings = check(self.root)
        self.assertEqual([line for line in findings + warnings if line.startswith("base/long.cpp")], warnings)

    def test_empty_tree(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(len(check(Path(empty))[0]), 1)


if __name__ == "__main__":
    unittest.main()
