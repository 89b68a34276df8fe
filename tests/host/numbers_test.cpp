// The registers that a run writes, against the shape that each grid has by the documentation: blocks, ghosts and
// strides are written here by hand, positions and beats follow from what the registers mean.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "contract/geometry.hpp"
#include "contract/manifest.hpp"
#include "contract/register_map.hpp"
#include "contract/run_settings.hpp"
#include "driver/prepare/prepare.hpp"
#include "fake_card.hpp"
#include "host/run_registers.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using Numbers = std::map<std::string, std::int64_t>;
using geometry::Axis;

struct Case {
  std::string yaml;
  std::vector<std::uint64_t> extents;
  std::int64_t words_of_beat, beats_of_word;
  std::array<Axis, 3> axis;                         ///< axes of the streamed fields, x in words
  std::map<std::string, std::array<Axis, 3>> held;  ///< by field: its own axes
};

std::int64_t up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The begin of the first block's frame.
std::int64_t begin(const Axis& a) { return a.wraps ? (a.grid * a.frame - a.low) % a.grid : -a.low; }

std::int64_t blocks(const Axis& a) {
  std::int64_t count = 0;
  for (std::int64_t at = 0; at < a.grid; at += a.stride) ++count;
  return count;
}

void expect_walk(Numbers& n, const std::string& end, const std::string& field, const std::array<Axis, 3>& axis,
                 const geometry::Layout& layout) {
  const auto& [x, y, z] = axis;
  const auto beats = [&](std::int64_t words) { return up(words, layout.words_of_beat) * layout.beats_of_word; };
  const std::int64_t row = beats(x.grid), plane = row * y.grid;
  n["row_words" + end] = x.frame;
  n["rows" + end] = y.frame;
  n["planes" + end] = z.frame;
  n["last_word" + end] = x.grid - 1;
  n["last_y" + end] = y.grid - 1;
  n["last_z" + end] = z.grid - 1;
  n["first_word" + end] = -x.low;
  n["first_y" + end] = begin(y);
  n["first_z" + end] = begin(z);
  n["low_x" + end] = x.low;
  n["low_y" + end] = y.low;
  n["low_z" + end] = z.low;
  n["stride_words" + end] = x.stride;
  n["stride_y" + end] = y.stride;
  n["own_planes" + end] = z.grid;
  n["blocks_x" + end] = blocks(x);
  n["blocks_y" + end] = blocks(y);
  n["grid_beats" + field] = row;
  n["row_beats" + field] = beats(x.frame);
  n["stride_beats" + field] = beats(x.stride);
  n["first_beat" + field] = x.wraps ? beats(begin(x)) : -beats(x.low);
  n["row_pitch" + field] = row;
  n["plane_pitch" + field] = plane;
  n["band_pitch" + field] = y.stride * row;
  n["first_offset" + field] = begin(y) * row + begin(z) * plane;
  // From the last row, or plane, to the first; and along y a whole grid less than to the next block.
  n["turn_row" + field] = -(y.grid - 1) * row;
  n["turn_plane" + field] = -(z.grid - 1) * plane;
  n["turn_band" + field] = (y.stride - y.grid) * row;
}

geometry::Shape shape_of(const Case& c, std::int64_t passes) {
  geometry::Shape shape;
  shape.axes = static_cast<int>(c.extents.size());
  shape.axis = c.axis;
  shape.passes = passes;
  return shape;
}

Numbers expected(const Case& c, const std::string& field, std::int64_t steps, std::int64_t lanes) {
  Numbers n;
  const geometry::Layout layout{c.words_of_beat, c.beats_of_word, 0, 0};
  for (const auto& [name, axis] : c.held) {
    expect_walk(n, "_of_" + name, "_of_" + name, axis, {1, 1, 0, 0});
    n["words_of_" + name] = axis[0].frame * axis[1].frame * axis[2].frame;
  }
  expect_walk(n, "", "_of_" + field, c.axis, layout);
  const auto& [x, y, z] = c.axis;
  n["passes"] = up(steps, 3);
  n["bypass"] = up(steps, 3) * 3 - steps;
  n["pass_rows"] = blocks(x) * blocks(y) * y.stride * z.grid;
  n["plane_words"] = x.frame * y.frame;
  n["tail"] = static_cast<std::int64_t>(c.extents[0] - 1) % lanes;
  n["grid_words"] = x.grid;
  n["grid_rows"] = y.grid;
  n["phase_x"] = begin(x);
  n["phase_y"] = begin(y);
  n["phase_z"] = begin(z);
  n["first_buffer"] = 0;
  // How far ahead committed rows must be is rtlgen_walk's own arithmetic; tests/walk proves it.
  const geometry::WalkInputs walk = geometry::read_walk(
      shape_of(c, n["passes"]), geometry::close_together(shape_of(c, 1), 64, 64 / c.words_of_beat * c.beats_of_word));
  n["rows_ahead"] = walk.rows_ahead;
  n["frames_ahead"] = walk.frames_ahead;
  n["rows_below"] = walk.rows_below;
  return n;
}

