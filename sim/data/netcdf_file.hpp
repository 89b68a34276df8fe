// Reading and writing of NetCDF files; there only where the library is.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

class Store;
struct Place;
struct Wanted;

/// The variable at a path of groups, or an entry along its first dimension: "t[3]", "t[-1]". Of a variable that is
/// packed or has missing numbers, throws BadFile. Takes the memory of the grids and at most a sixteenth more.
std::vector<golden::Grid> read_netcdf(const Place& place, const Wanted& wanted);

/// netCDF-4, with the dimensions z, y, x and, of vectors, component_<n>; time steps along the unlimited dimension
/// `step`.
std::unique_ptr<Store> create_netcdf(const std::string& file);

}  // namespace rtlgen::data
