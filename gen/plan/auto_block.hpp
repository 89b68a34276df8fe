// `block: auto`: the largest blocks whose buffers fit the chip.
#pragma once

#include <string>
#include <vector>

#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Plan;

/// Block RAMs of all Executors' buffers and held arrays: halves of 18 kbit, M20K, M10K.
std::int64_t ram_blocks(const Plan& plan);

/// Those of a large part of a family: what `block: auto` may take by default.
int family_ram_blocks(const std::string& device);

/// The block extents, as hardware.block has them, with which a pass streams the fewest words of all whose buffers fit
/// `budget` block RAMs; empty if the whole grid does. Fails with a diagnostic if none fits.
Result<std::vector<std::int64_t>> choose_block(const spec::Stencil& stencil, std::int64_t budget,
                                               Diagnostics& diagnostics);

}  // namespace rtlgen::plan
