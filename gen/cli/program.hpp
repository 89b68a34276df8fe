// The `rtlgen` program without its process: arguments in, exit status out.
#pragma once

namespace rtlgen::cli {

/// Parses the arguments, runs the command and prints. Never throws: every outcome is an exit status
/// of support/diagnostics.hpp.
int run_program(int argc, const char* const* argv);

}  // namespace rtlgen::cli
