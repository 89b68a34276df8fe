// Converts arrays with NumPy's types to grids and back.
#include "data/memory.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::data {

namespace {

/// The bits of a fixed-point number that a double can represent: the highest 53 of its magnitude.
std::uint64_t double_part(const spec::Type& t, std::uint64_t bits) {
  const bool negative = t.is_signed() && (bits >> (t.width - 1) & 1) != 0;
  std::uint64_t magnitude = negative ? (~bits + 1) & t.mask() : bits;
  const int excess = static_cast<int>(std::bit_width(magnitude)) - 53;
  if (excess > 0) magnitude &= ~std::uint64_t{0} << excess;
  return negative ? (~magnitude + 1) & t.mask() : magnitude;
}

}  // namespace

std::optional<spec::Type> cell_type(std::string_view dtype) {
  if (dtype == "b1") return spec::Type::uint_of(8);
  if (dtype == "f2") return spec::Type::float_of(5, 10);
  if (dtype == "f4") return spec::Type::float_of(8, 23);
  if (dtype == "f8") return spec::Type::float_of(11, 52);
  for (const int bytes : {1, 2, 4, 8}) {
    if (dtype == fmt::format("i{}", bytes)) return spec::Type::int_of(8 * bytes);
    if (dtype == fmt::format("u{}", bytes)) return spec::Type::uint_of(8 * bytes);
  }
  return std::nullopt;
}

std::string dtype_of(const spec::Type& type) {
  return fmt::format("{}{}", type.is_float() ? 'f' : type.is_signed() ? 'i' : 'u', type.width / 8);
}

std::string supported_dtypes() { return "supported are b1, i1 i2 i4 i8, u1 u2 u4 u8, f2 f4 f8"; }

spec::Type numpy_type(const spec::Type& t) {
  if (t.is_float()) {
    if (t.exponent <= 5 && t.fraction <= 10) return spec::Type::float_of(5, 10);
    return t.exponent <= 8 && t.fraction <= 23 ? spec::Type::float_of(8, 23) : spec::Type::float_of(11, 52);
  }
  if (t.is_fixed()) return spec::Type::float_of(11, 52);
  const int width = 8 * golden::cell_bytes(t);
  return t.is_signed() ? spec::Type::int_of(width) : spec::Type::uint_of(width);
}

spec::Type wide_type(const spec::Type& t) {
  const spec::Type type = numpy_type(t);
  return type.is_float() && type.width == 16 ? spec::Type::float_of(8, 23) : type;
}

std::uint64_t numpy_bits(const spec::Type& type, std::uint64_t bits, const spec::Type& to) {
  const auto cell = convert(type, type.is_fixed() ? double_part(type, bits) : bits, to);
  RTLGEN_CHECK(cell.has_value(), "numpy's type holds every cell");
  return *cell;
}

bool is_same_memory(const spec::Type& type, const Cells& cells) {
  return cells.type == type && 8 * golden::cell_bytes(type) == type.width;
}

bool check_cells_shape(const Cells& cells, const std::string& name, const spec::Extents& extents, int axes,
                       int components, Diagnostics& diagnostics) {
  const Wanted wanted{cells.type, extents, axes, components};
  const auto error = wanted.check_shape(cells.shape, "array");
  if (error) diagnostics.report(*error, {name});
  return !error;
}

Result<std::vector<golden::Grid>> from_cells(const Cells& cells, const std::string& name, const spec::Type& type,
                                             const spec::Extents& extents, int axes, int components,
                                             Diagnostics& diagnostics) {
  if (!check_cells_shape(cells, name, extents, axes, components, diagnostics)) return Failure{};
  const Wanted wanted{type, extents, axes, components};
  const auto size = at(cells.type.width / 8);
  golden::Grid all(type, wanted.numbers());
  for (std::int64_t i = 0; i < all.cells(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, cells.bytes + at(i) * size, size);
    if (const auto error = wanted.store(all, i, cells.type, bits)) return diagnostics.report(*error, {name});
  }
  return components == 1 ? std::vector{std::move(all)} : apart(all, type, extents, components);
}

std::vector<std::uint8_t> to_cells(const std::vector<const golden::Grid*>& components) {
  return to_cells_of(components, numpy_type(components.front()->type));
}

std::vector<std::uint8_t> to_cells_of(const std::vector<const golden::Grid*>& components, const spec::Type& type) {
  const golden::Grid& first = *components.front();
  if (components.size() == 1 && is_same_memory(first.type, {type, {}})) return first.bytes;
  const auto size = at(type.width / 8);
  std::vector<std::uint8_t> out(at(first.cells()) * components.size() * size);
  std::uint8_t* next = out.data();
  for (std::int64_t i = 0; i < first.cells(); ++i) {
    for (const golden::Grid* grid : components) {
      const std::uint64_t bits = numpy_bits(grid->type, grid->get(i), type);
      std::memcpy(next, &bits, size);
      next += size;
    }
  }
  return out;
}

}  // namespace rtlgen::data
