// Reads and writes grids as files; makes the patterns that stencil files name.
//
// The extension of a name is the format (format_table.cpp). What each holds and how values are converted is in
// docs/data_files.md. A file of several arrays has places, which are named behind it: "run.h5:/fields/t".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "support/result.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct DataSource;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::data {

/// What is wrong with a name, and what would be right.
struct NameFault {
  std::string message, note;
};

/// Nothing, if the format of a name is known, was built in, and can be read or, if not `for_input`, written.
std::optional<NameFault> name_fault(const std::string& path, bool for_input);
/// The ends of names that can be read or written: ".npy, .raw or .bin, ...".
std::string readable_ends();
std::string writable_ends();
/// The table of formats in docs/data_files.md.
std::string formats_markdown();

/// The file that `path`, perhaps with a place within, is of.
std::string file_of(const std::string& path);
/// `path`, with the place `name` where its format has places and it names none.
std::string with_place(const std::string& path, const std::string& name);

/// Reads a grid of exactly `extents` (`axes` of them count) into cells of `type`. Numbers are
/// rounded once, to nearest even, for floats and fixed point; a value that the type cannot hold is an error.
/// Missing or unreadable files throw EnvironmentError, wrong contents (RG0601) and names (RG0602) are diagnostics.
Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes,
                          Diagnostics& diagnostics);

/// The same of a vector: a grid for each of its `components`, which are innermost in the file. Pictures in colour fill
/// three, with transparency four; another number of channels is RG0601.
Result<std::vector<golden::Grid>> read_vector(const std::string& path, const spec::Type& type,
                                              const spec::Extents& extents, int axes, int components,
                                              Diagnostics& diagnostics);

/// What keeps cells of so many components from being written to `path`, or "": pictures have channels.
std::string refusal(const std::string& path, int components);

/// A field to be written: a grid for each component, equal in type and extents.
struct Output {
  std::string path;
  std::vector<const golden::Grid*> components;
  int axes = 1;
};

/// Writes fields, those of one file together, which holds nothing else then. Throws EnvironmentError; names must have
/// no fault.
void write_all(const std::vector<Output>& outputs);

/// Writes `grid`, format by extension. What .npy, HDF5, .raw and text files hold reads back to the same
/// bits (NaNs as the one quiet NaN, but for .raw; .npy of fixed point of more than 53 bits keeps the
/// highest 53 of a number). Pictures hold unsigned cells as they are where
/// the format can; other cells are scaled from the smallest value (dark) to the largest (light),
/// .png of floats and fixed point in colour, and a volume is its middle plane. Written beside and renamed: never
/// half a file. Throws EnvironmentError.
void write(const std::string& path, const golden::Grid& grid, int axes);

/// The same of a vector: a grid for each component, equal in type and extents. Pictures hold `uint8` and `uint16` as
/// they are; others are scaled together, and what is not finite is white.
void write_vector(const std::string& path, const std::vector<const golden::Grid*>& components, int axes);

/// The cells that `source` describes.
Result<golden::Grid> make(const spec::DataSource& source, const spec::Type& type, const spec::Extents& extents,
                          int axes, Diagnostics& diagnostics);

}  // namespace rtlgen::data
