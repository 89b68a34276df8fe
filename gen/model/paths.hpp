// Predicts the longest path of a design, and so the clock that it can be expected to reach, without any tool.
//
// Each module is mapped to LUTs for minimum delay, with the carry chains, memories and products of the family
// (area/netlist.hpp). The delays of cells and routes from its delay row are added up from register to register, also
// through module boundaries.
#pragma once

#include <optional>
#include <string>

namespace rtlgen::hw {
struct DelayModel;
struct Design;
}  // namespace rtlgen::hw

namespace rtlgen::model {

struct LongestPath {
  int ps = 0;
  std::string module;  ///< the module in which it ends
  [[nodiscard]] double mhz() const { return 1e6 / ps; }
};

/// Absent if the cell delays of the family are not known.
std::optional<LongestPath> longest_path(const hw::Design& design, const hw::DelayModel& device);

}  // namespace rtlgen::model
