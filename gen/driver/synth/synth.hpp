// Compares Yosys with the area model, and fits the model's factors to Yosys.
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
  model::DesignArea predicted, counted;  ///< with the same modules
};

/// Synthesises the core with Yosys, module by module, and compares it with the model's prediction.
Result<SynthReport> synthesise(const SynthOptions& options, Diagnostics& diagnostics);

struct CalibrateOptions {
  std::vector<std::string> files;
  std::vector<std::string> sets;  ///< applied to each of them
  std::string device = "xc7";
  std::string out;
  bool use_cache = true;
  std::function<void(const std::string&)> log;
};

struct CalibrateReport {
  model::Calibration before, after;  ///< the built-in table, and the fitted one
  std::size_t modules = 0;
};

/// Fits the factors of logic to all modules of all files, and writes them to `out`.
Result<CalibrateReport> calibrate(const CalibrateOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
