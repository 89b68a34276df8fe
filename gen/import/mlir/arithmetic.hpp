// Converts operations on numbers (arith, math) to values of the C importer, which prints them with their types.
#pragma once

#include <vector>

#include "import/c/value.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// The value of an operation of arith or math; null for other operations. Throws Abandoned for operations that rtlgen
/// lacks.
c::ValuePtr computed(const Operation& op, const std::vector<c::ValuePtr>& args, const Reporter& reporter);

/// Whether the value contains its arguments more than once.
bool repeats_arguments(const Operation& op);

/// The number that a text such as `1.0e-3`, `0x3F800000`, `-4` or `true` denotes in a type.
c::ValuePtr constant_of(const std::string& text, const CType& type, Span span, const Reporter& reporter);

/// The number type of a type with one; otherwise refuses it at `span`.
CType number_of(const Type& type, Span span, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
