// docs/evidence/published.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ours.hpp"

namespace rtlgen::bench {

namespace {

constexpr const char* kIntro =
    "# Comparison with published designs\n\n"
    "`bench_papers --ours` writes this page. Each row takes a published design, with its stencil, grid, board, clock "
    "and\n"
    "memory, and compares it with the best design that `explore` finds there with P of 1, 2, 3, 4, 6, 8, 12, 16, 24, "
    "32 or 64.\n"
    "\n"
    "**Our figures are predictions by the models of [area](../area_model.md) and [time](../time_model.md); we have not "
    "built\n"
    "any of these designs.** Published figures are measurements unless the table says otherwise.\n"
    "\n"
    "- Designs are compared at the clock that the paper measured, as if ours reached it too.\n"
    "- *Our clock* is an estimate: the median of the clocks that published designs of the family reached with about as "
    "much\n"
    "  logic (`rtlgen model`), and never above the paper's. *At it* is the speed of the same design at that clock.\n"
    "- [No place and route of these families](timing.md) has run on our designs.\n"
    "- Rows count as matched at the paper's clock and, separately, at ours.\n"
    "- *Operations* are counted as the paper counts them: its number per cell, times cells and iterations, divided "
    "by seconds.\n"
    "- Coefficients that are separate in a paper are different numbers here, in `bench/papers/benchmarks.yaml`, so "
    "that no two products become one, and none\n"
    "  is a power of two. They are constants in the hardware.\n"
    "- A board may be as full as [explore](../area_model.md) allows for its generation: 80 % of logic (Stratix V 90 "
    "%), "
    "90 % of "
    "block RAM and DSPs. Controllers and shell take 17 % of the board's logic and\n"
    "  11 % of its block RAM out of that, as Wang 2016 (section 6.1) gives for the DE5-Net; shares below refer to the "
    "rest. "
    "Stratix V, Arria 10 and Stratix 10 are counted as Cyclone 10 GX, UltraScale as 7 series, as "
    "Yosys maps them. The\n"
    "  first table has IEEE floats, so Arria 10's floating-point DSPs are not used there. Short delays on Intel "
    "devices are flip-flops, long ones MLABs or M20Ks, as in Yosys.\n"
    "- Memory is the paper's peak with the efficiency of the nearest model of [the table](../time_model.md): "
    "DDR3-1600's "
    "for DDR3-1066 and DDR2. State lies in halves of the\n"
    "  channels or striped over all, whichever is faster; the bus has 512 bits at the peak's rate. SODA's clock is the "
    "average of its section 5.2; its streamed extent is not printed, so we use 8,192 rows or 1,024 planes.\n"
    "- Wang 2016 prints times of VecAdd, matrix product, k-means, word count and similarity search without clocks or "
    "operations: none of them is a stencil to compare\n"
    "  ours with. Richter 2012 prints no measured speed either; its row is an estimate, in cell updates, for 28 "
    "Kernels of double precision that are not among its resources.\n"
    "- StencilStream's figures are from the README of its release 3.0.0, two designs for HotSpot. Its shell takes 24 % "
    "of the 520N's logic, 22 % of its block RAM and 18 % of its DSPs.\n"
    "  Its FDTD and convection are other programs than ours. [More published work](../compare.md#other-published-work) "
    "prints no clock, or no grid, in the sources that we could read.\n\n"
    "*Why they differ.* Buffers are minimal and packed, so whole rows of grids with 16,000 cells stay on chip, where "
    "the\n"
    "papers cut them into tiles with halos. Tiles, where needed, can have any width, not only powers of two.\n"
    "\n"
    "Frames and passes follow each other without a gap, so a compute-bound kernel takes one word per cycle; Zohouri "
    "measures\n"
    "57 to 87 % of the paper's own model. P and I need no alignment, so the scarcest resource is used up.\n"
    "\n"
    "Most losses with IEEE floats are on Arria 10: its DSPs add and multiply floats, while our additions take LUTs, so "
    "logic\n"
    "runs out before DSPs do. [With those DSPs](#with-hard-floating-point-blocks) results have other bits.\n\n";

std::string grouped(double value) { return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value); }

/// Near one, with enough digits to show on which side.
std::string ratio_text(double ratio) {
  return fmt::format("{:.{}f}{}", ratio, std::abs(ratio - 1) < 0.01 ? 4 : 2, ratio < 1 ? " (below)" : "");
}

std::string grid_text(const std::vector<std::int64_t>& grid) { return fmt::format("{}", fmt::join(grid, "x")); }

std::string block_text(const std::vector<std::int64_t>& block) {
  return block.empty() ? "" : fmt::format(", block {}", fmt::join(block, "x"));
}

std::string choice(const Published& p) {
  return p.steps == 0 ? "not printed" : fmt::format("P {}, I {}{}", p.cells_per_cycle, p.steps, block_text(p.block));
}

std::string choice(const explore::Point& p) {
  static const char* const kRam[] = {"", ", RAM block", ", RAM distributed"};
  return fmt::format("P {}, I {}{}{}{}", p.cells_per_cycle, p.steps, block_text(p.block), kRam[static_cast<int>(p.ram)],
                     p.dsp_limit ? fmt::format(", {} DSP per cell", *p.dsp_limit) : "");
}

/// Why one more step is not possible.
std::string next_step(const Beside& row) {
  const explore::Point& best = *row.best.best;
  for (const explore::Rejected& r : row.best.neighbours) {
    const bool next = r.point.steps == best.steps + 1 && r.point.cells_per_cycle == best.cells_per_cycle &&
                      r.point.ram == best.ram && r.point.block == best.block;
    if (next) return fmt::format("I {}: {}", r.point.steps, r.reason);
  }
  return best.steps >= row.theirs.iterations ? "all iterations in a pass" : "";
}

std::string name(const Beside& row) {
  return fmt::format("{} {}, {}", row.theirs.stencil, row.theirs.board, grid_text(row.theirs.grid));
}

std::string speed_table(const std::vector<Beside>& rows) {
  std::string page =
      "## Speed\n\n| paper | benchmark, board, grid | MHz | published Gop/s | ours, predicted | of theirs | our clock "
      "| at "
      "it | our design | limited by | fullest |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  int compared = 0, reached = 0, known = 0, also = 0;
  for (const Beside& row : rows) {
    if (!row.theirs.gops) continue;
    ++compared;
    const auto& best = row.best.best;
    const double ours = best ? row.gops(*best) : 0;
    if (ours >= *row.theirs.gops) ++reached;
    const auto& slower = row.at_our_clock;
    if (slower) ++known;
    if (slower && row.gops(*slower) >= *row.theirs.gops) ++also;
    page += fmt::format(
        "| {} | {} | {:.0f} | {} | {} | {} | {} | {} | {} | {} | {} |\n", row.theirs.paper, name(row), row.theirs.mhz,
        grouped(*row.theirs.gops), best ? grouped(ours) : "-", best ? ratio_text(ours / *row.theirs.gops) : "(below)",
        slower ? fmt::format("{:.0f}", row.clock.typical_mhz) : "unknown", slower ? grouped(row.gops(*slower)) : "",
        best ? choice(*best) : row.best.failure, best ? model::word_of(best->bound) : "", row.best_fullest);
  }
  return page + fmt::format(
                    "\n{} of {} rows match or beat the published figure.\nWith our clock, where it can be estimated: "
                    "{} of {}.\n\n",
                    reached, compared, also, known);
}

/// The rows with another arithmetic.
std::string other_table(const std::vector<Beside>& rows, const std::string& arithmetic, const char* intro) {
  std::string page = fmt::format(
      "{}| paper | benchmark, board, grid | published Gop/s | ieee | {} | of theirs | our design | limited by | "
      "fullest |\n|---|---|---|---|---|---|---|---|---|\n",
      intro, arithmetic);
  int compared = 0, reached = 0;
  for (const Beside& row : rows) {
    const OtherArithmetic* const other = row.other(arithmetic);
    if (!row.theirs.gops || other == nullptr) continue;
    ++compared;
    const auto& best = other->found.best;
    const double ours = best ? row.gops(*best) : 0;
    if (ours >= *row.theirs.gops) ++reached;
    page += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", row.theirs.paper, name(row),
                        grouped(*row.theirs.gops), row.best.best ? grouped(row.gops(*row.best.best)) : "-",
                        best ? grouped(ours) : "-", best ? ratio_text(ours / *row.theirs.gops) : "(below)",
                        best ? choice(*best) : other->found.failure, best ? model::word_of(best->bound) : "",
                        other->fullest);
  }
  return page + fmt::format("\n{} of {} rows match or beat the published figure.\n\n", reached, compared);
}

