// In which form floats are inside the core: the choice, and the program with it (docs/adr/0024-forms.md).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {
struct DelayModel;
}
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

/// What is aligned: arrays and parameters; of operators operands and result, of comparisons the operands.
struct Forms {
  IndexVector<spec::ArrayId, bool> arrays;
  IndexVector<spec::ParamId, bool> params;
  IndexVector<spec::NodeId, bool> nodes;
  std::int64_t saved_luts = 0;  ///< beside IEEE bits everywhere, of the whole core, by plan/form_costs.inc

  [[nodiscard]] bool any() const;
};

/// Whether `node` has an aligned operator, or is logic of any bits: its operands and its result can be aligned.
bool has_aligned_form(const spec::Program& program, const spec::Node& node);

/// Which of the operands of `node` are floats in the form of the operator.
bool is_formed_operand(const spec::Node& node, std::size_t operand);

/// By `hardware.arithmetic`.
Forms choose_forms(const spec::Stencil& stencil, const hw::DelayModel& device, int period_ps);

/// `stencil` in these forms: aligned types, bits of constants and boundaries, and a cast wherever a reader wants
/// another form than a value has.
spec::Stencil with_forms(const spec::Stencil& stencil, const Forms& forms);

/// A program in its forms.
struct Formed {
  std::shared_ptr<const spec::Stencil> program;  ///< none: nothing is aligned
  std::int64_t saved_luts = 0;                   ///< as Forms has it
};
Formed formed_program(const spec::Stencil& stencil);

/// Of all Kernels of a cell: operators, how many of them are aligned, and conversions, which are not counted among
/// them.
struct FormCounts {
  int operators = 0, aligned = 0, conversions = 0;
};
FormCounts count_forms(const Plan& plan);

/// Cycles in which the ends of the core convert the words of aligned arrays: fills the plan's latencies.
void time_ends(Plan& plan, ops::Memo& operators);

}  // namespace rtlgen::plan
