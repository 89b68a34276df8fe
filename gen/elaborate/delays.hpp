// Values in later cycles: registers, or circulating memories where these are cheaper.
#pragma once

#include <map>
#include <string>

#include "hw/builder.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::elaborate {

/// The delays of one module. LUTs of AMD are shift registers by themselves. Those of Intel are not, but memories
/// (MLABs), and flip-flops are what such a part runs out of: there a delay of `least` cycles and more, of enough bits,
/// is a memory with a counter as its address, one for all delays as long.
class Delays {
 public:
  Delays(hw::Builder& builder, const hw::DelayModel& device, int least);

  /// As hw::Builder::delay.
  hw::Value delay(const std::string& name, hw::Value value, int cycles);

 private:
  /// The address that is written, and the next one, which is read.
  struct Ring {
    hw::Value write, read;
  };
  const Ring& ring_of(int words);

  hw::Builder& b_;
  bool in_memories_;
  int least_;
  std::map<int, Ring> rings_;  ///< by words
};

/// Cycles from which on a delay is a memory: of words in an Executor, which share their counters with all lanes, and in
/// a Kernel.
inline constexpr int kLeastOfExecutor = 8, kLeastOfKernel = 16;

}  // namespace rtlgen::elaborate
