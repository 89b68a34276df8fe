// The main program of tests that keep a ledger.
#include "ledger_run.hpp"
#include "test_paths.hpp"

#ifndef RTLGEN_EVIDENCE_ROOT
#define RTLGEN_EVIDENCE_ROOT rtlgen::test::source_folder()
#endif

int main(int argc, char** argv) {
  return rtlgen::test::run_with_ledger({RTLGEN_TEST_NAME, RTLGEN_EVIDENCE_ROOT, RTLGEN_EVIDENCE}, argc, argv);
}
