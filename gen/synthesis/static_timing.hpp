// Static timing of what Yosys makes of a design: OpenSTA reads the netlist and a library made of the family's delay
// row.
//
// The netlist is rewritten cell by cell into cells of that library, which hold what depends on their place: the route
// by the number of loads, a register packed with its LUT, a carry that stays in its chain. Nothing is placed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rtlgen::hw {
struct DelayModel;
struct Design;
}  // namespace rtlgen::hw

namespace rtlgen::synthesis {

struct TimingClock {
  std::string net;  ///< of the top
  int period_ps = 0;
};

struct TimingSetup {
  std::vector<TimingClock> clocks;           ///< asynchronous to each other
  std::map<std::string, std::string> boxes;  ///< AMD: modules without contents, and the clock of their registers at all
                                             ///< ports; "": they have none
  /// AMD: each module is mapped by itself. Behind carry chains, whose time Yosys does not count, it saves LUTs as far
  /// as the deepest logic of what it maps at once allows; of a flat design that is logic of other modules.
  bool by_module = false;
};

struct TimingReport {
  int worst_ps = 0;                ///< the longest path between registers, set-up included; 0: there is none
  int slack_ps = 0;                ///< against the period
  std::vector<std::string> cells;  ///< of that path
  std::string from, to;            ///< its first and last cell; of AMD families their nets are in the names
  std::map<std::string, std::int64_t> netlist;  ///< all cells that Yosys made, by type
};

/// The library that OpenSTA reads (Liberty).
std::string liberty_of(const hw::DelayModel& device);

/// `json`: Yosys' write_json of a flat netlist. Verilog of cells of liberty_of(), module "netlist". Throws
/// std::runtime_error for a cell that it does not know, and for a use of one that is not modelled (timing_mac16.hpp).
std::string timing_netlist(const std::string& json, const hw::DelayModel& device);
/// With these clocks and boxes; a family of AMD.
std::string timing_netlist(const std::string& json, const hw::DelayModel& device, const TimingSetup& setup);

/// `device` with cells. Needs Yosys and OpenSTA (`sta`); keeps what Yosys makes (runner/cache.hpp). Throws
/// EnvironmentError without them, or if one fails.
TimingReport static_timing(const hw::Design& design, const hw::DelayModel& device, int period_ps);
/// Of Verilog with these clocks, a report for each: paths that end in its registers. A family of AMD.
std::vector<TimingReport> static_timing(const std::string& verilog, const std::string& top,
                                        const hw::DelayModel& device, const TimingSetup& setup);

/// Reads what `report_checks` printed. Throws an EnvironmentError if that is neither a slack nor "No paths found".
TimingReport parse_checks(const std::string& text, int period_ps);

}  // namespace rtlgen::synthesis
