// Yosys beside the area model, and the model's factors from Yosys.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "driver/prepare/source.hpp"
#include "model/area/calibration.hpp"
#include "model/area/design.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::driver {

struct Prepared;

struct SynthOptions {
  Source source;
  std::string device;  ///< "": the file's
  std::string calibration;
  synthesis::Options synthesis{};
};

struct SynthReport {
  std::shared_ptr<const Prepared> prepared;
  std::string fabric, tool;
  model::DesignArea predicted, counted;  ///< module by module alike
};

/// The core through Yosys, module by module, beside the model's prediction.
Result<SynthReport> synthesise(const SynthOptions& options, Diagnostics& diagnostics);

struct CalibrateOptions {
  std::vector<std::string> files;
  std::vector<std::string> sets;  ///< for each of them
  std::string device = "xc7";
  std::string out;
  bool use_cache = true;
  std::function<void(const std::string&)> log;
};

struct CalibrateReport {
  model::Calibration before, after;  ///< the program's own table, and the one that was fitted
  std::size_t modules = 0;
};

/// Fits the factors of logic from all modules of all files, and writes them to `out`.
Result<CalibrateReport> calibrate(const CalibrateOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
