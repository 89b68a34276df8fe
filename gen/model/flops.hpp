// Floating-point operators of a cell update.
#pragma once

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::model {

/// As written: + - * / % sqrt min max and the functions count 1, fma 2, each as often as the text has it, for all lines
/// of a step and every float type. Not counted: signs (- abs), comparisons, ?:, casts, integers, and what constants
/// make alone. This is what Gflop/s of papers are.
double flops_written(const spec::Program& stencil);

/// As built: the operators of the Kernels' hardware, counted alike: what is shared or folded away is not there. Per
/// cell; operators that follow the step alone are none.
double flops_built(const plan::Plan& plan);

}  // namespace rtlgen::model
