// Parts of a path graph that are the same: lanes and Executors repeat most of a design, and one of each is enough.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "model/paths_graph.hpp"

namespace rtlgen::model {

/// Gates and cells that read each other.
struct PathPart {
  std::vector<std::size_t> ends;  ///< ends of the graph that this part drives, ascending
  std::size_t same_as = 0;        ///< the first part whose paths have the same lengths, end by end; often itself
};

/// The place of which a place is an alias.
Place source_of(const PathGraph& graph, Place p);

/// All parts that drive an end. `loads`: inputs that a node drives; `global`: enables on a global network.
std::vector<PathPart> parts_of(const PathGraph& graph, const std::vector<int>& loads, const std::set<Place>& global);

}  // namespace rtlgen::model
