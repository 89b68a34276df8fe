// bench_explore: time of `explore` over the catalogue, on one board and on all. Users wait for the elapsed seconds;
// processor seconds, of all threads, count while other programs run. With --arithmetics: what explore finds with each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/explore/explore.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace {

namespace fs = std::filesystem;

constexpr double kOneBoard = 1, kAllBoards = 60;  ///< elapsed seconds: the targets

struct Timed {
  double seconds = 0, processor = 0;
  std::int64_t points = 0, planned = 0;
  bool proven = true;
};

/// On all boards without a `board`. With `may_fail`, a stencil may be refused on a board.
Timed timed(const std::string& file, const std::vector<std::string>& sets, const std::string& board,
            bool may_fail = false) {
  rtlgen::driver::ExploreOptions options;
  options.model.source = {file, sets};
  options.model.board = board;
  options.all_boards = board.empty();
  rtlgen::Diagnostics diagnostics;
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  const auto report = rtlgen::driver::explore_designs(options, diagnostics);
  Timed t;
  t.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  t.processor = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  if (!report && may_fail) return t;
  if (!report) throw std::runtime_error(diagnostics.render());
  for (const auto& c : report->cases) {
    t.points += c.result.points;
    t.planned += c.result.planned;
    t.proven = t.proven && c.result.proven;
  }
  return t;
}

/// The searches of a column.
struct Total {
  Timed sum, most;

  /// The row of a search.
  std::string add(const Timed& t) {
    sum.seconds += t.seconds;
    sum.processor += t.processor;
    most.seconds = std::max(most.seconds, t.seconds);
    most.processor = std::max(most.processor, t.processor);
    return fmt::format(" {} | {}{} | {:.2f} | {:.2f} |", t.points, t.planned, t.proven ? "" : ", not proven", t.seconds,
                       t.processor);
  }

  [[nodiscard]] std::string text(std::size_t count, double target) const {
    const auto n = static_cast<double>(count);
    return fmt::format(
        "Elapsed: {:.2f} s on average, {:.2f} s at most (target: below {} s). Processor time: {:.2f} s on average, "
        "{:.2f} s at most.",
        sum.seconds / n, most.seconds, target, sum.processor / n, most.processor);
  }
};

/// Grids as large as users have: the shipped ones are for simulation.
std::vector<std::string> large(const std::string& file) {
  rtlgen::Diagnostics diagnostics;
  const auto program = rtlgen::driver::read_program({file, {}}, diagnostics);
  if (!program) throw std::runtime_error(diagnostics.render());
  static const char* const kGrid[] = {"grid=[1048576]", "grid=[4096, 4096]", "grid=[512, 512, 128]"};
  return {kGrid[program->sharing.hardware.axes - 1], "inputs={}", "hardware.bus=512", "hardware.memory={}"};
}

/// The configurations with these names; all if none exist.
std::vector<std::string> files_of(const std::vector<std::string>& only) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(RTLGEN_SOURCE_DIR "/configs")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".yaml" &&
        (only.empty() || std::find(only.begin(), only.end(), stem) != only.end()))
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void run(const std::string& board, const std::vector<std::string>& only, bool one_board) {
  const std::vector<std::string> files = files_of(only);
  fmt::print("| stencil | points, {0} | planned | s, {0} | processor |{1}\n|---|---|---|---|---|{2}\n", board,
             one_board ? "" : " points, all boards | planned | s, all boards | processor |",
             one_board ? "" : "---|---|---|---|");
  Total one, all;
  for (const std::string& file : files) {
    const auto sets = large(file);
    fmt::print("| {} |{}", fs::path(file).stem().string(), one.add(timed(file, sets, board)));
    if (!one_board) fmt::print("{}", all.add(timed(file, sets, "")));
    fmt::print("\n");
    std::fflush(stdout);
  }
  fmt::print("\nOne board: {}\n", one.text(files.size(), kOneBoard));
  if (!one_board) fmt::print("All boards: {}\n", all.text(files.size(), kAllBoards));
}

std::vector<std::string> boards_with_projects() {
  std::vector<std::string> boards;
  for (const std::string& name : rtlgen::frontend::board_names()) {
    rtlgen::Diagnostics diagnostics;
    const auto board = rtlgen::frontend::load_board(name, diagnostics);
    if (!board) throw std::runtime_error(diagnostics.render());
    if (std::any_of(board->works.begin(), board->works.end(),
                    [](const std::string& ability) { return ability == "project" || ability == "core_project"; }))
      boards.push_back(name);
  }
  return boards;
}

/// A search as users start it: for the grid of the file.
struct Shipped {
  std::string stencil, board;
  Timed timed;
};

