// One card for several slabs: one accelerator for each, whose arrays lie one behind the other in the card's memory.
//
// The hardware does one run at a time. While it does one slab's, arrays of the others may be read and written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::cards {

class SharedCard {
 public:
  /// Throws as host::Accelerator does.
  SharedCard(const std::string& manifest, std::unique_ptr<host::Backend> card, int slabs);

  /// Of each slab, one after the other; what is loaded is lost. Throws if they do not fit the card's memory together.
  void set_extents(const std::vector<std::vector<std::uint64_t>>& extents);
  [[nodiscard]] host::Accelerator& slab(int number) { return *slabs_.at(static_cast<std::size_t>(number)); }
  [[nodiscard]] int slabs() const { return static_cast<int>(slabs_.size()); }

 private:
  class Window;
  std::vector<Window*> windows_;  ///< the accelerators'
  std::vector<std::unique_ptr<host::Accelerator>> slabs_;
};

}  // namespace rtlgen::cards
