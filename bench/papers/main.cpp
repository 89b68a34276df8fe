// bench_papers: docs/evidence/papers.md, which compares the papers' tables with their models computed here; with --ours
// docs/evidence/published.md, which compares the papers' designs with ours.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "ours.hpp"
#include "rows.hpp"

namespace {

std::string page_of_ours(const std::string& folder, const std::string& only) {
  std::vector<rtlgen::bench::Beside> rows;
  for (const auto& row : rtlgen::bench::published_rows(folder)) {
    if (!only.empty() && row.stencil != only) continue;
    rows.push_back(rtlgen::bench::beside(row, folder));
    std::fprintf(stderr, "%s, %s %s\n", row.paper.c_str(), row.stencil.c_str(), row.board.c_str());
  }
  return rtlgen::bench::published_page(rows);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Compares the papers' models with their printed tables, row by row, as Markdown"};
  bool ours = false;
  std::string only;
  app.add_flag(
      "--ours", ours,
      "compare the papers' designs with the best rtlgen designs on the same board, clock and memory (takes minutes)");
  app.add_option("--only", only, "with --ours: only this stencil of benchmarks.yaml");
  CLI11_PARSE(app, argc, argv);
  try {
    const std::string folder = RTLGEN_SOURCE_DIR;
    const std::string page =
        ours ? page_of_ours(folder, only)
             : rtlgen::bench::paper_page(rtlgen::bench::paper_tables(folder + "/bench/papers/tables.yaml"));
    std::fputs(page.c_str(), stdout);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "bench_papers: %s\n", fault.what());
    return 1;
  }
}
