// Runs an external program: arguments as a list (no shell), output captured, time limited.
//
// The simulation runner and the tests start Verilator, GHDL, Icarus and Yosys through it. A
// program that fails or runs out of time is a result, not an exception; only the operating
// system refusing to start a process at all is an EnvironmentError.
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
  std::string standard_input;                                    ///< fed to the program, then end of file
  int timeout_seconds = 0;                        ///< 0: none; the program's whole process group is killed
  bool merge_stderr = false;                      ///< standard error goes into `output`, in order
  bool pass_through = false;                      ///< output is not captured but goes where the caller's goes
  bool has_children = false;                      ///< gets more time to end them if a signal ends this program
  std::function<void(std::string_view)> on_line;  ///< each whole line of standard output as it comes; captured as well
};

struct ProcessResult {
  int exit_code = -1;  ///< 127: program not found; 128 + n: ended by signal n
  bool timed_out = false;
  std::string output;  ///< standard output (and error, if merged)
  std::string errors;  ///< standard error

  [[nodiscard]] bool ok() const { return exit_code == 0 && !timed_out; }
};

/// Runs `arguments[0]` with the rest as its arguments and waits for its end. The program is looked
/// up in PATH, or from the working directory if its name has a slash. A signal that ends this program
/// (support/interruption.hpp) ends it too, with all its children.
ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// Absolute path of an executable in PATH, or nullopt.
std::optional<std::string> find_program(const std::string& name);

/// The command line as one would type it, for messages.
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace rtlgen
