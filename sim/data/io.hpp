// Reads and writes grids as files; makes the patterns that stencil files name.
//
// By extension: .npy (numpy, shape z,y,x), .raw .bin (cells in order, little endian), .png .pgm
// (pictures of 2-D grids), anything else one number a line, row by row (the Rodinia maps).
#pragma once

#include <string>

#include "golden/grid.hpp"
#include "support/result.hpp"

namespace rtlgen::data {

/// Reads a grid of exactly `extents` (`axes` of them count) into cells of `type`. Numbers are rounded to
/// nearest even for floats; a value that does not fit an integer type is an error. Missing or
/// unreadable files throw EnvironmentError, wrong contents are diagnostics.
Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes, Diagnostics& diagnostics);

/// Writes `grid`, format by extension; a picture (.png, .pgm) maps the smallest value to the dark end
/// and the largest to the light one (.png of floats in colour). Written beside and renamed: never half a file.
void write(const std::string& path, const golden::Grid& grid, int axes);

/// The cells that `source` describes.
Result<golden::Grid> make(const spec::DataSource& source, const spec::Type& type, const spec::Extents& extents, int axes, Diagnostics& diagnostics);

/// The number that the bits of one cell stand for, as near as a double comes.
double to_double(const spec::Type& type, std::uint64_t bits);
/// A double rounded to `type` (floats: nearest even; integers: must be whole and in range, else false).
bool from_double(const spec::Type& type, double value, std::uint64_t& bits);

}  // namespace rtlgen::data
