// Whether values and types go together: operands of an operation, constants in a type.
#include <fmt/format.h>

#include "frontend/types.hpp"
#include "frontend/typing.hpp"
#include "frontend/words.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

using spec::Type;

bool accepts(spec::Op op, const Type& type, const AstNode& node, Diagnostics& diagnostics) {
  const Operands operands = operation_of(op).operands;
  if (takes(operands, type) || (operation_of(op).is_fused() && type.is_integer())) return true;
  const std::string_view wanted = words_for(operands);
  std::string note =
      fmt::format("cast the operand, e.g. {}(...)", operands == Operands::kIntegers ? "int32" : "float32");
  if (operands == Operands::kFractions)
    note = fmt::format("values of {} are whole numbers: leave out '{}'", type.name(), node.name);
  if (operation_of(op).is_fused() && !type.is_float())
    note = fmt::format("sums of {} have no rounding to save: write a + b, or add(k in ...)", type.name());
  diagnostics.error("RG0308", node.where, fmt::format("'{}' needs {}, not {}", node.name, wanted, type.name()),
                    {std::move(note)});
  return false;
}

std::optional<std::uint64_t> fit_or_report(const Exact& value, const Type& type, const SourceLocation& where,
                                           Diagnostics& diagnostics) {
  const Fitted fitted = fit(value, type);
  const std::string shown = to_text(value);
  switch (fitted.fault) {
    case FitFault::kNone:
      return fitted.bits;
    case FitFault::kFraction:
      diagnostics.error("RG0309", where, fmt::format("the fraction {} meets the integer type {}", shown, type.name()),
                        {"use a floating-point type, or cast the integers beside it to one",
                         fmt::format("{}({}) would drop the fraction", type.name(), shown)});
      return std::nullopt;
    case FitFault::kRange: {
      const Exact low = decode(type.is_signed() ? std::uint64_t{1} << (type.width - 1) : 0, type);
      const Exact high = decode(type.is_signed() ? type.mask() >> 1 : type.mask(), type);
      diagnostics.error("RG0309", where, fmt::format("{} does not fit {}", shown, type.name()),
                        {fmt::format("{} goes from {} to {}", type.name(), to_text(low), to_text(high))});
      return std::nullopt;
    }
    case FitFault::kOverflow:
      break;
  }
  diagnostics.error("RG0310", where, fmt::format("{} is infinite in {}", shown, type.name()),
                    {"use a type with more exponent bits"});
  return std::nullopt;
}

std::optional<Exact> evaluate_constant(const Ast& ast, const Scope& scope, Diagnostics& diagnostics) {
  RTLGEN_CHECK(scope.constants_only, "a constant is evaluated among constants");
  const std::vector<Typed> types = infer(ast, scope, diagnostics);
  if (!types.back().exact()) return std::nullopt;
  return types.back().value;
}

}  // namespace rtlgen::frontend
