// How far away a host is: bandwidths and latencies of a PCIe link with a DMA engine behind it.
#pragma once

#include <iosfwd>
#include <string>

namespace rtlgen::system {

struct Link {
  std::string name = "ideal";
  double write_gbs = 1000;       ///< host to card memory, 1e9 bytes per second
  double read_gbs = 1000;        ///< card memory to host
  double dma_latency_ns = 0;     ///< of a transfer of any size
  double register_write_ns = 0;  ///< until the write is on the card
  double register_read_ns = 0;   ///< there and back
  double interrupt_ns = 0;       ///< until the host's program is notified
};

/// From a YAML file as sim/system/links has them; std::runtime_error with file:line.
Link read_link(const std::string& path);

/// Plain lines `key value`, for a simulation without a YAML library.
void write_plain(std::ostream& to, const Link& link);
Link read_plain_link(std::istream& from);

}  // namespace rtlgen::system