/// Names of registers whose value is not the expected one, or that nothing is expected of.
std::vector<std::string> wrong(const Case& c) {
  const Described described(c.yaml);
  Opened opened(described);
  host::Accelerator& to = *opened.accelerator;
  to.set_extents(c.extents);
  for (const host::Field& f : to.fields()) {
    const std::vector<std::uint8_t> bytes(f.cells() * static_cast<std::uint64_t>(f.cell_bytes));
    to.load(f.name, bytes.data(), bytes.size());
  }
  constexpr std::int64_t kSteps = 7;
  to.run(kSteps);
  const contract::CoreInterface& core = described.prepared->plan.core;
  Numbers numbers = expected(c, "a", kSteps, core.cells_per_cycle);
  contract::Extents extents = {1, 1, 1};
  std::copy(c.extents.begin(), c.extents.end(), extents.begin());
  Diagnostics none;
  numbers["gap"] = contract::run_settings(core, extents, kSteps, none)->gap;
  std::vector<std::string> found;
  int seen = 0;
  for (const contract::BusRegister& r : described.shell().map.registers) {
    if (r.is_status || r.name.starts_with("buffer_") || r.name == "watchdog") continue;
    const auto at = numbers.find(r.name);
    ++seen;
    const auto value = static_cast<std::int64_t>(static_cast<std::int32_t>(opened.card->get(r.name)));
    if (at == numbers.end() || at->second != value)
      found.push_back(fmt::format("{} is {}, not {}", r.name, value, at == numbers.end() ? -1 : at->second));
  }
  if (seen < 4) found.emplace_back("hardly any register");
  return found;
}

std::string program(const std::string& grid, const std::string& type, const std::string& boundary,
                    const std::string& line, const std::string& hardware, const std::string& fields = "") {
  return fmt::format(
      "name: n\ngrid: [{}]\ntype: {}\nfields:\n  a: {{boundary: {}}}\n{}update:\n  - a: {}\niterations: 7\nhardware: "
      "{{bus: 64, steps: 3, {}}}\n",
      grid, type, boundary, fields, line, hardware);
}

Axis whole(std::int64_t n) { return {n, n, 0, n, false, false}; }

Case line() {
  return {program("40", "uint<8>", "edge", "a[-1] + a[1]", "cells_per_cycle: 4"), {37}, 2, 1, {whole(10), {}, {}}, {}};
}

/// x goes round in whole beats, so 8 cells below where 3 would do; y takes 3 below and 6 above; k goes round with y.
Case torus() {
  return {program("40, 12", "uint<8>", "wrap", "a[-1,0] + a[1,0] + a[0,-1] + a[0,2] + k[1]", "cells_per_cycle: 4",
                  "  k: {axes: [y], boundary: wrap}\n"),
          {32, 11},
          2,
          1,
          {Axis{8, 11, 2, 8, false, true}, Axis{11, 20, 3, 11, false, true}, {}},
          {{"k", {Axis{11, 20, 3, 11, false, true}, {}, {}}}}};
}

/// Two beats per word of 8 cells; 8 cells on either side of 16.
Case strips() {
  return {program("80, 12", "uint<16>", "edge", "a[-1,0] + a[1,0] + a[0,1]", "cells_per_cycle: 8, block: [32]"),
          {77, 9},
          1,
          2,
          {Axis{10, 4, 1, 2, true, false}, whole(9), {}},
          {}};
}

Case bricks() {
  return {program("80, 30, 6", "uint<16>", "edge", "a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,2,0] + a[0,0,1]",
                  "cells_per_cycle: 8, block: [48, 16]"),
          {77, 28, 4},
          1,
          2,
          {Axis{10, 6, 1, 4, true, false}, Axis{28, 16, 3, 7, true, false}, whole(4)},
          {}};
}

/// The same where everything goes round: z takes 3 planes on either side.
Case round_bricks() {
  return {program("80, 30, 6", "uint<8>", "wrap", "a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,2,0] + a[0,0,1] + a[0,0,-1]",
                  "cells_per_cycle: 4, block: [48, 16]"),
          {72, 25, 5},
          2,
          1,
          {Axis{18, 12, 2, 8, true, true}, Axis{25, 16, 3, 7, true, true}, Axis{5, 11, 3, 5, false, true}},
          {}};
}

TEST(Registers, OneAxis) { EXPECT_EQ(wrong(line()), std::vector<std::string>{}); }
TEST(Registers, RoundAlongBothAxes) { EXPECT_EQ(wrong(torus()), std::vector<std::string>{}); }
TEST(Registers, BlocksAlongX) { EXPECT_EQ(wrong(strips()), std::vector<std::string>{}); }
TEST(Registers, BlocksAlongXAndY) { EXPECT_EQ(wrong(bricks()), std::vector<std::string>{}); }
TEST(Registers, BlocksThatGoRound) { EXPECT_EQ(wrong(round_bricks()), std::vector<std::string>{}); }

