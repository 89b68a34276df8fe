// The components of a graph of and-gates: most modules repeat the same few, bit by bit and lane by lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/area/logic.hpp"

namespace rtlgen::model {

/// A gate with the nodes that it reads.
struct Gate {
  std::int32_t a = 0, b = 0;
  int outputs = 0;  ///< outputs of the graph that take it

  friend bool operator==(const Gate&, const Gate&) = default;
};

/// Gates that gates connect, in the order of the graph. They are numbered from 0 on, and the other nodes that they read
/// from `gates.size()` on.
struct Component {
  std::vector<Gate> gates;
  std::size_t nodes = 0;

  friend bool operator==(const Component&, const Component&) = default;
};

struct Counted {
  Component component;
  std::int64_t times = 0;  ///< how often the graph has it
};

/// The components that outputs need, each once.
std::vector<Counted> components_of(const Logic& logic);

}  // namespace rtlgen::model
