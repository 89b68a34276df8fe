// Throughput of DRAM channels for the linear streams of a shell, bus clock by bus clock and without Verilog: the bursts
// of rtlgen_axi_read and rtlgen_axi_write, their FIFOs, the groups of rtlgen_bank, and a core that moves one beat of
// each stream in every clock in which all of them can.
//
// The channels are system::AxiEngine, as behind a simulated card. Registers on the way are left out.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/shell.hpp"
#include "dram/timings.hpp"

namespace rtlgen::bench {

struct LinearStream {
  bool write = false;
  std::vector<int> channels;  ///< channels of its stripes
  std::uint64_t base = 0;     ///< begin of its buffer, the same in all channels; whole beats
  std::uint64_t behind = 0;   ///< bytes by which it trails those without; whole beats
};

/// Bytes of a buffer, through which a stream goes again and again: whole rounds of any banks shorter than that.
inline constexpr std::uint64_t kBufferBytes = std::uint64_t{1} << 22;

struct ShellStreams {
  const dram::Timings* part = nullptr;
  contract::Shell shell;  ///< bursts, FIFOs and groups; the bus is as fast as the pins
  int channels = 1;
  std::vector<LinearStream> streams;
};

/// Part of the peak of all channels that the streams get, once they are under way.
double part_of_peak(const ShellStreams& setup);

}  // namespace rtlgen::bench
