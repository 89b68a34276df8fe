// Areas of elaborated designs, each elaborated once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "model/area/cells.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::explore {

/// Areas of one stencil's cores with the same Kernels. Thread-safe.
class Elaborated {
 public:
  /// The area of a plan; `find` is called if it is not known. Plans that differ only in settings that change nothing,
  /// such as the kind of RAM that lacks it, share one.
  model::Area area(const plan::Plan& plan, const std::function<model::Area()>& find);

 private:
  /// P, I, block, clock, hops, and shape_of().
  using Hardware = std::tuple<int, int, std::vector<std::int64_t>, double, int, std::vector<int>>;
  struct Entry {
    std::once_flag once;
    model::Area area;
  };

  std::mutex mutex_;
  std::map<Hardware, Entry> areas_;
};

}  // namespace rtlgen::explore
