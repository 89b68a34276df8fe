// The structure of a module as a number: equal modules of two designs have equal digests, regardless of the names of
// the modules and their signals.
#pragma once

#include <array>
#include <cstdint>

namespace rtlgen::hw {

struct Module;

using Digest = std::array<std::uint64_t, 2>;

/// 128 bits of a mixing hash: modules that differ have different digests, except with negligible probability.
Digest digest(const Module& module);

}  // namespace rtlgen::hw
