// Results of tools, kept by content between runs of the tests: proofs and synthesis take minutes, and nothing but what
// the tool reads changes them.
#pragma once

#include <string>
#include <vector>

#include "support/process.hpp"

namespace rtlgen::test {

/// run_process(command, options), or its earlier result if nothing has changed: the tool's file, the words of
/// the command, the contents of all files that words name, from the working directory or absolute, and the Verilog
/// files of that directory and of all that words name. Blanks and semicolons part words; of a path only the last part
/// counts. `results`: files that the tool writes into the working directory; they come back with the result. `reads`:
/// files that it reads beside these, and folders of which it may read any file. A run that took too long or was ended
/// by a signal is not kept; other failures are, since mutants have to fail. Lines in which Verilator reports its own
/// size and speed are left out of the result.
ProcessResult kept_run(const std::vector<std::string>& command, const ProcessOptions& options,
                       const std::vector<std::string>& results = {}, const std::vector<std::string>& reads = {});

/// The same of a command in `folder`, for at most five minutes, its standard error with its output.
ProcessResult kept_run(const std::string& folder, const std::vector<std::string>& command,
                       const std::vector<std::string>& results = {}, const std::vector<std::string>& reads = {});

}  // namespace rtlgen::test
