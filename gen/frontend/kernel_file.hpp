// From a YAML file to a checked kernel of work items, for `rtlgen advise --kernel`. Keys: docs/advice.md.
//
// All faults of a file are reported, each with its place. Values come out as model/wang2016.hpp takes them: trips are
// divided by the unrolling, work items by the SIMD width.
#pragma once

#include <string>

#include "spec/opencl.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

/// Faults: RG0101 for a path that leads nowhere, else those of the text.
Result<spec::opencl::Program> load_kernel(const std::string& path, Diagnostics& diagnostics);

/// The same for a text already in memory; `filename` names it in diagnostics.
Result<spec::opencl::Program> load_kernel_text(const std::string& text, const std::string& filename,
                                               Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
