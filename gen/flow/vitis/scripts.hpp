// What builds a Vitis kernel: its packaging for Vivado, the link configuration for v++, the Makefile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "flow/project.hpp"

namespace rtlgen::flow::vitis {

/// fpga_projects/vitis, by file name.
const std::map<std::string, std::string>& shared_files();

std::vector<emit::File> script_files(const Project& project);

/// Of the kernel on the card: "hotspot2d_u250_1".
std::string compute_unit(const Project& project);

/// Whole MHz of both clocks, as v++ takes them.
int bus_mhz(const Project& project);
int kernel_mhz(const Project& project);

/// Below constraints/.
std::string constraints_file(const Project& project);

}  // namespace rtlgen::flow::vitis