std::string other_tables(const std::vector<Beside>& rows) {
  return other_table(
             rows, "fused",
             "## With fused sums\n\nThe same with `arithmetic: fused` "
             "([fused sums](../language_fused.md#fused-sums)): other bits, and other errors (`golden --accuracy`).\n"
             "Operations are counted as the paper counts them, whatever is built. Each factor of a term is a "
             "product in DSPs, and some parts have few of them.\n\n") +
         other_table(
             rows, "hard",
             "## With hard floating-point blocks\n\nThe same with `arithmetic: hard` "
             "([hard blocks](../language_fused.md#hard-blocks)), on devices that have such blocks, as the papers' "
             "designs use them: subnormals\nare flushed, and what the vendor does not document is a named "
             "assumption.\n\n");
}

/// From the least to the most; one number if they are equal.
std::string range_text(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string low = grouped(*least), high = grouped(*most);
  return low == high ? low : low + " to " + high;
}

std::string board_table(const std::vector<Beside>& rows) {
  struct OfBoard {
    std::vector<double> published, ours, most;
    int reached = 0, with_any = 0;
  };
  std::map<std::pair<std::string, std::string>, OfBoard> boards;
  for (const Beside& row : rows) {
    if (!row.theirs.gops || !row.best.best) continue;
    OfBoard& b = boards[{row.theirs.board, row.theirs.paper.substr(0, row.theirs.paper.find(','))}];
    b.published.push_back(*row.theirs.gops);
    b.ours.push_back(row.gops(*row.best.best));
    b.most.push_back(row.most_gops());
    b.reached += b.ours.back() >= b.published.back() ? 1 : 0;
    b.with_any += b.most.back() >= b.published.back() ? 1 : 0;
  }
  std::string page =
      "## By board\n\n*Any*: the best of `ieee`, `fused` and `hard`.\n\n"
      "| board | paper | published Gop/s | ours, predicted | rows matched or beaten | any | rows matched or beaten |\n"
      "|---|---|---|---|---|---|---|\n";
  int compared = 0, reached = 0;
  for (const auto& [name, b] : boards) {
    page += fmt::format("| {} | {} | {} | {} | {} of {} | {} | {} of {} |\n", name.first, name.second,
                        range_text(b.published), range_text(b.ours), b.reached, b.published.size(), range_text(b.most),
                        b.with_any, b.published.size());
    compared += static_cast<int>(b.published.size());
    reached += b.with_any;
  }
  return page +
         fmt::format("\nWith any arithmetic, {} of {} rows match or beat the published figure.\n\n", reached, compared);
}

