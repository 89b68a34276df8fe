// Predicts the resources and speed of a design without building it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "board/fill.hpp"
#include "driver/model/infrastructure.hpp"
#include "driver/prepare/source.hpp"
#include "model/area/design.hpp"
#include "model/channel.hpp"
#include "model/clock.hpp"
#include "model/time.hpp"
#include "model/use.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct Prepared;

/// The basis for judging a design. A board overrides the file's board, and with it the device.
struct ModelOptions {
  Source source;
  std::string board;                ///< name or path; "": the file's, if it names one
  std::optional<double> clock_mhz;  ///< the kernel's clock; none: the typical estimate
  std::optional<std::int64_t> iterations;
  std::vector<std::int64_t> extents;  ///< empty: the grid in the file
  std::string dram;         ///< for each memory channel; "": the board's, "ideal": none, also without the board's bus
  std::string link;         ///< between the host and the card; "": transfers are not counted
  std::string calibration;  ///< a file from `calibrate`; "": the built-in table
  std::optional<board::Fill> fill;  ///< fill limits of the device; none: those of its generation
  int cards = 1;      ///< that share the grid: each one holds a slab of it, but times are those of one card
  bool hints = true;  ///< predict the clock even for families where predictions are only hints
};

using model::Use;

struct ModelReport {
  std::shared_ptr<const Prepared> prepared;
  std::optional<board::Board> board;
  std::string fabric;       ///< the fabric for which logic is mapped
  std::string calibration;  ///< the tool behind its table; "": none
  model::DesignArea area;   ///< area of the core
  std::vector<Use> uses;
  std::vector<Infrastructure> infrastructure;  ///< on a board
  board::Fill fill{1, 1, 1};
  model::ClockEstimate clock;
  double clock_mhz = 0;  ///< the clock used for times
  bool clock_given = false;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  int cards = 1;  ///< as in ModelOptions
  model::Time ideal;
  std::optional<model::Time> time;         ///< with real memory
  std::optional<model::CycleRange> range;  ///< range of `time`, if the memory controller makes a difference
  model::Drams drams;                      ///< DRAM of the memory channels, if `time` exists
  std::vector<std::string> notes;          ///< unknown quantities, and those that a result does not include
  std::string slow_places;                 ///< the note about a manual placement that is slow; "": it is not

  [[nodiscard]] bool fits() const;
  /// The models of the channels in use, if `time` exists.
  [[nodiscard]] std::string dram() const;
  /// With real memory if that is known.
  [[nodiscard]] const model::Time& best() const { return time ? *time : ideal; }
};

/// Returns false, after reporting each fault, if a number in `options` is out of range (driver/prepare/ranges.hpp).
bool check_ranges(const ModelOptions& options, Diagnostics& diagnostics);

/// Predicts resources, clock and time of a design from its plan and hardware, without synthesis or simulation. With a
/// board it uses the board's bus and DRAM. Reports RG0832 if the arrays are larger than their channels.
Result<ModelReport> model_design(const ModelOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
