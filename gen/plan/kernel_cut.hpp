// How the pipelines of Kernels are cut.
#pragma once

#include "hw/cut.hpp"

namespace rtlgen::plan {

/// How a Kernel's operators are cut into ranks. A rank more costs one cycle per run, a LUT is there for good.
inline constexpr hw::Cut kKernelCut = hw::Cut::kFewLuts;

}  // namespace rtlgen::plan
