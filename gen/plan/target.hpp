// The target of a plan: a device and a clock.
#pragma once

#include "contract/clock.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::plan {

struct Target {
  const hw::DelayModel& device;  ///< a row of the delay table
  contract::Clock clock;
};

}  // namespace rtlgen::plan
