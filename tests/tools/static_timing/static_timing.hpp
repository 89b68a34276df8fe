// Static timing of the output of Yosys for a design: OpenSTA reads the netlist and a library made from the family's
// delay row.
//
// The netlist is rewritten cell by cell to cells of that library, which include the effects of position: the route by
// the number of loads, a register packed with its LUT, a carry that stays in its chain. Nothing is placed.
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

/// A cell without logic, in which newer versions of Yosys keep the names of flattened modules.
inline constexpr const char* kScopeInfo = "$scopeinfo";

struct TimingClock {
  std::string net;  ///< net in the top
  int period_ps = 0;
};

struct TimingSetup {
  std::vector<TimingClock> clocks;           ///< asynchronous to each other
  std::map<std::string, std::string> boxes;  ///< AMD: modules without contents, and the clock of the registers at all
                                             ///< ports; "": they have none
  /// AMD: maps each module separately. After carry chains, whose delay it ignores, Yosys saves LUTs up to the depth of
  /// the deepest logic that it maps together; in a flat design, that logic belongs to other modules.
  bool by_module = false;
};

struct TimingReport {
  int worst_ps = 0;                ///< the longest path between registers, including set-up; 0: none exists
  int slack_ps = 0;                ///< relative to the period
  std::vector<std::string> cells;  ///< cells of that path
  std::string from, to;            ///< its first and last cell; for AMD families their nets are in the names
  std::map<std::string, std::int64_t> netlist;  ///< all cells of Yosys' netlist, by type
};

/// The library that OpenSTA reads (Liberty).
std::string liberty_of(const hw::DelayModel& device);

/// `json`: Yosys' write_json of a flat netlist. Returns Verilog with cells of liberty_of(), module "netlist". Throws
/// std::runtime_error for an unknown cell, and for a use of one that is not modelled (timing_mac16.hpp).
std::string timing_netlist(const std::string& json, const hw::DelayModel& device);
/// The same with these clocks and boxes, for a family of AMD.
std::string timing_netlist(const std::string& json, const hw::DelayModel& device, const TimingSetup& setup);

/// Static timing of `design`; `device` must have cell delays. Needs Yosys and OpenSTA (`sta`); caches the output of
/// Yosys (runner/cache.hpp). Throws EnvironmentError if one of them is missing or fails.
TimingReport static_timing(const hw::Design& design, const hw::DelayModel& device, int period_ps);
/// One report per clock for Verilog with these clocks: paths that end in its registers. For AMD families only.
std::vector<TimingReport> static_timing(const std::string& verilog, const std::string& top,
                                        const hw::DelayModel& device, const TimingSetup& setup);

/// Reads the output of `report_checks`. Throws an EnvironmentError if that is neither a slack nor "No paths found".
TimingReport parse_checks(const std::string& text, int period_ps);

}  // namespace rtlgen::synthesis
