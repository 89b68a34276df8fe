// AXI4 and AXI4-Lite.
#include "contract/bus_ports.hpp"

namespace rtlgen::contract {

std::vector<BusPort> channel_ports(int bus_bits) {
  return {{"awvalid", 1, true},  {"awready", 1, false},      {"awid", 1, true},
          {"awaddr", 64, true},  {"awlen", 8, true},         {"awsize", 3, true},
          {"awburst", 2, true},  {"awlock", 1, true},        {"awcache", 4, true},
          {"awprot", 3, true},   {"awqos", 4, true},         {"wvalid", 1, true},
          {"wready", 1, false},  {"wdata", bus_bits, true},  {"wstrb", bus_bits / 8, true},
          {"wlast", 1, true},    {"bvalid", 1, false},       {"bready", 1, true},
          {"bid", 1, false},     {"bresp", 2, false},        {"arvalid", 1, true},
          {"arready", 1, false}, {"arid", 1, true},          {"araddr", 64, true},
          {"arlen", 8, true},    {"arsize", 3, true},        {"arburst", 2, true},
          {"arlock", 1, true},   {"arcache", 4, true},       {"arprot", 3, true},
          {"arqos", 4, true},    {"rvalid", 1, false},       {"rready", 1, true},
          {"rid", 1, false},     {"rdata", bus_bits, false}, {"rresp", 2, false},
          {"rlast", 1, false}};
}

std::vector<BusPort> register_ports(int address_bits) {
  return {{"awvalid", 1, false},
          {"awready", 1, true},
          {"awaddr", address_bits, false},
          {"wvalid", 1, false},
          {"wready", 1, true},
          {"wdata", 32, false},
          {"wstrb", 4, false},
          {"bvalid", 1, true},
          {"bready", 1, false},
          {"bresp", 2, true},
          {"arvalid", 1, false},
          {"arready", 1, true},
          {"araddr", address_bits, false},
          {"rvalid", 1, true},
          {"rready", 1, false},
          {"rdata", 32, true},
          {"rresp", 2, true}};
}

}  // namespace rtlgen::contract
