// Writes the HDL of a design as a folder, with its manifest.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/run_options.hpp"
#include "driver/design/design_files.hpp"
#include "driver/prepare/source.hpp"

namespace rtlgen::driver {

struct Prepared;

struct GenerateOptions {
  Source source;
  std::string folder;
  HdlChoice hdl = HdlChoice::kBoth;
  bool force = false;             ///< replace a folder that rtlgen did not write
  int cards = 1;                  ///< that share the grid, so that each one's memory holds a slab of it
  bool card = false;              ///< also compile a simulation of the whole accelerator for host programs
  bool native_operators = false;  ///< for the card: float arithmetic on the CPU, with the same bits
  bool use_cache = true;
  std::optional<RunOptions> bench;  ///< the run of a test bench to write; its source is not read
  std::function<void(const std::string&)> log;
};

struct GenerateReport {
  std::shared_ptr<const Prepared> prepared;
  std::vector<std::string> files;  ///< relative to the folder
  std::int64_t bytes = 0;
};

/// Writes `folder`/verilog, `folder`/vhdl, manifest.json; with a bus, `folder`/shell; with a card, card.so and models/;
/// with a bench, tb/. It writes all of it or nothing, next to the folder, and renames. An existing folder is replaced
/// only if it is empty or was written by rtlgen.
Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
