// One design as one HTML page: what it is, how it is built, what it costs, how fast it is.
//
// Input: plain values that others have planned, counted, predicted and simulated. Output: a text that needs no other
// file and no network; the same values give the same bytes. What a value lacks (a board's figure, a simulation,
// exploration) is marked or left out, never guessed. Non-goals: decides nothing, reads no files, runs nothing.
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

/// A design that exploration looked at.
struct ParetoPoint {
  std::string label;  ///< "P 4, I 8"
  double cells_per_s = 0;
  double part = 0;  ///< of the board's logic, 0 to 1
  bool chosen = false;
};

/// A figure as predicted and as measured.
struct Compared {
  std::string what, unit;
  double predicted = 0, measured = 0;
  bool exact = false;  ///< the model says so; else an estimate
};

/// A simulated run.
struct Run {
  std::string memory;  ///< "ideal memory", "ddr4-2400 in each channel"
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::string why;                ///< why not the file's grid and iterations; empty: it is
  bool match = false;             ///< every bit equals the golden engine's
  bool native_operators = false;  ///< float arithmetic was the CPU's
  std::int64_t cells = 0;         ///< compared
  std::string failure;            ///< of a run that does not match
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
  std::string png;        ///< bytes; empty: `line` is shown
  bool is_colour = true;  ///< of the PNG; else grey
  std::vector<double> line;
  std::int64_t line_step = 1;  ///< cells from one value to the next
};

struct PageData {
  std::string version;                       ///< of rtlgen
  OutsideText file;                          ///< the stencil's, without folders
  const spec::Program* reference = nullptr;  ///< as written
  const plan::Plan* plan = nullptr;          ///< as built
  std::optional<board::Board> board;
  model::DesignArea area;
  std::vector<model::Use> uses;  ///< of the board; empty without one
  model::ClockEstimate clock;
  model::Time time;                           ///< of the file's grid and iterations
  std::string dram;                           ///< the memory that `time` counts with; empty: ideal memory
  std::string dram_note;                      ///< "of the board", "as requested", "assumed, since ..."
  double channel_gbs = 0;                     ///< peak of a channel; 0: none assumed
  double flops_written = 0, flops_built = 0;  ///< of a cell update
  std::vector<ParetoPoint> pareto;
  std::optional<Run> run;
  std::string run_missing;  ///< why there is no run
  std::vector<ListedFile> files;
  std::string files_folder;  ///< where they lie, beside the page; empty: they are not written
  std::vector<Picture> pictures;
};

/// False if the program was built without the chart library; then there is no page.
bool has_charts();

/// Does the design fit the board, by how much, and if not, what is short? One or two sentences; "" without a board.
struct Verdict {
  bool fits = true;
  std::string text;
};
Verdict verdict_of(const PageData& data);

std::string page_html(const PageData& data);

}  // namespace rtlgen::report
