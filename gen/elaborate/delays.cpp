// A ring of n words that is read one word ahead of the write address, into a register, delays by n cycles.
#include "elaborate/delays.hpp"

#include <fmt/format.h>

#include "support/counted.hpp"

namespace rtlgen::elaborate {

Delays::Delays(hw::Builder& builder, const hw::DelayModel& device, plan::Waits where)
    : b_(builder), device_(device), where_(where) {}

hw::Value Delays::delay(const std::string& name, hw::Value value, int cycles) {
  const auto style = plan::memory_of_wait(device_, where_, cycles, value.width);
  if (!style || value.constant() != nullptr) return b_.delay(name, value, cycles);
  const Ring& ring = ring_of(cycles);
  return b_.memory(name, cycles, *style, ring.write, value, {}, fmt::format("delays by {}", counted(cycles, "cycle")),
                   {}, ring.read);
}

const Delays::Ring& Delays::ring_of(int words) {
  const auto known = rings_.find(words);
  if (known != rings_.end()) return known->second;
  int width = 1;
  while ((1 << width) < words) ++width;
  const hw::Value read =
      b_.declare_reg(fmt::format("ring{}_read", words), width, hw::Bits(width, 1),
                     fmt::format("read address of memories that delay by {}", counted(words, "cycle")));
  const hw::Value last = b_.name(fmt::format("ring{}_is_last", words),
                                 eq(read, b_.constant(width, static_cast<std::uint64_t>(words - 1))));
  b_.drive(read, mux(last, b_.zero(width), read + b_.constant(width, 1)));
  const hw::Value write =
      b_.reg(fmt::format("ring{}_write", words), read, {}, hw::Bits(width, 0), "one address behind the read address");
  return rings_[words] = {write, read};
}

}  // namespace rtlgen::elaborate
