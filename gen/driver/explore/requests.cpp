// UltraRAM and batches: what a board needs for them.
#include "driver/explore/requests.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "driver/model/batch.hpp"
#include "driver/model/model_parts.hpp"
#include "plan/storage/ram.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

void check_ultra_ram(const ExploreOptions& options, const board::Board& board, const std::string& device,
                     Diagnostics& diagnostics) {
  const bool requested =
      std::find(options.rams.begin(), options.rams.end(), spec::RamChoice::kUltra) != options.rams.end();
  const auto& part = board.resources.uram;
  if (!requested || options.all_boards || (plan::has_ultra_ram(device) && !(part && part->value == 0))) return;
  diagnostics.error(Code::kUnknownFamily, {"--ram"},
                    fmt::format("the FPGA of {} has no UltraRAM", safe::terminal(board.name)),
                    {"use --ram auto or --ram block"});
}

bool request_batch(const ExploreOptions& options, const board::Board& board, const spec::Hardware& hardware,
                   explore::Problem& problem, std::vector<std::string>& notes, Diagnostics& diagnostics) {
  if (!hardware.bus) {
    diagnostics.error(Code::kOptionConflict, {"--batch"},
                      fmt::format("a batch needs memory on the card, but {} has no bus", safe::terminal(board.name)),
                      {line_baud(board) ? "leave out --batch, or name a board with memory"
                                        : "leave out --batch, or set a bus: --set hardware.bus=512"});
    return false;
  }
  const std::string link = link_of_batch(options.model.link);
  problem.grids = options.grids;
  problem.link = link_of(link, diagnostics);
  if (!problem.link) return false;
  notes.push_back(
      fmt::format("times are those of a grid in a batch of {} over {}; of all points within {:g} % of the shortest, "
                  "the smallest is the best",
                  options.grids, link, 100 * (explore::kHostTie - 1)));
  return true;
}

Diagnostic no_cards(const board::Board& board) {
  return {Severity::kError,
          Code::kOptionConflict,
          {"--cards"},
          fmt::format("{} has a serial line and no memory", board.id),
          {"leave out --cards, or name a board with memory"}};
}

}  // namespace rtlgen::driver
