// Values in later cycles: registers, or circulating memories where these are cheaper.
#pragma once

#include <map>
#include <string>

#include "hw/builder.hpp"
#include "plan/waits.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::elaborate {

/// The delays of one module. Which are memories is plan::memory_of_wait's; delays as long share a counter as address.
class Delays {
 public:
  Delays(hw::Builder& builder, const hw::DelayModel& device, plan::Waits where);

  /// As hw::Builder::delay.
  hw::Value delay(const std::string& name, hw::Value value, int cycles);

 private:
  /// The address that is written, and the next one, which is read.
  struct Ring {
    hw::Value write, read;
  };
  const Ring& ring_of(int words);

  hw::Builder& b_;
  const hw::DelayModel& device_;
  plan::Waits where_;
  std::map<int, Ring> rings_;  ///< by words
};

}  // namespace rtlgen::elaborate
