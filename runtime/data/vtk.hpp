// VTK's XML files for images (.vti), and time series of them (.pvd).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/expected.hpp"

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

/// Reads an array of points or cells by its name: text, base64 or raw, unpacked or packed by zlib, in either byte
/// order.
Expected<std::vector<golden::Grid>> read_vti(const Place& place, const Wanted& wanted);
/// Reads the same from entry "[k]" of a time series, in order; without one, from the only entry.
Expected<std::vector<golden::Grid>> read_pvd(const Place& place, const Wanted& wanted);

/// Writes arrays of points, raw, with the same types as .npy files, but float32 for narrower floats.
std::unique_ptr<Store> create_vti(const std::string& file);
/// Writes one VTK file per time step, with the step in its name, and the file that lists them.
std::unique_ptr<Store> create_pvd(const std::string& file);

}  // namespace rtlgen::data
