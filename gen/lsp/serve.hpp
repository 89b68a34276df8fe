// The language server on two file descriptors.
#pragma once

#include <string>

namespace rtlgen::lsp {

/// Runs until `exit` or the end of the input. Returns the exit status that the protocol requires. Throws
/// EnvironmentError if the output cannot be written.
int serve(int input, int output, const std::string& version);

}  // namespace rtlgen::lsp
