// The `rtlgen` program as a function: arguments in, exit status out.
#pragma once

namespace rtlgen::cli {

/// Parses the arguments, runs the command and prints. Never throws: every outcome is an exit status of
/// support/errors.hpp.
int run_program(int argc, const char* const* argv);

}  // namespace rtlgen::cli
