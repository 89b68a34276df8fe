// Where a netlist goes from one clock to another, and the constraints of that for Vivado and Quartus.
//
// Modules of rtl/ carry signals across inside (rtlgen_sync a level, rtlgen_async_fifo words); levels that rest are read
// by wires. Names of registers are made of the instances of the netlist.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::netlist {

/// An instance in a hierarchical name.
struct Step {
  std::string module, instance;
};
using Path = std::vector<Step>;

/// A signal that an output of one clock gives to an input of another, both of modules that allow it.
struct RestingPath {
  const Instance* from = nullptr;
  std::string from_port, from_clock;
  const Instance* to = nullptr;
  std::string to_port, to_clock;
};

/// Between instances of a verified module, each pair of ports once, in order of the readers.
std::vector<RestingPath> resting_paths(const Module& module);

/// What a module of rtl/ carries across inside.
struct Crossing {
  Path path;  ///< of the rtlgen_sync or rtlgen_async_fifo
  bool is_fifo = false;
  std::string writer = {}, reader = {};  ///< of a FIFO: the nets of its clocks
  bool words_in_luts = false;            ///< of a FIFO: Quartus may keep its words in MLABs
};

/// Of one instance, in the order of its file; of a whole part or module, in the order of the instances.
std::vector<Crossing> crossings_of(const Instance& instance);
std::vector<Crossing> crossings_of(const Part& part);
std::vector<Crossing> crossings_of(const Module& module);

/// Cells whose names end with `pattern`, as Vivado sees them: "u_a/u_b/x_reg*".
std::string xdc_cells(const std::string& pattern, const char* quiet = "");
std::string xdc_name(const Path& path);

/// A level: no longer than a period. Pointers of a FIFO, Gray code: bits together within a period. `clocks`: Tcl
/// expressions of the clocks by net. $least_period is the caller's: the period of the faster clock.
std::string xdc_of(const Crossing& crossing, const std::map<std::string, std::string>& clocks);

/// How Quartus names a register: Standard has "entity:instance|x", Pro "instance|x".
enum class QuartusNames : std::uint8_t { kEntities, kInstances };

std::string sdc_name(const Path& path, QuartusNames names);
std::string sdc_registers(const std::string& pattern);
/// As xdc_of; not a false path, as Quartus would then not look at the wire's delay either.
std::string sdc_of(const Crossing& crossing, QuartusNames names);

}  // namespace rtlgen::netlist
