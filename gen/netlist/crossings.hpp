// The clock crossings of a netlist, and their constraints for Vivado and Quartus.
//
// Modules of rtl/ contain crossings (rtlgen_sync for a level, rtlgen_async_fifo for words); signals that are stable
// when they are read cross on wires. Names of registers are derived from the instances of the netlist.
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

/// A signal from an output in one clock domain to an input in another, both of modules that allow it.
struct RestingPath {
  const Instance* from = nullptr;
  std::string from_port, from_clock;
  const Instance* to = nullptr;
  std::string to_port, to_clock;
};

/// Paths between instances of a verified module, each pair of ports once, in order of the readers.
std::vector<RestingPath> resting_paths(const Module& module);

/// A crossing inside a module of rtl/.
struct Crossing {
  Path path;  ///< path of the rtlgen_sync or rtlgen_async_fifo
  bool is_fifo = false;
  std::string writer = {}, reader = {};  ///< for a FIFO: nets of its clocks
  bool words_in_luts = false;            ///< for a FIFO: Quartus may keep its words in MLABs
};

/// The crossings of one instance, in the order of its file; or of a whole part or module, in the order of the
/// instances.
std::vector<Crossing> crossings_of(const Instance& instance);
std::vector<Crossing> crossings_of(const Part& part);
std::vector<Crossing> crossings_of(const Module& module);

/// Cells whose names end with `pattern`, in Vivado's form: "u_a/u_b/x_reg*".
std::string xdc_cells(const std::string& pattern, const char* quiet = "");
std::string xdc_name(const Path& path);

/// Constraints: a level takes at most one period; the Gray-coded pointers of a FIFO arrive within one period of each
/// other. `clocks`: Tcl expressions of the clocks, by net. The caller sets $least_period, the period of the faster
/// clock.
std::string xdc_of(const Crossing& crossing, const std::map<std::string, std::string>& clocks);

/// Quartus' names of registers: Standard has "entity:instance|x", Pro "instance|x".
enum class QuartusNames : std::uint8_t { kEntities, kInstances };

std::string sdc_name(const Path& path, QuartusNames names);
std::string sdc_registers(const std::string& pattern);
/// Like xdc_of; not a false path, because then Quartus would ignore the delay of the wire too.
std::string sdc_of(const Crossing& crossing, QuartusNames names);

}  // namespace rtlgen::netlist
