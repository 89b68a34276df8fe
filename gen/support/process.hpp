// Runs an external program: arguments as a list (no shell), output captured, time limited.
//
// The simulation runner and the tests use it to start Verilator, GHDL, Icarus and Yosys. A program that fails or runs
// out of time is a result, not an exception; an EnvironmentError means that the operating system could not start a
// process at all.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtlgen {

struct ProcessOptions {
  std::string working_directory;                                 ///< "": the caller's
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to the caller's
  std::string standard_input;                                    ///< sent to the program, followed by end of file
  int timeout_seconds = 0;    ///< 0: none; then the whole process group of the program is killed
  bool merge_stderr = false;  ///< standard error goes into `output`, in order
  bool pass_through = false;  ///< output goes to the caller's output and is not captured
  bool has_children = false;  ///< if a signal ends this program: it gets more time to end its children
  std::function<void(std::string_view)>
      on_line;  ///< called with each whole line of standard output as it arrives; the output is captured as well
};

struct ProcessResult {
  int exit_code = -1;  ///< 127: program not found; 128 + n: ended by signal n
  bool timed_out = false;
  std::string output;  ///< standard output (and error, if merged)
  std::string errors;  ///< standard error

  [[nodiscard]] bool ok() const { return exit_code == 0 && !timed_out; }
};

/// Runs `arguments[0]` with the rest as its arguments and waits for its end. The program is looked up in PATH, or
/// relative to the working directory if its name has a slash. A signal that ends this program
/// (support/interruption.hpp) also ends the started one, with all its children.
ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// Absolute path of an executable in PATH, or nullopt.
std::optional<std::string> find_program(const std::string& name);

/// The command line as a user would type it, for messages.
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace rtlgen
