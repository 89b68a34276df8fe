// What builds a Vitis kernel: its packaging for Vivado, the link configuration for v++, the Makefile.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vitis {

/// fpga_projects/vitis, by file name.
const std::map<std::string, std::string>& shared_files();

std::vector<emit::File> script_files(const Project& project);

/// Kernel n has the banks of the platform from n times this on.
std::size_t banks_of_kernel(const Project& project);
/// The platform's name of what a channel of kernel n is connected to.
const std::string& bank_of(const Project& project, std::size_t kernel, int channel);

/// Whole MHz of both clocks, as v++ takes them.
int bus_mhz(const Project& project);
int kernel_mhz(const Project& project);

/// Below constraints/.
std::string constraints_file(const Project& project);

}  // namespace rtlgen::flow::vitis
