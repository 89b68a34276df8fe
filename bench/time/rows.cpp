// Runs of shipped configurations and variants of them; see rows.hpp.
#include "rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::bench {

namespace {

using Sets = std::vector<std::string>;

const Sets kHbm = {"hardware.bus.bits=256", "hardware.cells_per_cycle=8", "hardware.clock_mhz=450",
                   "hardware.bus.clock_mhz=450", "hardware.bus.burst=16"};
const Sets kBus = {"hardware.bus.bits=512", "hardware.bus.clock_mhz=300"};
const std::string kHeat = "bench/memory/heat.yaml", kPower = "bench/memory/heat_power.yaml";

Sets with(Sets list, const Sets& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

Sets bus_and(const Sets& more) { return with(kBus, more); }

const Sets kApart = {"hardware.memory.t=[0, 1]"};
const Sets kDeep = {"hardware.cells_per_cycle=4", "hardware.steps=8", "hardware.clock_mhz=200"};
const Sets kWide = {"hardware.clock_mhz=250", "hardware.steps=4", "hardware.memory.t=[0, 1]"};

const std::vector<TimeRow> kRows = {
    {"heat, 1 channel", kHeat, {}, {1024, 256}, 10, "ddr4-2400"},
    {"heat, 1 channel", kHeat, {}, {1024, 256}, 10, "ddr4-2133"},
    {"heat, 1 channel", kHeat, {}, {1024, 256}, 10, "ddr3-1600"},
    {"heat, 1 channel, small", kHeat, {}, {300, 100}, 10, "ddr3-1600"},
    {"heat, HBM, 1 channel", kHeat, kHbm, {1024, 256}, 10, "hbm2"},
    {"heat, HBM, 2 channels", kHeat, with(kHbm, kApart), {1024, 256}, 10, "hbm2"},
    {"heat, 2 channels", kHeat, kApart, {1024, 256}, 10, "ddr4-2400"},
    {"heat, 2 channels", kHeat, kApart, {1000, 64}, 7, "ddr3-1600"},
    {"heat and an input, 1 channel", kPower, {}, {1024, 256}, 10, "ddr4-2400"},
    {"heat and an input, 1 channel", kPower, {}, {512, 128}, 10, "ddr4-2133"},
    {"heat, P 4, I 8", kHeat, kDeep, {1024, 256}, 80, "ddr4-2400"},
    {"heat, P 4, I 8, small", kHeat, kDeep, {200, 60}, 80, "ddr3-1600"},
    {"heat, P 4, I 8, blocks of 256", kHeat, with(kDeep, {"hardware.block=[256]"}), {1024, 256}, 80, "ddr4-2400"},
    {"heat, P 16, I 4, 2 channels", kHeat, kWide, {1024, 256}, 20, "ddr4-2400"},
    {"heat, P 16, I 4, 2 channels, short", kHeat, kWide, {1024, 40}, 20, "ddr4-2400"},
    {"heat, P 16, I 4, 2 channels", kHeat, kWide, {1024, 256}, 20, "ddr3-1600"},
    {"ground2d", "configs/ground2d.yaml", {}, {}, 24, "ddr4-2400"},
    {"heat1d", "configs/heat1d.yaml", kBus, {}, 50, "ddr4-2400"},
    {"heat_until", "configs/heat_until.yaml", kBus, {}, 400, "ddr4-2400"},
    {"heat1d, P 8, I 4",
     "configs/heat1d.yaml",
     with(kBus, {"hardware.cells_per_cycle=8", "hardware.steps=4"}),
     {},
     16,
     "ddr4-2400-x16"},
    {"hotspot2d, P 8, I 4",
     "configs/hotspot2d.yaml",
     bus_and({"hardware.cells_per_cycle=8", "hardware.steps=4"}),
     {},
     16,
     "ddr4-2400-x16"},
    {"lattice_gas", "configs/lattice_gas.yaml", kBus, {}, 60, "ddr4-2400"},
    {"life", "configs/life.yaml", kBus, {}, 33, "ddr4-2400"},
    {"hotspot2d, P 16, I 2",
     "configs/hotspot2d.yaml",
     bus_and({"grid=[512, 128]", "inputs={}", "hardware.cells_per_cycle=16", "hardware.steps=2"}),
     {},
     8,
     "ddr4-2133"},
    {"jacobi3d, P 16, blocks 64 x 32",
     "configs/jacobi3d.yaml",
     bus_and({"grid=[128, 80, 64]", "hardware.cells_per_cycle=16", "hardware.steps=2", "hardware.block=[64, 32]"}),
     {},
     8,
     "ddr4-2400"},
    {"gray_scott, 2 fields",
     "configs/gray_scott.yaml",
     bus_and({"grid=[192, 192]", "hardware.cells_per_cycle=8", "hardware.steps=1"}),
     {},
     6,
     "ddr3-1600"},
    {"wave2d", "configs/wave2d.yaml", kBus, {}, 30, "ddr3-1600"},
    {"fdtd2d, P 8",
     "configs/fdtd2d.yaml",
     bus_and({"grid=[256, 160]", "hardware.cells_per_cycle=8", "hardware.steps=1"}),
     {},
     6,
     "ddr4-2400"},
    {"wave3d, P 16, blocks of 32",
     "configs/wave3d.yaml",
     bus_and({"grid=[64, 48, 40]", "hardware.cells_per_cycle=16", "hardware.steps=1", "hardware.block=[64, 32]"}),
     {},
     6,
     "ddr4-2133"},
    {"laplace2d, P 16, HBM",
     "configs/laplace2d.yaml",
     {"grid=[1000, 300]", "hardware.cells_per_cycle=16", "hardware.steps=3", "hardware.bus.bits=256",
      "hardware.bus.clock_mhz=450", "hardware.bus.burst=16", "hardware.memory.v=[0, 1]"},
     {},
     9,
     "hbm2"},
    {"jacobi2d_9pt, P 3", "configs/jacobi2d_9pt.yaml", kBus, {}, 28, "ddr3-1600"},
    {"sobel2d, P 32", "configs/sobel2d.yaml", with(kBus, {"hardware.cells_per_cycle=32"}), {}, 1, "ddr3-1600"},
    {"hdiff, P 8", "configs/hdiff.yaml", bus_and({"hardware.cells_per_cycle=8"}), {}, 8, "ddr4-2400"},
    {"gaussian, a filter", "configs/gaussian.yaml", with(kBus, {"hardware.cells_per_cycle=16"}), {}, 1, "ddr4-2400"},
};

/// A part behind the bus of its boards: HBM has 256 bits at 450 MHz, modules of 64 bits have 512 at 300. HBM behind the
/// latter has FIFOs as long as a round of its banks.
struct ShapeBus {
  const char* dram;
  int bits, mhz;

  [[nodiscard]] int lanes() const { return bits / 32; }
};
constexpr ShapeBus kHbm2{"hbm2", 256, 450}, kWideHbm2{"hbm2", 512, 300}, kDdr4{"ddr4-2400", 512, 300},
    kDdr3{"ddr3-1600", 512, 300}, kDdr4x16{"ddr4-2400-x16", 512, 300};

constexpr std::int64_t kShapeCells = 1 << 16, kShapePasses = 4;

/// `fields` states of rows of `nx`; `channels`: those of a stripe, or of the buffers of a field.
TimeRow shape(const ShapeBus& bus, int burst, int fields, std::int64_t nx, const std::string& channels = "",
              int stripes = 1) {
  TimeRow row;
  row.name = fmt::format("{}, bursts of {} x {} bits{}", fields == 1 ? "1 field" : fmt::format("{} fields", fields),
                         burst, bus.bits, channels.empty() ? "" : ", channels " + channels);
  row.file = fields == 1 ? kHeat : fmt::format("bench/memory/heat_{}.yaml", fields);
  // The same hardware for all rows.
  row.sets = {"grid=[4096, 512]",
              fmt::format("hardware.bus.bits={}", bus.bits),
              fmt::format("hardware.bus.clock_mhz={}", bus.mhz),
              fmt::format("hardware.clock_mhz={}", bus.mhz),
              fmt::format("hardware.cells_per_cycle={}", bus.lanes() * stripes),
              fmt::format("hardware.bus.burst={}", burst)};
  if (!channels.empty()) row.sets.push_back("hardware.memory.t=" + channels);
  row.extents = {nx, kShapeCells * (fields == 1 ? 2 : 1) * stripes / nx};
  row.iterations = kShapePasses;
  row.dram = bus.dram;
  return row;
}

/// The same on a grid of `ny` rows of 128 cells: a few times what the shell's FIFOs hold, or less.
TimeRow small(const ShapeBus& bus, int fields, std::int64_t ny) {
  TimeRow row = shape(bus, 64, fields, 128);
  row.name += fmt::format(", {} rows", ny);
  row.extents = {128, ny};
  return row;
}

std::vector<TimeRow> make_shapes() {
  std::vector<TimeRow> rows;
  for (const int burst : {16, 64}) {
    for (const std::int64_t nx : {1024, 2048, 4096}) {
      rows.push_back(shape(kHbm2, burst, 1, nx));
      rows.push_back(shape(kWideHbm2, burst, 1, nx));
      rows.push_back(shape(kDdr4, burst, 1, nx));
      rows.push_back(shape(kDdr3, burst, 1, nx));
    }
    for (const int fields : {2, 3, 4}) {
      for (const std::int64_t nx : {1024, 2048}) rows.push_back(shape(kHbm2, burst, fields, nx));
    }
    rows.push_back(shape(kHbm2, burst, 1, 1024, "[[0, 1, 2, 3]]", 4));
    rows.push_back(shape(kHbm2, burst, 1, 2048, "[[0, 1, 2, 3]]", 4));
  }
  for (const std::int64_t nx : {1024, 2048}) {
    rows.push_back(shape(kDdr4, 16, 2, nx));
    rows.push_back(shape(kDdr3, 16, 2, nx));
    rows.push_back(shape(kDdr4, 64, 4, nx));
    rows.push_back(shape(kDdr3, 64, 4, nx));
    rows.push_back(shape(kDdr4, 64, 1, nx, "[[0, 1, 2, 3]]", 4));
    rows.push_back(shape(kHbm2, 16, 1, nx, "[[0, 1, 2, 3], [4, 5, 6, 7]]", 4));
  }
  for (const std::int64_t ny : {32, 64, 96, 128, 256}) {
    rows.push_back(small(kDdr4x16, 1, ny));
    rows.push_back(small(kDdr4, 1, ny));
    rows.push_back(small(kDdr3, 1, ny));
  }
  for (const std::int64_t ny : {32, 64, 128}) rows.push_back(small(kDdr4x16, 2, ny));
  return rows;
}

}  // namespace

const std::vector<TimeRow>& time_rows() { return kRows; }

const std::vector<TimeRow>& shape_rows() {
  static const std::vector<TimeRow> rows = make_shapes();
  return rows;
}

TimeMeasured measure(const TimeRow& row, const std::function<void(model::TimeInput&)>& spoil,
                     const std::function<void(const std::string&)>& log) {
  driver::SimOptions options;
  options.run.source = {std::string(RTLGEN_SOURCE_DIR) + "/" + row.file, row.sets};
  options.run.iterations = row.iterations;
  options.run.extents = row.extents;
  options.memory = driver::Memory::kDdr;
  options.dram = row.dram;
  options.native_operators = true;
  options.log = log;
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match())
    throw std::runtime_error(row.name + ": the results differ from the golden engine: " + report->failure);
  model::TimeInput input;
  input.plan = &report->prepared->plan;
  input.extents = report->extents;
  input.iterations = report->iterations;
  input.kernel_mhz = report->card->kernel_mhz;
  input.bus_mhz = report->card->bus_mhz;
  input.drams = {*model::find_channel(row.dram)};
  if (spoil) spoil(input);
  auto predicted = model::run_time(input, diagnostics);
  if (!predicted) throw std::runtime_error(diagnostics.render());
  const auto range = model::cycle_range(input, *predicted);
  return {*std::move(predicted), range, report->measured.cycles};
}

void without_losses(model::TimeInput& input) {
  for (auto& sizes : input.drams.front().streams) {
    for (model::Efficiency& efficiency : sizes) {
      for (auto& writers : efficiency.part_of_peak) writers.fill(1);
      for (auto& places : efficiency.apart) places.fill(1);
    }
  }
}

std::string bound_name(const model::Time& time) {
  if (time.bound == model::Bound::kChannel) return fmt::format("channel {}", time.bound_channel);
  return model::word_of(time.bound);
}

}  // namespace rtlgen::bench
