// One card for several slabs: one accelerator per slab, whose arrays are consecutive in the card's memory.
//
// The hardware does one run at a time. While it computes one slab, arrays of the others may be read and written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::cards {

class SharedCard {
 public:
  /// Throws like host::Accelerator.
  SharedCard(const std::string& manifest, std::unique_ptr<host::Backend> card, int slabs);

  /// Sets the extents of each slab, in order; loaded data is lost. Throws if they do not fit in the card's memory
  /// together.
  void set_extents(const std::vector<std::vector<std::uint64_t>>& extents);
  [[nodiscard]] host::Accelerator& slab(int number) { return *slabs_.at(static_cast<std::size_t>(number)); }
  [[nodiscard]] int slabs() const { return static_cast<int>(slabs_.size()); }

 private:
  class Window;
  std::vector<Window*> windows_;  ///< windows of the accelerators
  std::vector<std::unique_ptr<host::Accelerator>> slabs_;
};

}  // namespace rtlgen::cards
