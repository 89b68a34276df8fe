// The top module of a Vitis RTL kernel.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vitis {

inline constexpr const char* kControlPort = "s_axi_control";

netlist::Module kernel_module(const Project& project);

}  // namespace rtlgen::flow::vitis
