// Values of nodes whose operands are all known at compile time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rtlgen::spec {
struct Node;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// The value of `node` for `operands`, from the reference evaluation of the operators; nullopt for the few operations
/// that only exist as inline logic (bitwise operations, shifts).
std::optional<std::uint64_t> fold_node(const spec::Program& stencil, const spec::Node& node,
                                       const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::plan
