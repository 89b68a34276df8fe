// The accelerator's ports, and what a card has to connect to each.
#pragma once

#include <string>
#include <vector>

#include "flow/core_only/core_project.hpp"

namespace rtlgen::flow::core_only {

struct AcceleratorPort {
  std::string name;
  int bits = 1;
  bool is_input = true;
  bool is_clock = false;
  std::string belongs;  ///< the part of a card that connects to the port
};

/// Clocks first. The first clock is that of all other ports.
std::vector<AcceleratorPort> ports_of(const CoreProject& project);

struct Clock {
  std::string port;
  double mhz = 0;
};
std::vector<Clock> clocks_of(const CoreProject& project);

/// The number of registers in the ring: one per input bit, two per output bit, and the last one.
int ring_registers(const CoreProject& project);

/// If the fitted design has fewer registers, the tool has removed the accelerator.
std::int64_t least_registers(const CoreProject& project);

std::string ring_text(const CoreProject& project);
/// The text of pins.yours.
std::string pins_text(const CoreProject& project);

}  // namespace rtlgen::flow::core_only
