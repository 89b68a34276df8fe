// A Vitis RTL kernel: its top module in Verilog, and its constraints.
#pragma once

#include <string>
#include <vector>

#include "flow/project.hpp"
#include "plan/contract.hpp"

namespace rtlgen::flow::vitis {

inline constexpr const char* kControlPort = "s_axi_control";

/// The file's text.
std::string kernel_text(const Project& project);

}  // namespace rtlgen::flow::vitis
