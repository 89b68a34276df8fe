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

/// The on-chip memories that the buffers of all Executors and the held arrays use.
struct Rams {
  std::int64_t blocks = 0;  ///< block RAMs: halves of 18 kbit, M20K, M10K
  std::int64_t ultra = 0;   ///< UltraRAMs
  [[nodiscard]] bool fits(const Rams& budget) const { return blocks <= budget.blocks && ultra <= budget.ultra; }
};
Rams rams(const Plan& plan);

/// The memories of a large part of a family, which `block: auto` may use by default.
Rams family_rams(const std::string& device);

/// The block extents, in the format of hardware.block, with which a pass streams the fewest words, among all blocks
/// whose buffers fit `budget`; empty if the whole grid fits. Fails with a diagnostic if no block fits.
Result<std::vector<std::int64_t>> choose_block(const spec::Stencil& stencil, const Rams& budget,
                                               Diagnostics& diagnostics);

}  // namespace rtlgen::plan
