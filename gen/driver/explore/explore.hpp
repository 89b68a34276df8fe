// Finds the best hardware for a program on one board, or on all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/model/model.hpp"
#include "driver/prepare/prepare.hpp"
#include "explore/explore.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

struct ExploreOptions {
  ModelOptions model;  ///< `board` "": the file's; its clock applies to all points, with the file's schedule
  explore::Objective objective = explore::Objective::kTime;
  std::optional<double> target;                   ///< kSmallest: cell updates per second that it must reach
  std::vector<int> cells_per_cycle, steps;        ///< empty: those of the search
  std::vector<std::vector<std::int64_t>> blocks;  ///< empty: those of the search; an empty one: the whole grid
  std::vector<double> clocks;           ///< MHz; empty: those of the search, where the family's cells are known
  std::vector<spec::RamChoice> rams;    ///< empty: all that the device has where the file says nothing, else the file's
  std::vector<spec::Hardware> refused;  ///< designs that do not fit, whatever the search counts
  std::vector<std::string> types;       ///< `type:` of the file, one after the other; empty: as the file has it
  std::vector<std::string> arithmetic;  ///< the same of `arithmetic:`: ieee, fused, hard
  std::int64_t grids = 0;               ///< grids of a batch, whose total time counts; 0: one run, without transfers
  bool all_boards = false;
  bool all_points = false;  ///< keeps every planned point
  std::string write;        ///< YAML file for the best point; "": none
  bool force = false;       ///< replace `write` if it is there
};

/// Values that override keys of the file with the same names; "": not overridden.
struct Numbers {
  std::string type, arithmetic;

  [[nodiscard]] std::vector<std::string> sets() const;  ///< "type=float16", "arithmetic=fused"
};

/// One board, number format and arithmetic.
struct ExploreCase {
  board::Board board;
  Numbers numbers;
  std::string fabric;
  std::vector<double> clocks;                  ///< searched clocks in MHz; empty: `clock_mhz` for all
  double clock_mhz = 0;                        ///< the clock of all points, if clocks are not searched
  std::vector<Infrastructure> infrastructure;  ///< at any point
  board::Fill fill;
  explore::Budget budget;  ///< limits per core: the fill limit of the device without the modules around the cores
  explore::SearchResult result;
  std::optional<Diagnostic> refused;  ///< the arrays exceed the board's memory at every P, so nothing was searched
  std::string dram;                   ///< DRAM of each channel; "": memory is not a limit
  double memory_gbs = 0;              ///< peak of the channels that designs can use; 0: not known
  std::string project;  ///< the tool of the board's project, "core only", or "" if `project` does not support it
  std::vector<std::string> unknown;  ///< resources that the best point uses and whose number on the board is not known
  double seconds = 0;                ///< duration of the search
  std::vector<std::string> notes;
  double model_mhz = 0;     ///< the clock of the best point that `model` assumes without --clock; 0: no best point
  spec::Hardware hardware;  ///< the start of the search, on the board
  spec::Program program;    ///< before sharing
};

/// The hardware of the best point, which must exist.
spec::Hardware winner_of(const ExploreCase& found);
/// Its keys besides those of its shape: differences from the description, as `hardware.key=value`.
std::vector<std::string> winner_keys(const ExploreCase& found);

struct ExploreReport {
  std::vector<ExploreCase> cases;
  std::int64_t best =
      -1;  ///< the case with the best point, on boards without unknown figures if there are several boards; -1: none
  bool all_boards = false;  ///< `cases` covers all boards
  std::string written;      ///< "": nothing
};

/// Searches P, I, blocks, RAM choices and clocks on one board or all. `write` gets the user's file with the keys of the
/// best point, completely or not at all; a fault (RG0809) if its text cannot be changed that way.
Result<ExploreReport> explore_designs(const ExploreOptions& options, Diagnostics& diagnostics);

/// Searches for `program` with `hardware`, which is set to `board`. Each P is shared as `prepare` shares it. The caller
/// fills in `numbers` and `program`.
Result<ExploreCase> explore_on(const SharedProgram& program, const spec::Hardware& hardware, const board::Board& board,
                               const ExploreOptions& options, explore::Knowledge& known, Diagnostics& diagnostics);

/// The share of the device that the point takes of its fullest resource, with the modules around the cores: "77.3 % of
/// LUT", as `model` and `advise` count it.
std::string fullest_of(const ExploreCase& found, const explore::Point& point);

/// Reports RG0805: a search without a board. `can_search_all`: the command has --all-boards.
void refuse_no_board(const std::string& file, bool can_search_all, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
