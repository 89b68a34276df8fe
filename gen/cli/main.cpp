// Entry of the `rtlgen` program.
#include "cli/program.hpp"

int main(int argc, char** argv) { return rtlgen::cli::run_program(argc, argv); }
