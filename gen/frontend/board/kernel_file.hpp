// Reads a YAML file into a checked kernel of work items, for `rtlgen advise --kernel`. docs/advice.md describes the
// keys.
//
// Reports all faults of a file with their locations. Values have the form that model/wang2016.hpp needs: trips are
// divided by the unrolling, work items by the SIMD width.
#pragma once

#include <string>

#include "spec/opencl.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

/// Reports RG0101 for a path that does not exist, and the faults of the text.
Result<spec::opencl::Program> load_kernel(const std::string& path, Diagnostics& diagnostics);

/// The same for a text in memory; `filename` names it in diagnostics.
Result<spec::opencl::Program> load_kernel_text(const std::string& text, const std::string& filename,
                                               Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
