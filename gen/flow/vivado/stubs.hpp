// The vendor's IP as Verilog: black boxes for lint, or the same ports around the models of sim/vendor.
#pragma once

#include <string>

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// Modules of the names that the top instantiates, with every port of boards/ip at the board's width; the FPGA's
/// buffers too. Nothing inside.
std::string black_boxes(const Project& project);

/// The same modules around xdma_model, ddr_model and clock_model: all ports but the transceivers' and the memory's
/// pins.
std::string model_shims(const Project& project);

}  // namespace rtlgen::flow::vivado