std::string below_list(const std::vector<Beside>& rows) {
  std::string page = "## Rows where ours is below, and the limits\n\n";
  for (const Beside& row : rows) {
    if (!row.theirs.gops || (row.best.best && row.gops(*row.best.best) >= *row.theirs.gops)) continue;
    page += fmt::format("- {}, {}: ", row.theirs.paper, name(row));
    if (!row.best.best)
      page += row.best.failure + ".\n";
    else
      page += fmt::format("best {} with {}, limited by {}; {}.\n", choice(*row.best.best), row.best_fullest,
                          model::word_of(row.best.best->bound), next_step(row));
  }
  return page + "\n";
}

std::string choice_table(const std::vector<Beside>& rows) {
  std::string page =
      "## The papers' choices\n\n"
      "- *There*: the paper's P, I and block with our hardware. Halos are whole beats here, and the papers' grids are "
      "multiples of\n"
      "  the cells that their blocks keep, so a grid may need one more block per axis with ours.\n"
      "- *Next step*: the reason why our best design has no further Executor.\n"
      "- *Their model*: the paper's own model applied to our best design, in Gop/s. Blocks lack the alignment that the "
      "papers'\n"
      "  need. For Waidyasooriya it assumes whole grids, 80 % of the peak bandwidth, and for FDTD the ten arrays that "
      "the paper\n"
      "  moves per cell; ours moves six.\n\n"
      "| paper | benchmark, board, grid | their choice | there | our choice | ours Gop/s | next step | their model "
      "|\n|---|---|---|---|---|---|---|---|\n";
  for (const Beside& row : rows) {
    if (!row.theirs.has_choice) continue;
    const auto& best = row.best.best;
    const std::string there =
        row.same ? fmt::format("{} Gop/s, {}, limited by {}", grouped(row.gops(*row.same)), row.same_fullest,
                               model::word_of(row.same->bound))
                 : row.same_failure.substr(std::min(row.same_failure.find("needs"), row.same_failure.size()));
    page += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.theirs.paper, name(row), choice(row.theirs),
                        there, best ? choice(*best) : row.best.failure, best ? grouped(row.gops(*best)) : "",
                        best ? next_step(row) : "", row.paper_model ? grouped(*row.paper_model) : "");
  }
  return page;
}

}  // namespace

std::string published_page(const std::vector<Beside>& rows) {
  return kIntro + speed_table(rows) + other_tables(rows) + board_table(rows) + below_list(rows) + choice_table(rows);
}

}  // namespace rtlgen::bench
