// A program and the hardware requested for it: the contents of a description, and the input of the plan. A variant of a
// design is the same program with other hardware.
#pragma once

#include <array>
#include <optional>

#include "spec/hardware.hpp"
#include "spec/program.hpp"

namespace rtlgen::spec {

/// Present if frames are blocks of a larger grid (plan/framing.hpp); the stencil's `grid` is then a frame.
struct Blocks {
  Extents whole{1, 1, 1};                                 ///< the grid
  std::array<bool, kMaxAxes> along{false, false, false};  ///< axes that are cut
  std::array<bool, kMaxAxes> wraps{false, false,
                                   false};  ///< those axes on which a frame continues at the grid's other side
};

struct Stencil : Program {
  Hardware hardware;
  std::optional<Blocks> blocks;

  [[nodiscard]] bool blocked(std::size_t axis) const { return blocks && blocks->along[axis]; }
  /// The whole grid, with or without blocks.
  [[nodiscard]] Extents whole_grid() const { return blocks ? blocks->whole : grid; }
};

/// `program` on `hardware`, not cut into blocks; its passes are as long as the chain.
Stencil with_hardware(Program program, Hardware hardware);

/// Checks the program's invariants, and that its passes are as long as the chain.
void validate(const Stencil& stencil);

}  // namespace rtlgen::spec
