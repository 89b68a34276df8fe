// Simulates generated HDL on real data: builds the simulation (or finds it in the cache) and runs it.
//
// One built simulation serves every extent, number of iterations, seed and stall pattern that the hardware was compiled
// for. Verilator is the normal engine; Icarus and GHDL's own simulator are second opinions for small designs, because
// they simulate X and U.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "golden/grid.hpp"
#include "runner/simulated_design.hpp"
#include "runner/sources.hpp"

namespace rtlgen::runner {

struct BuildOptions {
  Simulator simulator = Simulator::kVerilator;
  bool native_operators = false;  ///< float arithmetic on the CPU, with the same cycles (Verilator, Verilog)
  bool quickest = false;  ///< with or without native operators, whichever compiles faster or, with use_cache, is in the
                          ///< cache (Verilator, Verilog)
  bool trace = false;     ///< can write waveforms
  bool vcd = false;       ///< as VCD instead of FST
  bool use_cache = true;
  std::int64_t cycles =
      0;  ///< approximate cycles of the runs that it is built for; 0: few. Long runs justify a slower compilation
  std::function<void(const std::string&)> log;  ///< messages for the user, one line each
};

/// One run: data, extents and the test bench's treatment of the streams.
struct Run {
  spec::Extents extents{1, 1, 1};
  contract::RunSettings settings;
  std::vector<std::uint64_t> params;   ///< bits of every run-time parameter
  std::map<int, golden::Grid> inputs;  ///< every array of core.input_arrays and core.held_arrays
  double stall_in = 0;                 ///< probability that an input word is held back
  double stall_out = 0;                ///< probability that an output word is not accepted
  std::uint64_t seed = 1;              ///< for stalls, padding lanes and initial values of registers
  std::string trace;                   ///< waveform file, "": none
  std::string trace_shown;             ///< its name in messages
  std::string progress = "none";       ///< none, bar, lines; on standard error
};

/// A cell with an unknown value (X, U or Z); only simulators with such values find them.
struct Unknown {
  int array = -1;
  std::int64_t cell = 0;
};

struct Outcome {
  bool ended = false;                                ///< every word arrived, and no more
  std::string failure;                               ///< reason if not, for users
  std::map<int, golden::Grid> outputs;               ///< every array of core.output_arrays
  std::vector<std::vector<std::uint64_t>> monitors;  ///< by pass: bits of every monitor
  std::vector<Unknown> unknown;
  std::int64_t cycles = 0;        ///< clock edges from the end of reset and loading to the last output word
  std::int64_t load_cycles = 0;   ///< clock edges for loading the held arrays
  std::int64_t first_output = 0;  ///< edge at which the first output word was accepted
  std::int64_t words_in = 0;
  std::int64_t words_out = 0;
  std::int64_t refused = 0;        ///< cycles in which the core did not accept an offered word
  std::int64_t waiting = 0;        ///< cycles in which the memory did not have the next word yet
  std::int64_t input_stalls = 0;   ///< cycles in which the test bench held a word back
  std::int64_t output_stalls = 0;  ///< cycles in which the test bench did not accept a word
  double seconds = 0;              ///< time of the clocked part
  double cpu_seconds = 0;          ///< processor time in them
};

/// A simulation that is ready to run. Missing tools and failing disks are EnvironmentErrors; HDL that a tool refuses is
/// a bug in rtlgen.
class Simulation {
 public:
  /// `native`: the same core with operators that use the CPU's arithmetic, for options that request them.
  static Simulation build(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                          const Sources* native = nullptr);

  [[nodiscard]] Outcome run(const Run& run) const;
  [[nodiscard]] bool from_cache() const { return from_cache_; }
  /// Whether float operators use the CPU: as requested, or chosen by `quickest`.
  [[nodiscard]] bool native_operators() const { return native_operators_; }

 private:
  Simulation() = default;

  SimulatedDesign design_;
  Sources sources_;
  Simulator simulator_ = Simulator::kVerilator;
  std::string program_;               ///< for Verilator: the compiled test bench
  std::shared_ptr<void> keep_alive_;  ///< the program's folder, if it is not cached
  bool from_cache_ = false;
  bool native_operators_ = false;
};

/// The value of every cfg_* and param_* port for a run, by port name.
std::map<std::string, std::uint64_t> port_settings(const contract::CoreInterface& core, const Run& run);

/// A held array in the form in which it is loaded: with the frame's ghosts along its axes.
golden::Grid framed(const SimulatedDesign& design, const Run& run, int array);

}  // namespace rtlgen::runner
