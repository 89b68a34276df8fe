// Sizes of a shell that follow from its bus.
#include "contract/shell.hpp"

#include <algorithm>

namespace rtlgen::contract {

Shell shell_on_bus(int bus_bits, int longest_burst) {
  constexpr int kPageBits = 8 * 4096;  // no AXI burst crosses 4 KiB
  Shell shell;
  shell.bus_bits = bus_bits;
  shell.burst_beats = std::min(longest_burst, kPageBits / bus_bits);
  // A FIFO holds the beats that arrive during a memory's latency, and a group of bursts.
  shell.fifo_log2 = 8;
  while ((1 << shell.fifo_log2) < 4 * shell.burst_beats) ++shell.fifo_log2;
  // About 8 KiB before a DRAM changes direction, as far as the FIFOs can hold that.
  const int group_beats = std::min(2 * kPageBits / bus_bits, (1 << shell.fifo_log2) / 2);
  shell.group = std::max(1, group_beats / shell.burst_beats);
  return shell;
}

}  // namespace rtlgen::contract
