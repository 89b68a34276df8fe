// Regions of lines on grids about as small as the hardware serves: the core against the golden engine.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elaborate/elaborate.hpp"
#include "golden_check.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "small_grids.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

/// Writes a program of int16 whose lines have regions, kept borders and reads that reach across the grid.
class RegionWriter {
 public:
  explicit RegionWriter(std::mt19937& random) : random_(random) {}

  std::string write() {
    for (int a = 1 + below(3); a > 0; --a) grid_.push_back(below(3) == 0 ? 8 + below(10) : 1 + below(9));
    far_ = 1 + below(6);
    known_ = {"u", "v"};
    std::string text = fmt::format(
        "name: regions\ngrid: [{}]\ntype: int16\nfields:\n  u: {{boundary: {}}}\n  v: {{boundary: {}}}\nupdate:\n",
        fmt::join(grid_, ", "), rules(), rules());
    for (int i = 1 + below(4); i > 0; --i) text += line();
    text += fmt::format("  - u: \"{}\"\n", fmt::join(known_, " + "));
    const int steps = 1 + below(3);
    const int lanes[] = {1, 2, 4, 8};
    return text + fmt::format("iterations: {}\nhardware: {{cells_per_cycle: {}, steps: {}, extents: {}}}\n", steps,
                              lanes[below(4)], steps, below(4) == 0 ? "fixed" : "runtime");
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  std::string rule(bool may_wrap = true) {
    const char* const all[] = {"edge", "reflect", "symmetric", "{constant: 3}", "wrap"};
    return all[below(may_wrap ? 5 : 4)];
  }

  std::string rules() {
    std::vector<std::string> by_axis;
    for (std::size_t a = 0; a < grid_.size(); ++a) {
      by_axis.push_back(below(4) == 0 ? fmt::format("{}: [{}, {}]", "xyz"[a], rule(false), rule(false))
                                      : fmt::format("{}: {}", "xyz"[a], rule()));
    }
    return fmt::format("{{{}}}", fmt::join(by_axis, ", "));
  }

  std::string sum() {
    std::vector<std::string> reads;
    for (int i = 1 + below(3); i > 0; --i) {
      std::vector<int> offsets;
      for (std::size_t a = 0; a < grid_.size(); ++a) offsets.push_back(below(3) == 0 ? 0 : below(2 * far_ + 1) - far_);
      reads.push_back(fmt::format("{}[{}]", known_[static_cast<std::size_t>(below(static_cast<int>(known_.size())))],
                                  fmt::join(offsets, ",")));
    }
    return fmt::format("{}", fmt::join(reads, " + "));
  }

  std::string bounds(int n) {
    const int low = below(n);
    const int high = low + below(n - low);
    if (below(3) == 0) return fmt::format("{}", below(2) == 0 ? low : low - n);
    const int ends = below(3);
    return fmt::format("[{}, {}]", ends == 2 ? low - n : low, ends == 0 ? high : high - n);
  }

  std::string region() {
    std::vector<std::string> spans;
    for (std::size_t a = 0; a < grid_.size(); ++a) {
      if (below(4) != 0)
        spans.push_back(fmt::format("{}: {}", "xyz"[a], below(3) == 0 ? "interior" : bounds(grid_[a])));
    }
    return below(3) == 0 || spans.empty() ? "interior" : fmt::format("{{{}}}", fmt::join(spans, ", "));
  }

  std::string line() {
    if (below(3) == 0 && known_.size() < 4) {
      const std::string name = fmt::format("t{}", known_.size());
      std::string text =
          fmt::format("  - {}: {{expr: \"{}\", region: {}, boundary: {}}}\n", name, sum(), region(), rules());
      text += fmt::format("  - {}: {{expr: \"{}\", region: rest}}\n", name, sum());
      known_.push_back(name);
      return text;
    }
    const std::string target = known_[static_cast<std::size_t>(below(2))];
    const int form = below(10);
    std::string more = form < 3   ? ", border: keep"
                       : form < 4 ? fmt::format(", border: {{keep: {}}}", 1 + below(6))
                       : form < 9 ? fmt::format(", region: {}", region())
                                  : "";
    if (below(6) == 0) more += fmt::format(", where: \"{} > 1\"", sum());
    std::string text = fmt::format("  - {}: {{expr: \"{}\"{}}}\n", target, sum(), more);
    if (form >= 4 && form < 9 && below(2) == 0)
      text += fmt::format("  - {}: {{expr: \"{}\", region: rest}}\n", target, sum());
    return text;
  }

  std::mt19937& random_;
  std::vector<int> grid_;
  std::vector<std::string> known_;
  int far_ = 1;
};

TEST(Regions, RandomOnesComputeWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(2811);
  int accepted = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string text = RegionWriter(random).write();
    Diagnostics diagnostics;
    const auto p = shared_plan(text, diagnostics);
    if (!p || !fits(*p)) continue;
    ++accepted;
    expect_golden_on_small_grids(text, *p, random);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(accepted, 100);
}

TEST(Regions, ABoundFurtherFromTheEndThanARowIsLong) {
  std::mt19937 random = seeded(2812);
  const std::string text = R"yaml(name: short_rows
grid: [41, 5]
type: int16
fields: {u: {boundary: symmetric}}
update:
  - u: {expr: "u[0,-1] + u[0,1]", region: {x: [-19, -4]}}
iterations: 2
hardware: {cells_per_cycle: 4}
)yaml";
  Diagnostics diagnostics;
  const auto p = shared_plan(text, diagnostics);
  ASSERT_TRUE(p);
  expect_golden_on_small_grids(text, *p, random);
  const hw::Design design = elaborate::elaborate(*p);
  EXPECT_EQ(p->core.minimum[0], 19);
  for (std::int64_t x = p->core.minimum[0]; x < 30; ++x) expect_golden(*p, design, {x, 5, 1}, 2, random);
}

TEST(Regions, AReadThatSharingMovesStaysOnTheSmallestGrid) {
  std::mt19937 random = seeded(2813);
  const std::string text = R"yaml(name: moved
grid: [12]
type: int16
fields: {u: {boundary: reflect}}
update:
  - d: {expr: "u[-3] + u[-2]", region: interior, boundary: {constant: 3}}
  - d: {expr: "u[3] + u[2]", region: rest}
  - u: {expr: "d[-3] + d[3]"}
iterations: 2
hardware: {cells_per_cycle: 2}
)yaml";
  Diagnostics diagnostics;
  const auto p = shared_plan(text, diagnostics);
  ASSERT_TRUE(p);
  EXPECT_EQ(p->core.minimum[0], 6);
  expect_golden_on_small_grids(text, *p, random);
}

}  // namespace
}  // namespace rtlgen::test