/// Searches every stencil, as shipped, on every board that has a project, and prints those that take longest.
void run_shipped(const std::vector<std::string>& only) {
  constexpr std::size_t kPrinted = 10;
  std::vector<Shipped> all;
  Total total;
  for (const std::string& file : files_of(only)) {
    for (const std::string& board : boards_with_projects()) {
      all.push_back({fs::path(file).stem().string(), board, timed(file, {}, board, true)});
      total.add(all.back().timed);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Shipped& a, const Shipped& b) { return a.timed.processor > b.timed.processor; });
  fmt::print("| stencil | board | s | processor |\n|---|---|--:|--:|\n");
  for (std::size_t i = 0; i < std::min(kPrinted, all.size()); ++i)
    fmt::print("| {} | {} | {:.2f} | {:.2f} |\n", all[i].stencil, all[i].board, all[i].timed.seconds,
               all[i].timed.processor);
  const auto above =
      std::count_if(all.begin(), all.end(), [](const Shipped& s) { return s.timed.processor > kOneBoard; });
  fmt::print("\n{} searches. {} {} of them take more than {} s of processor time.\n", all.size(),
             total.text(all.size(), kOneBoard), above, kOneBoard);
}

/// How a stencil computes its floats.
struct Arithmetic {
  const char* name;
  std::vector<std::string> sets;
};

const std::vector<Arithmetic>& arithmetics() {
  static const std::vector<Arithmetic> all = {{"IEEE bits", {"arithmetic=ieee", "hardware.arithmetic=ieee"}},
                                              {"aligned", {"arithmetic=ieee", "hardware.arithmetic=auto"}},
                                              {"fused", {"arithmetic=fused", "hardware.arithmetic=auto"}}};
  return all;
}

/// The best point of a board; nothing if none fits.
std::optional<rtlgen::explore::Point> best_of(const std::string& file, const std::string& board,
                                              const Arithmetic& arithmetic) {
  std::vector<std::string> sets = large(file);
  sets.insert(sets.end(), arithmetic.sets.begin(), arithmetic.sets.end());
  sets.emplace_back("iterations=1000");  // no limit to steps
  rtlgen::driver::ExploreOptions options;
  options.model.source = {file, sets};
  options.model.board = board;
  rtlgen::Diagnostics diagnostics;
  const auto report = rtlgen::driver::explore_designs(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return report->cases.front().result.best;
}

/// The effect of the arithmetic, board by board, all else as in the command; ratios are to the first.
void compare_arithmetics(const std::vector<std::string>& stencils, const std::vector<std::string>& boards) {
  std::string head = "| stencil | board | MHz |", rule = "|---|---|--:|";
  for (const Arithmetic& arithmetic : arithmetics()) {
    const bool first = &arithmetic == &arithmetics().front();
    head += fmt::format(" {}: P, I | Gcell/s |{}", arithmetic.name, first ? "" : " ratio |");
    rule += first ? "---|--:|" : "---|--:|--:|";
  }
  fmt::print("{}\n{}\n", head, rule);
  for (const std::string& stencil : stencils) {
    const std::string file = fmt::format("{}/configs/{}.yaml", RTLGEN_SOURCE_DIR, stencil);
    for (const std::string& board : boards) {
      std::string row;
      std::optional<rtlgen::explore::Point> first;
      for (const Arithmetic& arithmetic : arithmetics()) {
        const auto best = best_of(file, board, arithmetic);
        row += best ? fmt::format(" {}, {} | {:.1f} |", best->cells_per_cycle, best->steps,
                                  best->cell_updates_per_s * 1e-9)
                    : " nothing fits | |";
        if (&arithmetic == &arithmetics().front())
          first = best;
        else
          row += best && first ? fmt::format(" {:.2f} |", best->cell_updates_per_s / first->cell_updates_per_s) : " |";
      }
      fmt::print("| {} | {} | {:.0f} |{}\n", stencil, board, first ? first->clock_mhz : 0, row);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Elapsed and processor seconds of a search over the full space, for each stencil of configs/ on a large grid "
      "(4096 x 4096, 512 x 512 x 128): one board, then all. Markdown"};
  std::string board = "kcu105";
  std::vector<std::string> only;
  bool one_board = false;
  std::vector<std::string> boards;
  app.add_option("--arithmetics", boards,
                 "print the best points of these boards with each arithmetic instead of the seconds")
      ->delimiter(',');
  app.add_flag("--one-board", one_board, "leave out the search over all boards");
  bool shipped = false;
  app.add_flag("--shipped", shipped,
               "search for the grids of the files, on each board with a project, and print what takes longest");
  app.add_option("--board", board, "the one board")->capture_default_str();
  app.add_option("STENCIL", only, "names of configurations (default: all)");
  CLI11_PARSE(app, argc, argv);
  try {
    if (shipped)
      run_shipped(only);
    else
      boards.empty() ? run(board, only, one_board) : compare_arithmetics(only, boards);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "bench_explore: %s\n", fault.what());
    return 1;
  }
}
