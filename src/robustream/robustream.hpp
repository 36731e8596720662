// SPDX-License-Identifier: BSD-3-Clause
/// The library in one include: options, status, state and the estimator. HDF5 streams and checkpoints are in
/// <robustream/io/...> (target robustream::hdf5).
#pragma once
#include <robustream/base/batch_report.hpp>
#include <robustream/base/options.hpp>
#include <robustream/base/reducer.hpp>
#include <robustream/base/status.hpp>
#include <robustream/base/version.hpp>
#include <robustream/estimator/renewable_huber.hpp>
#include <robustream/state/state.hpp>
