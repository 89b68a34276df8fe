// bench_slack: the longest paths of operators, cores and cards of AMD families, by static timing of Yosys' netlists
// with the derived rows of delays (docs/evidence/timing.md). Nothing is placed.
//
//   bench_slack [--rows xc7,xcu] [--only operators|cores|cards|configs] [--filter WORD] [--boards kcu105,...]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "board/clock.hpp"
#include "contract/clock.hpp"
#include "designs.hpp"
#include "hw/delay_model.hpp"
#include "operators.hpp"

namespace rtlgen::bench {

namespace {

struct Arguments {
  std::vector<std::string> rows = {"xc7", "xc7-1", "xcu", "xcup"};
  std::vector<std::string> boards = {"nexys_video", "kcu105", "adm_pcie_ku3"};
  std::string only, filter;
};

/// The cells of a path, equal ones counted, without the classes of their loads.
std::string cells_text(const std::vector<std::string>& cells) {
  std::vector<std::pair<std::string, int>> kinds;
  // The report lists the first and the last cell twice, with their clocks.
  for (std::size_t i = 1; i + 1 < cells.size(); ++i) {
    const std::string& cell = cells[i];
    const std::string kind = cell.substr(0, cell.find('_'));
    if (kind == "WIRE") continue;
    if (kinds.empty() || kinds.back().first != kind)
      kinds.emplace_back(kind, 1);
    else
      ++kinds.back().second;
  }
  std::string text;
  for (const auto& [kind, count] : kinds)
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", count > 1 ? fmt::format("{} ", count) : "", kind);
  return text;
}

void line(const std::string& what, const std::string& row, int period_ps, const synthesis::TimingReport& r) {
  fmt::print("| {} | {} | {:.2f} | {:.2f} | {:+.2f} | {} |\n", what, row, period_ps / 1000.0, r.worst_ps / 1000.0,
             r.slack_ps / 1000.0, cells_text(r.cells));
  fmt::print(stderr, "{} {}: from {} to {}\n", what, row, r.from, r.to);
  std::fflush(stdout);
}

void operators(const Arguments& arguments) {
  for (const std::string& name : arguments.rows) {
    const hw::DelayModel& device = *hw::DelayModel::find(name);
    const int period_ps = contract::Clock::of_mhz(board::standard_clock_mhz(name)).period_ps;
    for (const OperatorCase& c : operator_cases()) {
      if (c.name.find(arguments.filter) == std::string::npos) continue;
      const BetweenRegisters one = between_registers(c.request, device, period_ps);
      line(fmt::format("{}, {} stages", c.name, one.stages), name, period_ps,
           synthesis::static_timing(one.design, device, period_ps));
    }
  }
}

void cores(const Arguments& arguments, const std::vector<CoreCase>& cases) {
  for (const std::string& name : arguments.rows) {
    for (const CoreCase& c : cases) {
      if (c.name.find(arguments.filter) == std::string::npos) continue;
      int period_ps = 0;
      const synthesis::TimingReport report = core_timing(c, *hw::DelayModel::find(name), period_ps);
      line(c.name, name, period_ps, report);
    }
  }
}

void cards(const Arguments& arguments) {
  for (const std::string& board : arguments.boards) {
    for (const ClockTiming& t : card_timing(board)) line(board, t.net, t.period_ps, t.report);
  }
}

}  // namespace

}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  CLI::App app("Longest paths of AMD families by static timing");
  rtlgen::bench::Arguments arguments;
  app.add_option("--rows", arguments.rows, "rows of the delay table")->delimiter(',');
  app.add_option("--boards", arguments.boards, "boards whose cards are timed")->delimiter(',');
  app.add_option("--only", arguments.only, "operators, cores, cards, or configs (all of configs/)");
  app.add_option("--filter", arguments.filter, "only operators and cores whose name contains this");
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("| what | row or clock | period ns | path ns | slack ns | cells |\n|---|---|--:|--:|--:|---|\n");
    if (arguments.only.empty() || arguments.only == "operators") rtlgen::bench::operators(arguments);
    if (arguments.only.empty() || arguments.only == "cores")
      rtlgen::bench::cores(arguments, rtlgen::bench::core_cases());
    if (arguments.only == "configs") rtlgen::bench::cores(arguments, rtlgen::bench::config_cases());
    if (arguments.only.empty() || arguments.only == "cards") rtlgen::bench::cards(arguments);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_slack: {}\n", fault.what());
    return 1;
  }
  return 0;
}
