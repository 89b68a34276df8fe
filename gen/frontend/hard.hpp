// `arithmetic: hard`: sums, differences and products of float32 become operations of hard blocks
// (spec/hard_float.hpp).
#pragma once

#include <string>

#include "spec/ids.hpp"

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::frontend {

class ConstantLosses;
class Graph;

struct Hardened {
  spec::NodeId root;
  bool any = false;  ///< there was an operation for a block
};

/// Every sum, difference and product of float32 at and below `root` as an operation of hard blocks. One of another
/// float format is RG0326: nothing says what a block would make of it. Constants that a block takes for zero are
/// losses.
Hardened harden(Graph& graph, spec::NodeId root, ConstantLosses& losses, Diagnostics& diagnostics);

/// RG0326: hard arithmetic where no block has anything to compute. `what` ends the sentence.
void refuse_hard(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
