// Operations on numbers (arith, math) as values of the importer of C, which writes them with their types.
#pragma once

#include <vector>

#include "import/c/value.hpp"
#include "import/mlir/tree.hpp"

namespace rtlgen::importer::mlir {

/// The value of an operation of arith or math; null: it is none of them. Throws Abandoned for what rtlgen lacks.
c::ValuePtr computed(const Operation& op, const std::vector<c::ValuePtr>& args, const Reporter& reporter);

/// Whether the value mentions its arguments more than once.
bool repeats_arguments(const Operation& op);

/// The number that a text such as `1.0e-3`, `0x3F800000`, `-4` or `true` is in a type.
c::ValuePtr constant_of(const std::string& text, const CType& type, Span span, const Reporter& reporter);

/// The one number type of a type, or a refusal where it stands.
CType number_of(const Type& type, Span span, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
