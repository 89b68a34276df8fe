// What an expression is made of, and how far its reads reach.
#pragma once

#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {

struct Program;
struct Stage;

/// How far reads reach below and above a cell, both >= 0; along an axis on which one wraps it has no outside.
struct Reach {
  Offset low{};
  Offset high{};
};

/// The nodes that `root` is made of and itself, in their order. Operands come before who takes them.
std::vector<NodeId> nodes_below(const Program& program, NodeId root);

/// Of the reads of a stage of `program`, those that sharing has moved to other stages included.
Reach reach_of(const Program& program, const Stage& stage);

}  // namespace rtlgen::spec
