// Delays values: by registers, or by circulating memories if these are cheaper.
#pragma once

#include <map>
#include <string>

#include "hw/builder.hpp"
#include "plan/storage/waits.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::elaborate {

/// The delays of one module. plan::memory_of_wait decides which are memories; delays of equal length share an address
/// counter.
class Delays {
 public:
  Delays(hw::Builder& builder, const hw::DelayModel& device, plan::Waits where);

  /// Like hw::Builder::delay.
  hw::Value delay(const std::string& name, hw::Value value, int cycles);

 private:
  /// The address to write, and the next address, which is read.
  struct Ring {
    hw::Value write, read;
  };
  const Ring& ring_of(int words);

  hw::Builder& b_;
  const hw::DelayModel& device_;
  plan::Waits where_;
  std::map<int, Ring> rings_;  ///< by number of words
};

}  // namespace rtlgen::elaborate
