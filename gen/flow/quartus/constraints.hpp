// Pins and constraints of a card for Quartus: one .qsf per function, clocks and crossings as .sdc.
#pragma once

#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// Files under constraints/, in the order in which they are read.
std::vector<emit::File> constraint_files(const Project& project);

}  // namespace rtlgen::flow::quartus
