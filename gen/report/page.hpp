// One design as one HTML page: its purpose, structure, cost and speed.
//
// Input: plain values that other layers have planned, counted, predicted and simulated. Output: a text that needs no
// other file and no network; equal values give equal bytes. Missing values (a board's figure, a simulation,
// exploration) are marked or left out, never guessed. Non-goals: it decides nothing, reads no files and runs nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "model/area/design.hpp"
#include "model/clock.hpp"
#include "model/time.hpp"
#include "model/use.hpp"
#include "spec/axes.hpp"
#include "support/outside_text.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::report {

/// A design considered by exploration.
struct ParetoPoint {
  std::string label;  ///< "P 4, I 8"
  double cells_per_s = 0;
  double part = 0;  ///< fraction of the board's logic, 0 to 1
  bool chosen = false;
};

/// A predicted and a measured figure.
struct Compared {
  std::string what, unit;
  double predicted = 0, measured = 0;
  bool exact = false;  ///< the model states that it is exact; otherwise an estimate
};

/// A simulated run.
struct Run {
  std::string memory;  ///< "ideal memory", "ddr4-2400 in each channel"
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::string why;                ///< why it differs from the file's grid and iterations; empty: it does not
  bool match = false;             ///< every bit equals the golden engine's
  bool native_operators = false;  ///< float arithmetic was done by the CPU
  std::int64_t cells = 0;         ///< compared
  std::string failure;            ///< for a run that does not match
  std::vector<Compared> rows;
};

struct ListedFile {
  std::string path;
  std::int64_t bytes = 0;
};

/// A field before or after a run: a PNG picture of a plane, or the values along x.
struct Picture {
  std::string field, when;  ///< "t", "after 60 steps"
  std::string note;         ///< "plane z = 16", "every 2nd cell"
  std::string special;      ///< "12 of 64 cells are NaN; NaN is green"
  double least = 0, most = 0;
  std::string png;  ///< bytes; empty: `line` is shown
  /// Colours of the PNG; kSigned: symmetric about 0.
  enum class Map { kGrey, kHeat, kSigned } map = Map::kHeat;
  std::vector<double> line;
  std::int64_t line_step = 1;  ///< distance between values, in cells
};

struct PageData {
  std::string version;                       ///< version of rtlgen
  OutsideText file;                          ///< name of the stencil's file, without folders
  const spec::Program* reference = nullptr;  ///< before sharing
  const plan::Plan* plan = nullptr;          ///< the design
  std::optional<board::Board> board;
  model::DesignArea area;
  std::vector<model::Use> uses;  ///< for the board; empty without one
  model::ClockEstimate clock;
  model::Time time;                           ///< for the file's grid and iterations
  std::optional<model::CycleRange> range;     ///< range of `time`, if the memory controller makes a difference
  std::string dram;                           ///< the memory assumed for `time`; empty: ideal memory
  std::string dram_note;                      ///< "of the board", "as requested", "assumed, since ..."
  double design_gbs = 0;                      ///< peak of the channels in use, together; 0: none assumed
  double flops_written = 0, flops_built = 0;  ///< per cell update
  std::vector<ParetoPoint> pareto;
  std::optional<Run> run;
  std::string run_missing;  ///< why there is no run
  std::vector<ListedFile> files;
  std::string files_folder;  ///< their location, relative to the page; empty: they are not written
  std::vector<Picture> pictures;
};

/// False if the program was built without the chart library; then no page can be written.
bool has_charts();

/// Whether the design fits the board, with what margin, and if not, the scarce resource: one or two sentences; ""
/// without a board.
struct Verdict {
  bool fits = true;
  std::string text;
};
Verdict verdict_of(const PageData& data);

std::string page_html(const PageData& data);

}  // namespace rtlgen::report
