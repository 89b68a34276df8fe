// The table of `explore --all-boards`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "cli/explore.hpp"
#include "model/area/cells.hpp"
#include "support/numbers.hpp"

namespace rtlgen::cli {

namespace {

using driver::ExploreCase;

std::string case_name(const ExploreCase& c) {
  std::string name = c.board.id;
  for (const std::string& word : c.numbers.sets()) name += " " + word.substr(word.find('=') + 1);
  return name;
}

/// "115 of 460 GB/s"
std::string used_text(const ExploreCase& c) {
  const double used = c.result.best->memory_gbs;
  if (used == 0) return "-";
  return c.memory_gbs > 0 ? fmt::format("{:.3g} of {:.3g} GB/s", used, c.memory_gbs) : fmt::format("{:.3g} GB/s", used);
}

/// The clock that the times assume, and whether it is predicted.
std::string clock_of(const ExploreCase& c) {
  const explore::Point& best = *c.result.best;
  return fmt::format("{:.4g} MHz, {}", best.clock_mhz, best.predicted_mhz ? "predicted" : "assumed");
}

constexpr const char* kRow = "  {:<{}} {:>10} {:>8}  {:<34} {:<20} {:<18} {}\n";

std::string table_row(const ExploreCase& c, std::size_t width) {
  const explore::Point& best = *c.result.best;
  return fmt::format(kRow, case_name(c), width, si_text(best.cell_updates_per_s, ""), model::word_of(best.bound),
                     driver::fullest_of(c, best), clock_of(c), used_text(c), c.project);
}

}  // namespace

std::string boards_table(const driver::ExploreReport& report) {
  std::size_t width = 18;
  for (const ExploreCase& c : report.cases) width = std::max(width, case_name(c).size());
  std::vector<std::reference_wrapper<const ExploreCase>> known, unknown;
  std::string none;
  for (const ExploreCase& c : report.cases) {
    if (c.result.best)
      (c.unknown.empty() ? known : unknown).emplace_back(c);
    else
      none += fmt::format("  {:<{}} {}\n", case_name(c), width, c.result.failure);
  }
  const auto faster = [](const ExploreCase& a, const ExploreCase& b) {
    return a.result.best->cell_updates_per_s > b.result.best->cell_updates_per_s;
  };
  std::stable_sort(known.begin(), known.end(), faster);
  std::stable_sort(unknown.begin(), unknown.end(), faster);
  const std::string head =
      fmt::format(kRow, "board", width, "cells/s", "limit", "fullest", "clock", "memory", "project");
  std::string text;
  if (!known.empty()) text += head;
  for (const ExploreCase& c : known) text += table_row(c, width);
  if (!unknown.empty()) text += "not ranked: the board file lacks figures for resources or memory that they use:\n";
  for (const ExploreCase& c : unknown) {
    std::string line = table_row(c, width);
    line.pop_back();
    text += fmt::format("{}; unknown: {}\n", line, fmt::join(c.unknown, ", "));
  }
  if (!none.empty()) text += "nothing fits:\n" + none;
  return text;
}

}  // namespace rtlgen::cli
