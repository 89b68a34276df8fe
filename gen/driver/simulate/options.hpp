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

/// The environment of the core: test bench streams, or the shell with DRAM; kBoard: also a host on PCIe.
enum class Memory : std::uint8_t { kIdeal, kDdr, kBoard };

/// manifest.json of the project from which a card's bitstream was built.
struct GivenManifest {
  std::string file;  ///< for messages
  std::string text;
};

struct SimOptions {
  RunOptions run;
  runner::Hdl hdl = runner::Hdl::kVerilog;
  runner::Simulator simulator = runner::Simulator::kVerilator;
  bool native_operators = false;
  bool quickest = false;  ///< with or without native operators, whichever is in the cache or compiles faster
  bool use_cache = true;
  bool random_stalls = false;  ///< add a second run with random stalls on input and output
  double stall_probability = 0.3;
  std::string trace;
  Memory memory = Memory::kIdeal;
  std::string dram;  ///< DRAM of each channel: a known part, or a file like those in sim/dram/parts; "": the board's
  std::string link = "pcie3x8";  ///< link of a board's host: a known link, or a file like those in sim/system/links
  std::function<void(const std::string&)> log;
  bool self_test = false;                   ///< first test the card's hard blocks, if there are any
  bool check = true;                        ///< compare with the golden engine; otherwise it is not run
  std::optional<GivenManifest> manifest{};  ///< describes the card; none: the manifest of this rtlgen
  double clock_mhz = 0;                     ///< the highest kernel clock to set on a real card; 0: leave it
  /// Opens a card to use instead of a simulation, given its plan and the text of its manifest; `memory` is then kBoard.
  std::function<Result<std::unique_ptr<host::Backend>>(const Prepared& prepared, const std::string& manifest,
                                                       Diagnostics& diagnostics)>
      open_backend;
  /// The same for a core on a serial line; `memory` is then kIdeal.
  std::function<Result<std::shared_ptr<LineRunner>>(const Prepared& prepared, std::uint32_t identity,
                                                    Diagnostics& diagnostics)>
      open_line;
  /// For tests: changes the HDL before it is built, to prove that faults are found.
  std::function<void(runner::Sources&)> edit_sources;
};

}  // namespace rtlgen::driver
