// Builds a simulation of a whole system: Verilog with `verilator --sc`, surrounded by the models of sim/dram and
// sim/system; or with `verilator --cc --timing`, if Verilog models make their own clocks.
//
// The caller provides the Verilog and the C++ file with sc_main, which includes "V<top>.h" and, for example,
// "system/axi_memory.hpp". The built-in sources of the models are compiled together with it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runner/sources.hpp"

namespace rtlgen::runner {

struct SystemcBuild {
  std::string top;                       ///< Verilog module; the class is V<top>
  std::vector<SourceFile> hdl;           ///< all Verilog, including the checker
  std::vector<SourceFile> sources;       ///< C++: files ending in .cpp are compiled, the others can be included
  std::vector<SourceFile> models;        ///< the result of model_sources()
  std::vector<std::string> flags;        ///< additional flags for Verilator
  bool timed = false;                    ///< no SystemC: delays in the Verilog, and calls of C++
  std::string card = "system/card.cpp";  ///< the one source in `models` that is for a card; compiled if `shared`
  bool shared = false;                   ///< a shared object `card.so` instead of the program `bench`
};

/// The models' files with their paths relative to sim/.
std::vector<SourceFile> model_sources();
/// sim/shell/axi_checker.v.
std::string checker_source();

/// The digest of everything on which the simulation depends; for cached().
std::string systemc_key(const SystemcBuild& build);

/// Fills `folder` with the program `bench`, or with `card.so`. InternalError if Verilator refuses the HDL,
/// EnvironmentError if a tool is missing or the C++ does not compile.
void systemc_build(const SystemcBuild& build, const std::filesystem::path& folder);

/// A compiled card: a shared object.
struct CardProgram {
  std::string path;
  bool from_cache = false;
  double seconds = 0;
  std::shared_ptr<void> keep_alive;  ///< without the cache: owns its folder
};

/// The card of a `shared` build, from the cache if `use_cache`.
CardProgram shared_card(const SystemcBuild& build, bool use_cache);

}  // namespace rtlgen::runner
