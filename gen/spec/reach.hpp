// The nodes of an expression, and how far its reads reach.
#pragma once

#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {

struct Program;
struct Stage;

/// How far reads reach below and above a cell, both >= 0. An axis on which a read wraps has no outside.
struct Reach {
  Offset low{};
  Offset high{};
};

/// The nodes of the expression `root`, including `root`, in order: operands come before their users.
std::vector<NodeId> nodes_below(const Program& program, NodeId root);

/// The reach of a stage of `program`, including reads that sharing has moved to other stages.
Reach reach_of(const Program& program, const Stage& stage);

}  // namespace rtlgen::spec
