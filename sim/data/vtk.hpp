// VTK's XML files of images (.vti), and time series of them (.pvd).
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

class Store;
struct Place;
struct Wanted;

/// An array of points or cells by its name: text, base64 or raw, as it is or packed by zlib, of either byte order.
std::vector<golden::Grid> read_vti(const Place& place, const Wanted& wanted);
/// The same of the entry "[k]" of a time series, in its order; without one, of the only one.
std::vector<golden::Grid> read_pvd(const Place& place, const Wanted& wanted);

/// Arrays of points, raw, of the types that .npy files have, but float32 for narrower floats.
std::unique_ptr<Store> create_vti(const std::string& file);
/// A file of VTK for each time step, with its number in the name, and the one that lists them.
std::unique_ptr<Store> create_pvd(const std::string& file);

}  // namespace rtlgen::data
