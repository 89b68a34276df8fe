// The bus ports of generated tops, in the order in which they are written.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::contract {

/// A port with its AMBA name, without the prefix of its bus.
struct BusPort {
  std::string name;
  int bits = 1;
  bool is_output = false;  ///< output of the top
};

/// An AXI4 master, "m_axi_<channel>_": 64 address bits, one bit of ID (AMBA AXI, ARM IHI 0022).
std::vector<BusPort> channel_ports(int bus_bits);

/// The AXI4-Lite slave, "s_axil_", without protection bits.
std::vector<BusPort> register_ports(int address_bits);

}  // namespace rtlgen::contract
