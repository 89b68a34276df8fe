// Queries python3 in PATH.
#include "driver/doctor/python.hpp"

#include "driver/doctor/doctor.hpp"
#include "support/process.hpp"

namespace rtlgen::driver {

PythonState python_state() {
  PythonState state;
  const auto interpreter = find_program("python3");
  if (!interpreter) {
    state.fault = "no python3 in PATH";
    return state;
  }
  state.interpreter = *interpreter;
  ProcessOptions options;
  options.timeout_seconds = 60;
  const ProcessResult result =
      run_process({*interpreter, "-c",
                   "try:\n  import rtlgen\n  print('ok', rtlgen.__version__)\n"
                   "except Exception as fault:\n  print(type(fault).__name__ + ': ' + str(fault))"},
                  options);
  const std::string line = result.output.substr(0, result.output.find('\n'));
  if (line.starts_with("ok "))
    state.version = line.substr(3);
  else
    state.fault = line.empty() ? "python3 does not run" : line;
  return state;
}

}  // namespace rtlgen::driver
