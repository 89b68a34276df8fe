// bench_papers: docs/papers.md, the papers' tables beside what their models give here.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "rows.hpp"

int main(int argc, char** argv) {
  CLI::App app{"The papers' models and the tables that they print, row by row, as Markdown"};
  CLI11_PARSE(app, argc, argv);
  try {
    std::fputs(rtlgen::bench::paper_page(rtlgen::bench::paper_tables(RTLGEN_SOURCE_DIR "/bench/papers/tables.yaml")).c_str(), stdout);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "bench_papers: %s\n", fault.what());
    return 1;
  }
}
