// All files of a design: HDL, what stands around the core, manifest.json.
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

/// Everything that `generate` writes but a card: HDL by language, what stands around the core, manifest.json.
std::vector<emit::File> design_files(const Prepared& prepared, HdlChoice hdl);

/// Is this the path of something that design_files makes?
bool is_design_file(const std::filesystem::path& path, bool is_directory);

}  // namespace rtlgen::driver
