// Runs the cases of a test program with a ledger (rtlgen_test: LEDGER, EVIDENCE).
//
// With evidence, the whole program is one entry: its own bytes, the files that it reads, the tools. If the ledger knows
// the entry, no case runs; otherwise it is recorded if every case passes. Without evidence, its cases make entries
// themselves.
#pragma once

#include <string>

namespace rtlgen::test {

struct Program {
  const char* name;
  std::string source_folder;  ///< folder of the project
  const char* evidence;       ///< files and folders below it, separated by ':'; "": cases make entries themselves
};

/// The exit status: kUnchangedStatus if nothing was proven now.
int run_with_ledger(const Program& program, int argc, char** argv);

}  // namespace rtlgen::test
