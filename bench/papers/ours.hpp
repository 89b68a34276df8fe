// The papers' benchmarks on the papers' boards, clocks and memories, as rtlgen would build them: nothing is built, all
// is predicted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "model/clock.hpp"

namespace rtlgen::bench {

/// A stencil of this repository that stands for a benchmark.
struct Benchmark {
  std::string file;  ///< relative to the repository
  std::vector<std::string> sets;
  double flop = 0;  ///< operations per cell, as the paper counts
};

/// A board of this repository with the paper's memory.
struct Setup {
  std::string board, channel;  ///< the latter: a part of the time model's table, whose efficiency the channels have
  double gbs_each = 0;         ///< peak of a channel
  int channels = 1;
  double logic = 0, memory = 0, dsp = 0;  ///< part of the board's that controllers and shell take
};

/// A row of a paper's table.
struct Published {
  std::string paper, stencil, board;  ///< the latter two: keys of benchmarks.yaml
  std::vector<std::int64_t> grid;
  std::int64_t iterations = 1;
  double mhz = 0;
  std::optional<double> gops;  ///< measured, 1e9 operations per second as the paper counts them; none: the paper has a
                               ///< configuration alone
  int cells_per_cycle = 1, steps = 1;  ///< the paper's configuration; 0: not printed
  std::vector<std::int64_t> block;     ///< empty: the whole grid
  bool has_choice = true;              ///< the paper says that it is the one to take
  Benchmark benchmark;
  Setup setup;
};

/// The best design with another `arithmetic:` than ieee.
struct OtherArithmetic {
  std::string arithmetic;
  explore::SearchResult found;
  std::string fullest;
};

/// One row beside ours.
struct Beside {
  Published theirs;
  std::optional<explore::Point> same;  ///< our design with the paper's P, I and block, where it fits
  std::string same_failure;            ///< else what it needs
  std::string same_fullest;
  explore::SearchResult best;  ///< the best design of all
  std::string best_fullest;
  std::vector<OtherArithmetic> others;         ///< fused where there are floats, hard where the device has such blocks
  model::ClockEstimate clock;                  ///< clock of `best`
  std::optional<explore::Point> at_our_clock;  ///< `best` with it; none: the clock is unknown
  std::string memory;                          ///< how fields lie in the channels
  std::optional<double> paper_model;  ///< prediction of the paper's own model for `best`, in the unit of `gops`

  [[nodiscard]] double gops(const explore::Point& p) const {
    return p.cell_updates_per_s * theirs.benchmark.flop * 1e-9;
  }
  /// None: there is no such design, or none fits.
  [[nodiscard]] const OtherArithmetic* other(const std::string& arithmetic) const;
  /// The speed of the best design with any arithmetic; 0: nothing fits.
  [[nodiscard]] double most_gops() const;
};

/// Reads bench/papers/tables.yaml. `folder`: the repository.
std::vector<Published> published_rows(const std::string& folder);

/// Searches; seconds. Throws std::runtime_error where a stencil or board cannot be read.
Beside beside(const Published& theirs, const std::string& folder);

/// docs/evidence/published.md.
std::string published_page(const std::vector<Beside>& rows);

}  // namespace rtlgen::bench
