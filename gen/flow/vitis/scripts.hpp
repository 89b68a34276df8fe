// Builds a Vitis kernel: its packaging for Vivado, the link configuration for v++, the Makefile.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vitis {

std::vector<emit::File> script_files(const Project& project);

/// The number of platform banks per kernel: kernel n uses those from n times this on.
std::size_t banks_of_kernel(const Project& project);
/// The platform's name of the bank for a channel of kernel n.
const std::string& bank_of(const Project& project, std::size_t kernel, int channel);

/// Both clocks in whole MHz, as v++ requires.
int bus_mhz(const Project& project);
int kernel_mhz(const Project& project);

/// The file below constraints/.
std::string constraints_file(const Project& project);

}  // namespace rtlgen::flow::vitis
