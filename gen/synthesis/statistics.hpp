// Reads what Yosys' `stat -json` prints of a netlist, and weighs its cells.
//
// Every type of cell must be known here: an unknown one is an error, never a zero. Slices, wires and routing are not
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

/// Types of cells of each module, and how often they occur.
using CellTable = std::map<std::string, std::map<std::string, std::int64_t>>;

/// The command that prints what parse_stat() reads, into a file. The text for people (`stat` alone) changes between
/// versions.
inline constexpr const char* kStatCommand = "tee -q -o stat.json stat -json";

/// The JSON of one or several modules. Throws std::runtime_error if it holds no module, or a module whose counts by
/// type are missing or do not add up to the total that Yosys gives.
CellTable parse_stat(const std::string& text);

/// Cells of `module` itself, those of the types that `is_outside` says left out. Throws std::runtime_error for a type
/// that is not known and a module that is not there.
model::Area cells_of(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                     const std::function<bool(const std::string&)>& is_outside);

/// Cells of `module` and of all modules below it.
model::Area cells_below(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                        const std::function<bool(const std::string&)>& is_outside);

}  // namespace rtlgen::synthesis
