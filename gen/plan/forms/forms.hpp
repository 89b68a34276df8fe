// The form of floats inside the core: chooses it, and rewrites the program for it (docs/adr/0024-forms.md).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::ops {
class Memo;
}
namespace rtlgen::spec {
struct Node;
struct Program;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

struct Plan;
struct Target;

/// What is aligned: arrays, parameters, the operands and result of an operator, the operands of a comparison.
struct Forms {
  IndexVector<spec::ArrayId, bool> arrays;
  IndexVector<spec::ParamId, bool> params;
  IndexVector<spec::NodeId, bool> nodes;
  std::int64_t saved_luts = 0;  ///< in the whole core, against IEEE bits everywhere, by plan/forms/form_costs.inc

  [[nodiscard]] bool any() const;
};

/// Whether `node` has an aligned operator, or is logic for any bits: its operands and its result can be aligned.
bool has_aligned_form(const spec::Program& program, const spec::Node& node);

/// Whether operand `operand` of `node` is a float in the form of the operator.
bool is_formed_operand(const spec::Node& node, std::size_t operand);

/// Chooses the forms according to `hardware.arithmetic`.
Forms choose_forms(const spec::Stencil& stencil, const Target& target);

/// `stencil` in these forms: aligned types, bits of constants and boundaries in the chosen form, and a cast wherever a
/// reader needs another form than the value has.
spec::Stencil with_forms(const spec::Stencil& stencil, const Forms& forms);

/// A program in its chosen forms.
struct Formed {
  std::shared_ptr<const spec::Stencil> program;  ///< none: nothing is aligned
  std::int64_t saved_luts = 0;                   ///< as in Forms
};
Formed formed_program(const spec::Stencil& stencil, const Target& target);

/// Counts over all Kernels of a cell: operators, how many of them are aligned, and conversions, which do not count as
/// operators.
struct FormCounts {
  int operators = 0, aligned = 0, conversions = 0;
};
FormCounts count_forms(const Plan& plan);

/// Cycles in which the ends of a core convert the words of aligned arrays.
struct Ends {
  int entrance = 0, exit = 0;
};
Ends ends_of(const spec::Stencil& stencil, const spec::Stencil& inside, const Target& target, ops::Memo& operators);

}  // namespace rtlgen::plan
