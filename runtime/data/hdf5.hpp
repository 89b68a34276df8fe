// Reads and writes HDF5 files; available only with the library.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/expected.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

class Store;
struct Part;
struct Place;
struct Wanted;

/// Must precede any call of the library, also from NetCDF. It turns off error messages, and the closing of open objects
/// at exit, where the library would crash on a file that could not be written.
void begin_hdf5();

/// An error if an HDF5 file refers to other files by links or storage, which readers other than read_hdf5() follow.
std::optional<Error> check_is_whole(const std::string& path);

/// An error if chunks of a variable in a netCDF-4 file are far larger than the part to read, or unpack to more than a
/// chunk. None for files in other formats.
std::optional<Error> check_variable_chunks(const std::string& path, const std::string& variable, const Part& part);

/// Reads the dataset at a path, or an entry along its first axis: "/t[3]", "/t[-1]". The library handles chunks,
/// filters and byte orders. Needs the memory of the grids and at most a sixteenth more.
Expected<std::vector<golden::Grid>> read_hdf5(const Place& place, const Wanted& wanted);

/// Creates datasets with the same types as .npy files. Time steps are along a first axis, with their numbers in the
/// dataset `step`.
std::unique_ptr<Store> create_hdf5(const std::string& file);

}  // namespace rtlgen::data
