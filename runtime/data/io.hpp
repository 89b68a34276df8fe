// Reads and writes grids as files, and generates the patterns that stencil files name.
//
// The extension of a name determines the format (format_table.cpp). docs/data_files.md describes the contents and
// conversions. A file with several arrays has places, which are appended to its name: "run.h5:/fields/t".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct DataSource;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::data {

/// Why a name is refused (RG0602), without a location: its format is unknown, was not built in, or cannot be read or,
/// if not `for_input`, written.
std::optional<Error> name_fault(const std::string& path, bool for_input);
/// The extensions that can be read or written: ".npy, .raw or .bin, ...".
std::string readable_ends();
std::string writable_ends();
/// The table of formats in docs/data_files.md.
std::string formats_markdown();

/// The file in `path`, which may include a place.
std::string file_of(const std::string& path);
/// `path`, with the place `name` if its format has places and it names none.
std::string with_place(const std::string& path, const std::string& name);

/// Reads a grid of exactly `extents` (the first `axes` of them) into cells of `type`. For floats and fixed point,
/// numbers are rounded once, to nearest even; a value that the type cannot represent is an error. Missing or unreadable
/// files throw EnvironmentError; wrong contents (RG0601) and names (RG0602) are diagnostics.
Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes,
                          Diagnostics& diagnostics);

/// The same for a vector: one grid for each of its `components`, which are innermost in the file. Colour pictures have
/// three components, with transparency four; a different number of channels is RG0601.
Result<std::vector<golden::Grid>> read_vector(const std::string& path, const spec::Type& type,
                                              const spec::Extents& extents, int axes, int components,
                                              Diagnostics& diagnostics);

/// The reason why cells with `components` components cannot be written to `path`, or "": pictures have channels.
std::string refusal(const std::string& path, int components);

/// A field to write: one grid per component, all with equal type and extents.
struct Output {
  std::string path;
  std::vector<const golden::Grid*> components;
  int axes = 1;
};

/// Writes fields; those for one file together, which then contains nothing else. Throws EnvironmentError; the names
/// must be free of faults.
void write_all(const std::vector<Output>& outputs);

/// Writes `grid` in the format of the extension. Reading .npy, HDF5, .raw and text files back gives the same bits
/// (except that NaNs become the one quiet NaN, other than in .raw, and that .npy keeps only the highest 53 bits of
/// longer fixed-point numbers). Pictures contain unsigned cells unchanged if the format can represent them. Other cells
/// are scaled from the smallest value (dark) to the largest (light), in colour for floats and fixed point in .png; a
/// volume is shown by its middle plane. The file is written next to its place and renamed, so it is never incomplete.
/// Throws EnvironmentError.
void write(const std::string& path, const golden::Grid& grid, int axes);

/// The same for a vector: one grid per component, all with equal type and extents. Pictures contain `uint8` and
/// `uint16` unchanged; other components are scaled together, and values that are not finite are white.
void write_vector(const std::string& path, const std::vector<const golden::Grid*>& components, int axes);

/// The cells described by `source`.
Result<golden::Grid> make(const spec::DataSource& source, const spec::Type& type, const spec::Extents& extents,
                          int axes, Diagnostics& diagnostics);

}  // namespace rtlgen::data
