// Chooses the form of floats inside the core and rewrites the program for it (docs/adr/0024-forms.md).
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

/// The aligned values: arrays, parameters, and nodes. A node is aligned if the operands and result of its operator are,
/// or, for a comparison, its operands.
struct Forms {
  IndexVector<spec::ArrayId, bool> arrays;
  IndexVector<spec::ParamId, bool> params;
  IndexVector<spec::NodeId, bool> nodes;
  std::int64_t saved_luts = 0;  ///< in the whole core, compared with IEEE everywhere; from plan/forms/form_costs.inc

  [[nodiscard]] bool any() const;
};

/// Whether the operands and the result of `node` can be aligned: it has an aligned operator, or is logic that works on
/// any bits.
bool has_aligned_form(const spec::Program& program, const spec::Node& node);

/// Whether operand `operand` of `node` is a float in the form of the operator.
bool is_formed_operand(const spec::Node& node, std::size_t operand);

/// Chooses the forms according to `hardware.arithmetic`.
Forms choose_forms(const spec::Stencil& stencil, const Target& target);

/// `stencil` in these forms: aligned types, bits of constants and boundaries in the chosen form, and a cast for every
/// reader that needs the other form.
spec::Stencil with_forms(const spec::Stencil& stencil, const Forms& forms);

/// A program in its chosen forms.
struct Formed {
  std::shared_ptr<const spec::Stencil> program;  ///< null: nothing is aligned
  std::int64_t saved_luts = 0;                   ///< as in Forms
};
Formed formed_program(const spec::Stencil& stencil, const Target& target);

/// Counts over all Kernels of a cell: operators, how many of them are aligned, and conversions, which do not count as
/// operators.
struct FormCounts {
  int operators = 0, aligned = 0, conversions = 0;
};
FormCounts count_forms(const Plan& plan);

/// Cycles that the entrance and the exit of a core take to convert the words of aligned arrays.
struct Ends {
  int entrance = 0, exit = 0;
};
Ends ends_of(const spec::Stencil& stencil, const spec::Stencil& inside, const Target& target, ops::Memo& operators);

}  // namespace rtlgen::plan
