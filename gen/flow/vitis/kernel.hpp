// The top module of a Vitis RTL kernel.
#pragma once

#include <string>
#include <vector>

#include "flow/project.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow::vitis {

inline constexpr const char* kControlPort = "s_axi_control";

netlist::Module kernel_module(const Project& project);

}  // namespace rtlgen::flow::vitis
