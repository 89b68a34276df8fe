// The best hardware of a program on a board, or on all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/model/model.hpp"
#include "explore/explore.hpp"

namespace rtlgen::driver {

struct ExploreOptions {
  ModelOptions model;  ///< `board` "": the file's; its clock: for all points, with the file's schedule
  explore::Objective objective = explore::Objective::kTime;
  std::optional<double> target;                   ///< kSmallest: cell updates per second that it must reach
  std::vector<int> cells_per_cycle, steps;        ///< empty: those of the search
  std::vector<std::vector<std::int64_t>> blocks;  ///< empty: those of the search; an empty one: the whole grid
  std::vector<double> clocks;           ///< MHz; empty: those of the search, where the family's cells are known
  std::vector<spec::RamChoice> rams;    ///< empty: all that the device has where the file says nothing, else the file's
  std::vector<spec::Hardware> refused;  ///< designs that do not fit, whatever the search counts
  std::vector<std::string> types;       ///< `type:` of the file, one after the other; empty: as the file has it
  std::vector<std::string> arithmetic;  ///< the same of `arithmetic:`: ieee, fused, hard
  std::int64_t grids = 0;  ///< of a batch, whose grids take the counted time; 0: one run, without transfers
  bool all_boards = false;
  bool all_points = false;  ///< Answer::all is wanted
  std::string write;        ///< YAML file for the best point; "": none
  bool force = false;       ///< replace `write` if it is there
};

/// What is searched instead of the file's keys of these names; "": the file's.
struct Numbers {
  std::string type, arithmetic;

  [[nodiscard]] std::vector<std::string> sets() const;  ///< "type=float16", "arithmetic=fused"
};

/// One board, number format and arithmetic.
struct ExploreCase {
  board::Board board;
  Numbers numbers;
  std::string fabric;
  std::vector<double> clocks;  ///< MHz that were searched; empty: `clock_mhz` for all
  double clock_mhz = 0;        ///< without a search of clocks that of all points
  std::vector<Around> around;  ///< of any point
  board::Fill fill;
  explore::Budget budget;  ///< what cores may take, each: as full as the device may be, without what stands around
  explore::Answer answer;
  std::string dram;                  ///< of each channel; "": memory limits nothing
  double memory_gbs = 0;             ///< peak of the channels that designs can use; 0: not known
  std::string project;               ///< the tool of the board's project, "core only", or "" if `project` has none
  std::vector<std::string> unknown;  ///< what the best point uses and nothing says how much of it the board has
  double seconds = 0;                ///< of the search
  std::vector<std::string> notes;
  spec::Hardware hardware;  ///< that was searched from, on the board
  spec::Program program;    ///< as written
  int hops = 0;             ///< of the best point: those searched with, and what the dies that it needs add
};

/// With the best point, which there is.
spec::Hardware winner_of(const ExploreCase& found);
/// Its keys besides those of its shape: what differs from the description, as `hardware.key=value`.
std::vector<std::string> winner_keys(const ExploreCase& found);

struct ExploreReport {
  std::vector<ExploreCase> cases;
  std::int64_t best = -1;   ///< the case with the best point; of several boards, one of which all is known; -1: none
  bool all_boards = false;  ///< `cases` are those of all boards
  std::string written;      ///< "": nothing
};

/// Searches the space of P, I, blocks, RAM choices and clocks on a board or on all. `write` gets the user's file with
/// the best point's keys, whole or not at all; what cannot be put into its text is a fault (RG0809).
Result<ExploreReport> explore_designs(const ExploreOptions& options, Diagnostics& diagnostics);

/// A search of `stencil`, which is shared, not cut into blocks and on `board`; `written` is what its operations are
/// counted by. The caller fills in `numbers` and `program`.
Result<ExploreCase> explore_on(const spec::Stencil& stencil, const spec::Program& written, const board::Board& board,
                               const ExploreOptions& options, explore::Knowledge& known, Diagnostics& diagnostics);

/// RG0805 for a search without a board.
void refuse_no_board(const std::string& file, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
