// The Python package, as python3 in PATH imports it.
#pragma once

namespace rtlgen::driver {

struct PythonState;

PythonState python_state();

}  // namespace rtlgen::driver
