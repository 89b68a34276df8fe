// Reading and writing of HDF5 files; there only where the library is.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

class Store;
struct Part;
struct Place;
struct Wanted;

/// Comes before any call of the library, also those that NetCDF makes: it then prints no errors, and leaves at exit
/// what is open, for there it would crash over a file that could not be written.
void begin_hdf5();

/// Throws BadFile if an HDF5 file leads into others by links or storage, which readers other than read_hdf5()
/// follow.
void check_is_whole(const std::string& path);

/// Throws BadFile if chunks of a variable of a netCDF-4 file are far larger than what is read, or unpack to more
/// than a chunk. Nothing of files in other formats.
void check_variable_chunks(const std::string& path, const std::string& variable, const Part& part);

/// The dataset at a path, or an entry along its first axis: "/t[3]", "/t[-1]". Chunks, filters and byte orders are the
/// library's matter. Takes the memory of the grids and at most a sixteenth more.
std::vector<golden::Grid> read_hdf5(const Place& place, const Wanted& wanted);

/// Datasets of the types that .npy files have; time steps along a first axis, and their numbers in the dataset `step`.
std::unique_ptr<Store> create_hdf5(const std::string& file);

}  // namespace rtlgen::data
