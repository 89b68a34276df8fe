// Values of nodes whose operands are all known when compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rtlgen::spec {
struct Node;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// The value of `node` on `operands`, as the operators' own reference has it; nullopt for the few
/// operations that are inline logic only (bitwise ones, shifts).
std::optional<std::uint64_t> fold_node(const spec::Program& stencil, const spec::Node& node,
                                       const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::plan
