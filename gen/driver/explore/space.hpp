// The space that a search covers on a board: P, kinds of RAM and clocks, and the resources that designs may take.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/explore/explore.hpp"
#include "plan/plan.hpp"

namespace rtlgen::model {
struct Fabric;
}

namespace rtlgen::driver {

/// The extents that each of `cards` cards holds of a stencil's grid (explore::Problem::held); none for one card.
std::function<std::optional<spec::Extents>(const spec::Stencil&)> held_by(int cards);

/// The plans that the other commands accept, for several cards and over a serial line (explore::Problem::accepts).
std::function<bool(const plan::Plan&, Diagnostics&)> accepted_by(const board::Board& board, int cards,
                                                                 const std::string& file);

/// The plan of a point, with blocks if any can be planned. All points have the same shell and arrays, except whole
/// grids, whose shell is smaller.
/// `clocks`: those of the search, if any.
std::optional<plan::Plan> some_plan(const spec::Stencil& stencil, const ExploreOptions& options,
                                    const std::vector<double>& clocks, explore::Knowledge& known);

/// The board's resources for each core, up to the fill limit, without those of the modules around the cores.
explore::Budget budget_of(const board::Board& board, int kernels, const model::Fabric& fabric,
                          const model::Area& infrastructure, const board::Fill& fill, std::vector<std::string>& notes);

/// RAM choices to search: the user's; otherwise all, if the file leaves it open and the fabric's tool follows it.
std::vector<spec::RamChoice> rams_of(const ExploreOptions& options, const spec::Hardware& hardware,
                                     const model::Fabric& fabric, const explore::Budget& budget);

/// Clocks to search: the user's; otherwise the family's and the file's, if measured delays of the family's cells allow
/// a prediction of the clock. None: one clock for all points.
std::vector<double> clocks_of(const ExploreOptions& options, const spec::Hardware& hardware,
                              std::vector<std::string>& notes);

/// The values of P to search. A run of few steps does not benefit from a longer chain, so then wider ones are included,
/// as far as the memory can feed them.
std::vector<int> lanes_of(const ExploreOptions& options, const spec::Stencil& stencil, double mhz,
                          std::int64_t iterations);

}  // namespace rtlgen::driver
