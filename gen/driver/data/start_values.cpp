// Runs a program with one line for one time step.
#include "driver/data/start_values.hpp"

#include <utility>

#include "golden/engine.hpp"
#include "spec/program.hpp"

namespace rtlgen::driver {

namespace {

/// The line for an array that lacks axes: one cell along them, while the grid's extents are unchanged.
spec::Program on_own_axes(spec::Program line, const spec::Array& array, const spec::Extents& extents) {
  for (spec::Node& node : line.nodes) {
    const auto axis = static_cast<std::size_t>(node.index);
    if (node.op != spec::Op::kExtent || array.spans[axis]) continue;
    node = spec::constant_node(node.type, static_cast<std::uint64_t>(extents[axis]), node.where);
  }
  return line;
}

}  // namespace

golden::Grid start_values(const spec::Program& line, const spec::Array& array, const spec::Extents& extents,
                          const std::vector<std::uint64_t>& params) {
  auto results = array.held() ? golden::run(on_own_axes(line, array, extents), array.shape(extents), {}, 1, params)
                              : golden::run(line, extents, {}, 1, params);
  return std::move(results.begin()->second);
}

}  // namespace rtlgen::driver
