// Searches with other Kernels: a different form of floats, fewer DSP blocks.
#pragma once

#include <limits>
#include <memory>

#include "explore/explore.hpp"

namespace rtlgen::explore {

/// A search with the Kernels of the problem; `search` also tries others. Front and neighbours take longer than the best
/// point, so they are left to the search that wins.
class KernelSearch {
 public:
  /// Searches points whose value of the objective is below `limit`.
  KernelSearch(const Problem& problem, Knowledge& known, double limit = std::numeric_limits<double>::max());
  KernelSearch(KernelSearch&&) noexcept;
  KernelSearch& operator=(KernelSearch&&) noexcept;
  ~KernelSearch();

  [[nodiscard]] const Problem& problem() const;
  /// The shortest time of its points; with a host, the best point may take slightly longer.
  [[nodiscard]] double fastest() const;
  /// The best point, without front and neighbours.
  [[nodiscard]] const SearchResult& found() const;
  /// Adds front and neighbours, or the reason of a failure.
  SearchResult complete();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rtlgen::explore
