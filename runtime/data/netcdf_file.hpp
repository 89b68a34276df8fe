// Reads and writes NetCDF files; available only with the library.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/expected.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

class Store;
struct Place;
struct Wanted;

/// Reads the variable at a path of groups, or an entry along its first dimension: "t[3]", "t[-1]". An error for a
/// variable that is packed or has missing numbers. Needs the memory of the grids and at most a sixteenth more.
Expected<std::vector<golden::Grid>> read_netcdf(const Place& place, const Wanted& wanted);

/// Creates a netCDF-4 file with the dimensions z, y, x and, for vectors, component_<n>. Time steps are along the
/// unlimited dimension `step`.
std::unique_ptr<Store> create_netcdf(const std::string& file);

}  // namespace rtlgen::data
