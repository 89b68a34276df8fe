// The fullest resource determines how many dies a kernel needs.
#include "driver/model/dies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/board.hpp"
#include "spec/hardware.hpp"

namespace rtlgen::driver {

namespace {

/// Says which setting to change.
std::string note_of(const Dies& dies, const spec::Hardware& hardware) {
  const std::int64_t reached = dies.hops + 1;
  std::string text = fmt::format("{} of the part's {} dies are needed{}", dies.needed, dies.of_part,
                                 hardware.kernels > 1 ? " by a kernel" : "");
  if (dies.hops > hardware.hops)
    text += fmt::format(": hardware.hops={} puts registers on the crossings between {}", dies.hops,
                        reached == dies.needed ? "them" : fmt::format("{} of them", reached));
  if (reached < dies.needed)
    text += fmt::format(
        "; hardware.steps is {}, and a die without an Executor stays empty: increase `steps` and reduce "
        "cells_per_cycle",
        hardware.steps);
  return text;
}

}  // namespace

Dies dies_of(const std::vector<model::Use>& uses, const spec::Hardware& hardware, const board::Board& board) {
  Dies dies;
  dies.hops = hardware.hops;
  if (!board.resources.slr) return dies;
  dies.of_part = board.resources.slr->count();
  double filled = 0;
  for (const model::Use& u : uses) filled = std::max(filled, u.filled().value_or(0) / hardware.kernels);
  const auto needed = static_cast<std::int64_t>(std::ceil(filled * static_cast<double>(dies.of_part)));
  if (needed > dies.of_part) return dies;
  dies.needed = std::max<std::int64_t>(needed, 1);
  if (dies.needed <= hardware.hops + 1) return dies;
  // Each die needs an Executor.
  dies.hops = std::max(hardware.hops, static_cast<int>(std::min<std::int64_t>(dies.needed, hardware.steps)) - 1);
  dies.note = note_of(dies, hardware);
  return dies;
}

}  // namespace rtlgen::driver
