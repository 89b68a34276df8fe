// Builds a simulation of a whole system: Verilog by `verilator --sc`, the models of sim/dram and sim/system around it;
// or by `verilator --cc --timing`, where Verilog models make their own clocks.
//
// The caller gives the Verilog and the C++ file with sc_main, which includes "V<top>.h" and, for example,
// "system/axi_memory.hpp". The models' sources are compiled in with it, from texts that this program carries.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/sources.hpp"

namespace rtlgen::runner {

struct SystemcBuild {
  std::string top;                       ///< Verilog module; the class is V<top>
  std::vector<SourceFile> hdl;           ///< all Verilog, the checker too
  std::vector<SourceFile> sources;       ///< C++: what ends in .cpp is compiled, the rest is there to be included
  std::vector<SourceFile> models;        ///< as model_sources() has them
  std::vector<std::string> flags;        ///< further flags of Verilator
  bool timed = false;                    ///< no SystemC: delays in the Verilog, and calls of C++
  std::string card = "system/card.cpp";  ///< of the models: the one source that is a card's; compiled if `shared`
  bool shared = false;                   ///< a shared object `card.so` instead of the program `bench`
};

/// The models' files under their paths below sim/.
std::vector<SourceFile> model_sources();
/// sim/shell/axi_checker.v.
std::string checker_source();

/// What the simulation depends on, as one digest; for cached().
std::string systemc_key(const SystemcBuild& build);

/// Fills `folder` with the program `bench`, or with `card.so`. InternalError if Verilator refuses the HDL,
/// EnvironmentError if a tool is missing or the C++ does not compile.
void systemc_build(const SystemcBuild& build, const std::filesystem::path& folder);

}  // namespace rtlgen::runner
