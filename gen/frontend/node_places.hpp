// Which node of the stencil each part of the text became, for tools that explain a text.
#pragma once

#include <vector>

#include "spec/ids.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

/// A name, an operator or a number of an expression. The text of a function has one for each call.
struct NodePlace {
  SourceLocation where;
  spec::NodeId node;
};

using NodePlaces = std::vector<NodePlace>;

}  // namespace rtlgen::frontend
