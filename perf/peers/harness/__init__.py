# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of perf/peers share."""
