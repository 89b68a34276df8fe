// Prints what sharing saves: every configuration as shipped and with `reassociate`, and known filters
// compared with the published search of SODA-CR. Arguments: files (default: all of configs/).
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "analysis/sharing/sharing.hpp"
#include "analysis/sharing/sums.hpp"
#include "filters.hpp"
#include "frontend/frontend.hpp"
#include "plan/timing/fold.hpp"
#include "support/diagnostics.hpp"

namespace {

using namespace rtlgen;

std::string cost_text(const analysis::Cost& c) {
  return fmt::format("{} | {} | {} | {}", c.operators.adds, c.operators.multiplies, c.operators.others,
                     c.buffered_cells);
}

void row(const std::string& name, const spec::Stencil& stencil) {
  const analysis::Sharing s = analysis::share(stencil, plan::fold_node);
  fmt::print("| {} | {} | {} |\n", name, cost_text(s.before), cost_text(s.after));
}

void file_rows(const std::string& file) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_file(file, {}, diagnostics);
  if (!stencil) {
    fmt::print(stderr, "{}", diagnostics.render());
    return;
  }
  const std::string name = std::filesystem::path(file).stem().string();
  row(name, *stencil);
  stencil->reassociate = true;
  row(name + ", reassociate", *stencil);
}

void filter_row(const char* name, const analysis::SumProblem& problem) {
  fmt::print("| {} | {} | {} | {} |\n", name, problem.sums[0].size() - 1, analysis::soda_search(problem).additions(),
             analysis::best_search(problem).additions());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  if (files.empty()) {
    for (const auto& entry : std::filesystem::directory_iterator(RTLGEN_CONFIGS)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
  }
  fmt::print(
      "| stencil | + | * | others | cells kept | shared: + | * | others | cells kept "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string& file : files) file_rows(file);
  fmt::print("\n| filter | additions as written | published search | ours |\n|---|---|---|---|\n");
  filter_row("box 3x3", test::box_problem(3, 3));
  filter_row("box 5x5", test::box_problem(5, 5));
  filter_row("box 9x9", test::box_problem(9, 9));
  filter_row("contrast 17x17", test::contrast_problem());
  return 0;
}
