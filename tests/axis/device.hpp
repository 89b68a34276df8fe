// A Verilated <name>_axis without its type: pointers to its ports. The test generates a function that fills it in.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace axis_test {

/// The ports of one AXI4-Stream.
struct Ports {
  std::string field;
  bool is_out = false;
  bool is_held = false;
  int data_bits = 0;  ///< width of tdata
  int word_bits = 0;  ///< bits of tdata that are cells
  std::uint8_t* valid = nullptr;
  std::uint8_t* ready = nullptr;
  std::uint8_t* last = nullptr;
  std::uint8_t* data = nullptr;
  std::size_t bytes = 0;  ///< size of the C++ variable behind `data`
};

struct Register {
  std::uint32_t offset = 0;
  int bits = 32;
};

/// AXI4-Lite.
struct Lite {
  std::uint8_t *awvalid, *awready, *wvalid, *wready, *bvalid, *bready, *bresp, *arvalid, *arready, *rvalid, *rready,
      *rresp, *wstrb;
  std::uint16_t *awaddr, *araddr;
  std::uint32_t *wdata, *rdata;
};

struct Device {
  std::function<void()> eval;
  std::uint8_t *aclk, *aresetn, *irq;
  Lite lite{};
  std::vector<Ports> streams;  ///< those that come in first
  std::map<std::string, Register> registers;
  std::vector<std::pair<std::string, std::string>> numbers;  ///< port of the core, register
};

/// Number `index` of the tops that were compiled; names of generated files count them.
Device device(int index);

/// The change of the HDL that a run is to have; 0: none (axis_test.cpp).
extern int mutant;

}  // namespace axis_test
