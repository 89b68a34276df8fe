// What a design costs and how fast it is, without building it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "board/fill.hpp"
#include "driver/model/around.hpp"
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

/// What a design is judged on. A board overrides the file's, and with it the device.
struct ModelOptions {
  Source source;
  std::string board;                ///< name or path; "": the file's, if it names one
  std::optional<double> clock_mhz;  ///< of the kernel; none: the typical estimate
  std::optional<std::int64_t> iterations;
  std::vector<std::int64_t> extents;  ///< empty: the file's grid
  std::string dram;                   ///< each memory channel; "": the board's, "ideal": none, and no bus of the board
  std::string link;                   ///< the host's way to the card; "": transfers are not counted
  std::string calibration;            ///< a file of `calibrate`; "": the program's own table
  std::optional<board::Fill> fill;    ///< how full the device may be; none: as its generation has it
  bool hints = true;                  ///< the predicted clock also of families where nothing defends it
};

using model::Use;

struct ModelReport {
  std::shared_ptr<const Prepared> prepared;
  std::optional<board::Board> board;
  std::string fabric;       ///< for which logic is mapped
  std::string calibration;  ///< tool that its table comes from; "": none
  model::DesignArea area;   ///< of the core
  std::vector<Use> uses;
  std::vector<Around> around;  ///< of a board
  board::Fill fill{1, 1, 1};
  model::ClockEstimate clock;
  double clock_mhz = 0;  ///< that times are counted with
  bool clock_given = false;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  model::Time ideal;
  std::optional<model::Time> time;        ///< with memory
  std::optional<model::Channel> channel;  ///< of each memory channel, with `time`
  std::vector<std::string> notes;         ///< what is unknown, and what a result does not cover

  [[nodiscard]] bool fits() const;
  /// With memory if that is known.
  [[nodiscard]] const model::Time& best() const { return time ? *time : ideal; }
};

/// False, with a fault of each, where a number of `options` is outside its range (driver/prepare/ranges.hpp).
bool check_ranges(const ModelOptions& options, Diagnostics& diagnostics);

/// Resources, clock and time of a design from its plan and hardware; nothing is synthesised or simulated. On a board it
/// has the board's bus and DRAM; RG0832 if its arrays are larger than the channels that they lie in.
Result<ModelReport> model_design(const ModelOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
