// The vendor's IP as Verilog: black boxes for lint, or the same ports around the models of sim/vendor.
#pragma once

#include <string>

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// Modules with the names that the top instantiates, with every port of boards/ip in the board's width; also the FPGA's
/// buffers. They are empty.
std::string black_boxes(const Project& project);

/// The same modules around xdma_model, ddr_model and clock_model: all ports except those of the transceivers and the
/// memory's pins.
std::string model_shims(const Project& project);

}  // namespace rtlgen::flow::vivado
