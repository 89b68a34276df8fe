// Whether values and types are compatible: operands of an operation, constants in a type.
#include <fmt/format.h>

#include "frontend/expr/types.hpp"
#include "frontend/expr/typing.hpp"
#include "frontend/schema/words.hpp"
#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

using spec::Type;

bool accepts(spec::Op op, const Type& type, const AstNode& node, Diagnostics& diagnostics) {
  const Operands operands = operation_of(op).operands;
  if (takes(operands, type)) return true;
  const std::string_view wanted = words_for(operands);
  std::string note =
      fmt::format("cast the operand, e.g. {}(...)", operands == Operands::kIntegers ? "int32" : "float32");
  if (operands == Operands::kFractions)
    note = fmt::format("values of {} are whole numbers: leave out '{}'", type.name(), node.name);
  if (operation_of(op).is_fused() && !type.is_float())
    note = fmt::format("sums of {} have no rounding to save: write a + b, or add(k in ...)", type.name());
  diagnostics.error(Code::kUnsupportedOperand, node.where,
                    fmt::format("'{}' needs {}, not {}", node.name, wanted, type.name()), {std::move(note)});
  return false;
}

std::optional<Exact> evaluate_constant(const Ast& ast, const Scope& scope, Diagnostics& diagnostics) {
  RTLGEN_CHECK(scope.constants_only, "a constant is evaluated among constants");
  const std::vector<Typed> types = infer(ast, scope, diagnostics);
  if (!types.back().exact()) return std::nullopt;
  return types.back().value;
}

}  // namespace rtlgen::frontend
