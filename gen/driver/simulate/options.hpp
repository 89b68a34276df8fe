// The options of a simulation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "driver/data/run_options.hpp"
#include "host/host.hpp"
#include "runner/sources.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

class LineRunner;
struct Prepared;

/// What stands around the core: test bench streams, or the shell with DRAM behind it; kBoard: and a host behind PCIe.
enum class Memory : std::uint8_t { kIdeal, kDdr, kBoard };

/// manifest.json of the project that a card's bitstream was built from.
struct GivenManifest {
  std::string file;  ///< for messages
  std::string text;
};

struct SimOptions {
  RunOptions run;
  runner::Hdl hdl = runner::Hdl::kVerilog;
  runner::Simulator simulator = runner::Simulator::kVerilator;
  bool native_operators = false;
  bool quickest = false;  ///< native operators or not, whichever is there or is compiled faster
  bool use_cache = true;
  bool random_stalls = false;  ///< a second run with random stalls on input and output
  double stall_probability = 0.3;
  std::string trace;
  Memory memory = Memory::kIdeal;
  std::string dram;              ///< each channel: a known part, or a file as sim/dram/parts has them; "": the board's
  std::string link = "pcie3x8";  ///< of a board's host: a known link, or a file as sim/system/links has them
  std::function<void(const std::string&)> log;
  bool self_test = false;                   ///< begin with that of the card's hard blocks, if there are any
  bool check = true;                        ///< compare with the golden engine; without it the engine is not run
  std::optional<GivenManifest> manifest{};  ///< that describes the card, instead of this rtlgen's own
  /// Opens a card that runs instead of a simulation, from its plan and the text of its manifest; `memory` is kBoard
  /// then.
  std::function<Result<std::unique_ptr<host::Backend>>(const Prepared& prepared, const std::string& manifest,
                                                       Diagnostics& diagnostics)>
      open_backend;
  /// The same for a core behind a serial line; `memory` is kIdeal then.
  std::function<Result<std::shared_ptr<LineRunner>>(const Prepared& prepared, std::uint32_t identity,
                                                    Diagnostics& diagnostics)>
      open_line;
  /// For tests: changes the HDL before it is built, to prove that a fault is found.
  std::function<void(runner::Sources&)> edit_sources;
};

}  // namespace rtlgen::driver
