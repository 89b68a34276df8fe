// The distance of a host: bandwidths and latencies of a PCIe link with a DMA engine.
#pragma once

#include <iosfwd>
#include <string>

namespace rtlgen::system {

struct Link {
  std::string name = "ideal";
  double write_gbs = 1000;       ///< host to card memory, 1e9 bytes per second
  double read_gbs = 1000;        ///< card memory to host
  double dma_latency_ns = 0;     ///< per transfer, independent of its size
  double register_write_ns = 0;  ///< until the write is on the card
  double register_read_ns = 0;   ///< round trip
  double interrupt_ns = 0;       ///< until the host's program is notified
};

/// Reads a YAML file like those in sim/system/links; std::runtime_error with file:line.
Link read_link(const std::string& path);

/// Writes lines `key value`, for a simulation without a YAML library.
void write_plain(std::ostream& to, const Link& link);
Link read_plain_link(std::istream& from);

}  // namespace rtlgen::system
