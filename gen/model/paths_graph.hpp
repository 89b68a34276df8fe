// A design as one graph of gates and hard cells, for finding its paths (paths.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "model/area/netlist.hpp"

namespace rtlgen::hw {
struct DelayModel;
struct Design;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::model {

using Place = std::int32_t;  ///< index of a node; 0: a constant
using PlaceList = std::vector<Place>;

inline constexpr int kNever = std::numeric_limits<int>::min() / 2;

struct PathNode {
  enum class Kind : std::uint8_t { kStart, kGate, kSame, kCell };
  Kind kind = Kind::kStart;
  Place a = 0, b = 0;  ///< gate: its operands; same: a; cell: number and bit
  int start = kNever;
};

struct PathCell {
  HardCell::Kind kind = HardCell::Kind::kCarry;
  bool is_one_bit = false;
  PlaceList in;
  std::size_t tiles = 1;
};

/// The end of a path.
struct PathEnd {
  enum class Kind : std::uint8_t { kRegister, kEnable, kMemory };
  Kind kind = Kind::kRegister;
  Place from = 0;
  const hw::Module* module = nullptr;
  int after_route = 0;  ///< memory: from its input to the register after it, including set-up
};

/// All modules, with a copy for each instance.
struct PathGraph {
  std::vector<PathNode> nodes{1};
  std::vector<PathCell> cells;
  std::vector<PathEnd> ends;
  std::vector<std::shared_ptr<const hw::Module>>
      fifos;  ///< control modules of rtlgen_fifo, which are not part of the design; paths may end in them

  Place add(PathNode n) {
    nodes.push_back(n);
    return static_cast<Place>(nodes.size() - 1);
  }
  PathNode& operator[](Place p) { return nodes[static_cast<std::size_t>(p)]; }
  const PathNode& operator[](Place p) const { return nodes[static_cast<std::size_t>(p)]; }
};

/// `device` must have cell delays. An unknown leaf is an InternalError.
PathGraph path_graph(const hw::Design& design, const hw::DelayModel& device);

}  // namespace rtlgen::model
