// All files of a design: HDL, the modules around the core, manifest.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::driver {

struct Prepared;

enum class HdlChoice : std::uint8_t { kVerilog, kVhdl, kBoth };

/// Everything that `generate` writes except a card: HDL by language, the modules around the core, manifest.json.
std::vector<emit::File> design_files(const Prepared& prepared, HdlChoice hdl);

/// Whether design_files writes a file or folder with this path.
bool is_design_file(const std::filesystem::path& path, bool is_directory);

}  // namespace rtlgen::driver
