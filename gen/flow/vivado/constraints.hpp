// Constraints of a card for Vivado, one file per function: pcie, reset, ddr, leds, clocks, timing, settings.
#pragma once

#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// Files under constraints/, in the order in which they are read.
std::vector<emit::File> constraint_files(const Project& project);

}  // namespace rtlgen::flow::vivado
