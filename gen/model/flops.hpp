// Counts the floating-point operators of a cell update.
#pragma once

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::model {

/// In the source: + - * / % sqrt min max and the functions count 1, fma 2, each as often as the text has it, for all
/// lines of a step and every float type. Not counted: signs (- abs), comparisons, ?:, casts, integers, and constant
/// expressions. This is the definition behind the Gflop/s of papers.
double flops_written(const spec::Program& stencil);

/// In hardware: the operators of the Kernels, counted by the same rules, per cell. Operators that sharing or folding
/// removed, and those that depend only on the step, do not count.
double flops_built(const plan::Plan& plan);

}  // namespace rtlgen::model
