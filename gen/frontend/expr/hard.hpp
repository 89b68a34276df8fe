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

/// Replaces every sum, difference and product of float32 at and below `root` by an operation of hard blocks. Reports
/// RG0326 for other float formats, whose result in a block is undefined. Notes constants that a block treats as zero as
/// losses.
Hardened harden(Graph& graph, spec::NodeId root, ConstantLosses& losses, Diagnostics& diagnostics);

/// Reports RG0326: hard arithmetic with nothing for blocks to compute. `what` ends the sentence.
void refuse_hard(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
