// The main program of tests that keep a ledger.
#include "ledger_run.hpp"

int main(int argc, char** argv) {
  return rtlgen::test::run_with_ledger({RTLGEN_TEST_NAME, RTLGEN_SOURCE_DIR, RTLGEN_EVIDENCE}, argc, argv);
}
