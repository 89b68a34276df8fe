// The longest path of a design, and so the clock that it can be expected to reach: predicted, without any tool.
//
// Each module is mapped to LUTs for its depth in time, with carry chains, memories and products as the family has them
// (area/netlist.hpp), and cells and routes of its delay row are added up from register to register, through modules
// too.
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
  std::string module;  ///< where it ends
  [[nodiscard]] double mhz() const { return 1e6 / ps; }
};

/// Nothing where the cells of the family are not known.
std::optional<LongestPath> longest_path(const hw::Design& design, const hw::DelayModel& device);

}  // namespace rtlgen::model
