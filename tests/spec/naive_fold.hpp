// Boundary rules as docs/language.md says them, one fold after the other: the oracle of spec/boundary.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/boundary.hpp"

namespace rtlgen::test {

/// The cell of an axis of n cells that index i reads; nullopt: no cell. Shares no code with spec::resolve_index.
std::optional<std::int64_t> naive_fold(std::int64_t i, std::int64_t n, spec::BoundaryKind kind);

/// The rules of the language but `wrap`, whose cells a frame brings from the other side (plan/framing.hpp).
std::vector<spec::BoundaryKind> rules_within_a_frame();

}  // namespace rtlgen::test