/// Designs whose gap register is narrow, wide and in between: the longer the latency, the longer the gap that the host
/// would choose, if only the register could hold it.
TEST(Registers, TheHostChoosesTheGapOfTheGenerator) {
  const std::string float_line = "0.25*(a[-1] + 2.0*a + a[1])";
  int narrow = 0;
  for (const int mhz : {50, 100, 150, 200, 300}) {
    for (const char* hardware : {"cells_per_cycle: 1", "cells_per_cycle: 2"}) {
      for (const char* grid : {"40", "40, 9"}) {
        const bool flat = std::string(grid) == "40";
        const Described described(program(grid, "float64", "edge",
                                          flat ? float_line : "0.25*(a[-1,0] + 2.0*a + a[0,1])",
                                          fmt::format("device: xc7, clock_mhz: {}, {}", mhz, hardware)));
        const contract::CoreInterface& core = described.prepared->plan.core;
        const host::Design design = contract::read_design(described.manifest);
        for (const std::int64_t nx : {8, 23, 40}) {
          const contract::Extents extents = {nx, flat ? 1 : 9, 1};
          Diagnostics none;
          const auto of_plan = contract::run_settings(core, extents, 7, none);
          ASSERT_TRUE(of_plan.ok());
          const contract::RunSettings of_host = host::settings_of(design, extents, 7);
          EXPECT_EQ(of_host.gap, of_plan->gap) << mhz << " MHz, " << hardware << ", " << grid << ": " << nx;
          EXPECT_EQ(of_host.pass_cycles, of_plan->pass_cycles);
          EXPECT_LE(of_host.gap, core.gap.most);
          narrow += of_plan->gap == core.gap.most ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(narrow, 0) << "no register limits the gap";
}

/// The host takes the limits of the gap from the manifest; older ones have a register for it and no limits.
TEST(Registers, TheManifestLimitsTheGap) {
  const Described described(
      program("40", "float64", "edge", "0.25*(a[-1] + 2.0*a + a[1])", "device: xc7, clock_mhz: 300"));
  const auto gap_with = [&](const auto& change) {
    nlohmann::json manifest = nlohmann::json::parse(described.manifest);
    change(manifest);
    return host::settings_of(contract::read_design(manifest.dump()), {23, 1, 1}, 7).gap;
  };
  const std::int64_t gap = gap_with([](auto&) {});
  EXPECT_GT(gap, 1);
  EXPECT_EQ(gap_with([](auto& m) { m.erase("gap"); }), gap) << "an older manifest";
  EXPECT_LT(gap_with([](auto& m) { m["gap"]["most_slices"] = 1; }), gap);
  const auto wide = [&](int way_back) {
    return gap_with([&](auto& m) { m["gap"] = {{"most_slices", 1000}, {"way_back", way_back}}; });
  };
  EXPECT_LT(wide(0), wide(256));
}

/// A number that a register cannot hold is an error, and never cut.
TEST(Registers, NumbersThatDoNotFitAreRefused) {
  Described described(program("40", "float64", "edge", "0.25*(a[-1] + 2.0*a + a[1])",
                              "device: xc7, clock_mhz: 150, cells_per_cycle: 2"));
  nlohmann::json manifest = nlohmann::json::parse(described.manifest);
  int changed = 0;
  for (nlohmann::json& r : manifest["shell"]["registers"]) {
    if (r["name"] != "gap") continue;
    r["bits"] = 1;
    ++changed;
  }
  ASSERT_EQ(changed, 1);
  described.manifest = manifest.dump(1);
  runner::write_file(described.path, described.manifest);
  Opened opened(described);
  host::Accelerator& to = *opened.accelerator;
  const std::vector<std::uint8_t> bytes(40 * 8);
  to.load("a", bytes.data(), bytes.size());
  try {
    to.run(7);
    ADD_FAILURE() << "not refused";
  } catch (const host::Error& fault) {
    EXPECT_NE(std::string(fault.what()).find("does not fit the register 'gap' of 1 bit"), std::string::npos)
        << fault.what();
  }
}

/// The comparison sees any one number of any axis that is not as it should be.
TEST(RegisterMap, EveryNumberOfAShapeIsSeen) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::int64_t Axis::*number : {&Axis::grid, &Axis::frame, &Axis::low, &Axis::stride}) {
      Case c = round_bricks();
      if (axis == 2 && number == &Axis::stride) continue;  // is the grid where nothing is cut
      ++(c.axis[axis].*number);
      EXPECT_FALSE(wrong(c).empty()) << "axis " << axis;
    }
  }
  Case c = strips();
  c.beats_of_word = 1;
  EXPECT_FALSE(wrong(c).empty());
}

}  // namespace
}  // namespace rtlgen::test
