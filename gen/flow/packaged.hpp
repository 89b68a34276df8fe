// The module of a project that packages (IP-XACT, FuseSoC) describe: the kernel of a Vitis project, the shell of other
// projects.
#pragma once

#include <string>
#include <vector>

#include "contract/bus_ports.hpp"

namespace rtlgen::flow {

struct Project;

struct AxiInterface {
  std::string name;  ///< prefix of its ports, without the underscore
  bool is_master = false;
  std::vector<contract::BusPort> ports;
};

struct Packaged {
  std::string module;
  std::string bus_clock, kernel_clock, reset, interrupt;
  bool reset_is_low = false;
  std::vector<std::string> status_leds;  ///< outputs without an interface
  std::vector<AxiInterface> axi;         ///< registers first, then memory
  int bus_bits = 0, burst_beats = 0, outstanding = 0;
  std::vector<std::string> files;  ///< HDL in compile order, relative to the project
  std::string constraints;         ///< for Vivado, in the module's scope

  [[nodiscard]] static std::string memory_port(int channel);
};

Packaged packaged_of(const Project& project);

}  // namespace rtlgen::flow
