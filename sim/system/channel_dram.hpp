// The DRAM behind a channel of a simulated card.
#pragma once

#include <memory>
#include <sstream>

#include "dram/timings.hpp"
#include "host/card_abi.h"

namespace rtlgen::system {

/// `channel`: its number. None: an ideal memory.
inline std::shared_ptr<const dram::Timings> dram_of(const rtlgen_card_memory& memory, int channel) {
  const char* plain = memory.dram;
  if (channel < memory.dram_count && memory.drams[channel] != nullptr) plain = memory.drams[channel];
  if (plain == nullptr) return nullptr;
  std::istringstream text(plain);
  return std::make_shared<dram::Timings>(dram::read_plain(text));
}

}  // namespace rtlgen::system
