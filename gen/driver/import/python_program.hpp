// Programs of GT4Py, which the Python package reads (docs/import_gt4py.md).
#pragma once

#include <string>

#include "driver/import/import_program.hpp"
#include "driver/import/outcome.hpp"

namespace rtlgen::driver {

/// Whether the program is one of GT4Py: by its format, or by the file extension.
[[nodiscard]] bool is_python(const ImportOptions& options);

/// The YAML of a program with this text, from the Python package. Throws EnvironmentError without the package.
[[nodiscard]] ImportOutcome import_python(const std::string& text, const ImportOptions& options);

}  // namespace rtlgen::driver
