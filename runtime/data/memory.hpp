// Cells in the memory of a program that uses rtlgen as a library, in NumPy's layout, with the same conversions as .npy
// files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

/// An array of numbers, the last axis contiguous, in this machine's byte order. `type` is a type of NumPy, with a width
/// of 8, 16, 32 or 64.
struct Cells {
  spec::Type type;
  std::vector<std::int64_t> shape;  ///< slowest axis first
  const std::uint8_t* bytes = nullptr;
};

/// The type with NumPy's name `f4`, without a byte order; none for unsupported numbers.
std::optional<spec::Type> cell_type(std::string_view dtype);
/// NumPy's name of such a type.
std::string dtype_of(const spec::Type& type);
/// "supported are ...".
std::string supported_dtypes();

/// The type of NumPy for cells of `type`: lossless, except for fixed point of more than 53 bits.
spec::Type numpy_type(const spec::Type& type);

/// The same without float16, which some formats lack.
spec::Type wide_type(const spec::Type& type);

/// A cell of `type` converted to the type `to`, which is the result of numpy_type() or wide_type().
std::uint64_t numpy_bits(const spec::Type& type, std::uint64_t bits, const spec::Type& to);

/// Whether a grid of `type` has exactly the bytes of these cells.
bool is_same_memory(const spec::Type& type, const Cells& cells);

/// One grid for each of the `components` of a field, which are innermost in `cells`. `name` is used in diagnostics.
/// Numbers are converted as in read(); reports RG0601 if shape or values do not fit.
Result<std::vector<golden::Grid>> from_cells(const Cells& cells, const std::string& name, const spec::Type& type,
                                             const spec::Extents& extents, int axes, int components,
                                             Diagnostics& diagnostics);
/// Whether the shape is the field's; reports RG0601 if not.
bool check_cells_shape(const Cells& cells, const std::string& name, const spec::Extents& extents, int axes,
                       int components, Diagnostics& diagnostics);

/// The cells of a field, its components innermost, in numpy_type() or in the type `to`, which is the result of
/// numpy_type() or wide_type().
std::vector<std::uint8_t> to_cells_of(const std::vector<const golden::Grid*>& components, const spec::Type& to);
std::vector<std::uint8_t> to_cells(const std::vector<const golden::Grid*>& components);

/// The colours in which .png files show floats, red, green and blue of 8 bits each: `levels` (2 at least) from the
/// smallest value to the largest, then NaN, then infinities.
std::vector<std::uint8_t> heat_colours(int levels);

}  // namespace rtlgen::data
