// Types and attributes of the stencil dialect in their several spellings.
#pragma once

#include "import/mlir/cursor.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// The type that is next.
Type read_type(Cursor& cursor);

/// The note of a bound or size of more digits.
inline constexpr const char* kMostDigitsNote = "bounds and sizes have at most nine digits";

/// Refuses a type that could not be read because a bound or size is too large.
void refuse_long_numbers(const Type& type, const Reporter& reporter);

/// Refuses a field or temp whose elements are unknown, or whose type could not be read.
[[noreturn]] void refuse_elements(const Type& type, const Reporter& reporter);

/// f32, i64, index, i1 as C's types; width 0: none that rtlgen has.
CType number_type(const std::string& word);

/// `{a = 1 : i64, b = [1, 2]}` or the same in `<{ }>`, the first bracket of which is next.
void read_attributes(Cursor& cursor, std::map<std::string, Attribute>& attributes);

/// The whole numbers of an attribute's text, widths of types left out.
std::vector<std::int64_t> numbers_of(const std::string& text);

}  // namespace rtlgen::importer::mlir
