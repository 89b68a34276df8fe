// Maps parts of the text to nodes of the stencil, for tools that explain a text.
#pragma once

#include <vector>

#include "spec/ids.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

/// A name, an operator or a number in an expression. The text of a function has one entry per call.
struct NodePlace {
  SourceLocation where;
  spec::NodeId node;
};

using NodePlaces = std::vector<NodePlace>;

}  // namespace rtlgen::frontend
