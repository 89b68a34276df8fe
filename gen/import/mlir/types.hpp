// Types and attributes of the stencil dialect in their various spellings.
#pragma once

#include "import/mlir/cursor.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// Reads the next type.
Type read_type(Cursor& cursor);

/// The note for a bound or size with more digits.
inline constexpr const char* kMostDigitsNote = "bounds and sizes have at most nine digits";

/// Refuses a type that could not be read because a bound or size is too large.
void refuse_long_numbers(const Type& type, const Reporter& reporter);

/// Refuses a field or temp whose elements are unknown, or whose type could not be read.
[[noreturn]] void refuse_elements(const Type& type, const Reporter& reporter);

/// f32, i64, index, i1 as types of C; width 0: a type that rtlgen lacks.
CType number_type(const std::string& word);

/// Reads `{a = 1 : i64, b = [1, 2]}` or the same in `<{ }>`; its first bracket is next.
void read_attributes(Cursor& cursor, std::map<std::string, Attribute>& attributes);

/// The integers in an attribute's text, without the widths of types.
std::vector<std::int64_t> numbers_of(const std::string& text);

}  // namespace rtlgen::importer::mlir
