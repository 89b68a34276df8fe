// Reads the output of Yosys' `stat -json` for a netlist, and weights its cells.
//
// Every type of cell must be known here: an unknown one is an error, never zero. Slices, wires and routing are not
// counted.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace rtlgen::model {
struct Area;
struct Fabric;
}  // namespace rtlgen::model

namespace rtlgen::synthesis {

/// Types of cells in each module, and their numbers.
using CellTable = std::map<std::string, std::map<std::string, std::int64_t>>;

/// The command that writes the input of parse_stat() to a file. The plain text (`stat` alone) changes between versions.
inline constexpr const char* kStatCommand = "tee -q -o stat.json stat -json";

/// Parses the JSON of one or more modules. Throws std::runtime_error if it contains no module, or a module whose counts
/// by type are missing or do not add up to the total that Yosys gives.
CellTable parse_stat(const std::string& text);

/// Cells directly in `module`, without types for which `is_outside` is true. Throws std::runtime_error for an unknown
/// type or a missing module.
model::Area cells_of(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                     const std::function<bool(const std::string&)>& is_outside);

/// Cells of `module` and of all modules below it.
model::Area cells_below(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                        const std::function<bool(const std::string&)>& is_outside);

}  // namespace rtlgen::synthesis
