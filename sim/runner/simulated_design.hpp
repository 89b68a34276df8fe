// Facts about a core that a simulation needs besides its HDL: the core's interface, its fields, and its size.
//
// Made from a plan in one place (gen/driver/design/hdl.hpp). Simulations do not include the plan.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "spec/type.hpp"

namespace rtlgen::runner {

/// An array of the program.
struct SimulatedArray {
  std::string name;
  spec::Type type;                                               ///< type of a cell
  std::array<bool, contract::kMaxAxes> spans{true, true, true};  ///< the grid axes that it has

  /// Its extents in cells, on a grid or frame of extents `whole`: 1 along the axes that it lacks.
  [[nodiscard]] contract::Extents shape(const contract::Extents& whole) const;
  /// Cells per word: P, or 1 if it lacks x.
  [[nodiscard]] int lanes(int cells_per_cycle) const { return spans[0] ? cells_per_cycle : 1; }
};

struct SimulatedDesign {
  contract::CoreInterface core;
  std::optional<contract::Shell> shell;  ///< for cards
  std::vector<SimulatedArray> arrays;    ///< indexed like the arrays in `core`
  std::vector<std::string> monitors;     ///< names, in the order of results
  std::string executor;                  ///< module of an Executor
  std::vector<std::string> kernels;      ///< modules of Kernels
  /// In the Kernels of one lane: operators, and other values.
  std::int64_t lane_operators = 0, lane_values = 0;

  /// `index` is an array number in `core`.
  [[nodiscard]] const SimulatedArray& array(int index) const { return arrays.at(static_cast<std::size_t>(index)); }
};

}  // namespace rtlgen::runner
