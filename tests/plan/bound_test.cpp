// Contents of a plan's buffers, against two counts of the least that can be kept: cells that are still to be
// read, followed token by token over whole frames, and the closed form of docs/adr/0002.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/windows.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/boundary.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

/// Follows every cell of a stream from the token with which it arrives to that of its last read.
class Liveness {
 public:
  explicit Liveness(const plan::Plan& plan) : p_(plan), s_(*plan.stencil), frame_(plan.frame) {
    Diagnostics none;
    const auto run = contract::run_settings(plan.core, plan.core.maximum, 1, none);
    const std::int64_t slice = s_.axes == 3 ? frame_.plane_words() : s_.axes == 2 ? frame_.row_words : 1;
    frame_words_ = frame_.words() + run->gap * slice;
  }

  /// The most cells of `stream` that wait for a read, or arrive, at any one token.
  std::int64_t peak(spec::StreamId stream) {
    last_read_.clear();
    // Three frames: the one in the middle has neighbours on both sides.
    for (std::int64_t f = 0; f < 3; ++f) {
      for (const plan::StagePlan& stage : p_.executor.stages) follow(stream, stage, f * frame_words_);
      follow_exit(stream, f * frame_words_);
    }
    std::map<std::int64_t, std::int64_t> change;
    for (const auto& [cell, last] : last_read_) {
      ++change[arrival(stream, cell / lanes())];
      --change[last + 1];
    }
    std::int64_t live = 0, most = 0;
    for (const auto& [token, n] : change) {
      live += n;
      most = std::max(most, live);
    }
    return most;
  }

 private:
  [[nodiscard]] std::int64_t lanes() const { return p_.core.cells_per_cycle; }
  [[nodiscard]] std::int64_t arrival(spec::StreamId stream, std::int64_t word) const {
    return word + frame_.count(p_.executor.streams[stream].lag);
  }
  [[nodiscard]] std::int64_t word_of(const spec::Extents& c) const {
    return c[2] * frame_.plane_words() + c[1] * frame_.row_words + c[0] / lanes();
  }

  /// The cell at `c` of a frame that begins at word `base` is read at `token`.
  void read(spec::StreamId stream, std::int64_t base, const spec::Extents& c, std::int64_t token) {
    const std::int64_t word = base + word_of(c);
    ASSERT_LE(arrival(stream, word), token) << "read before it arrives";
    std::int64_t& last = last_read_[word * lanes() + c[0] % lanes()];
    last = std::max(last, token);
  }

  template <class Visit>
  void each_cell(Visit&& visit) const {
    const spec::Extents cells = p_.core.frame_extents(s_.grid);
    for (std::int64_t z = 0; z < cells[2]; ++z) {
      for (std::int64_t y = 0; y < cells[1]; ++y) {
        for (std::int64_t x = 0; x < cells[0]; ++x) visit(spec::Extents{x, y, z});
      }
    }
  }

  /// The cell along an axis of the frame whose value a read from `c` gets, or nullopt: none, or it does not matter.
  [[nodiscard]] std::optional<std::int64_t> cell_of(const spec::Node& n, std::size_t a, std::int64_t c,
                                                    bool is_resolved) const {
    const std::int64_t here = p_.core.grid_coordinate(a, c, s_.grid[a]);
    std::int64_t target = c + n.offset[a];
    if (!spec::wraps(n.boundary[a])) {
      const std::int64_t wanted = here + n.offset[a];
      if (!is_resolved && (wanted < 0 || wanted >= s_.grid[a])) return std::nullopt;
      const auto i = spec::resolve_index(wanted, s_.grid[a], n.boundary[a]);
      if (!i) return std::nullopt;
      target = c + *i - here;
    }
    if (target < 0 || target >= p_.core.frame_extents(s_.grid)[a]) return std::nullopt;
    return target;
  }

  void follow(spec::StreamId stream, const plan::StagePlan& stage, std::int64_t base) {
    const spec::Stage& line = s_.stages[stage.stage];
    const bool keep = line.border == spec::Border::kKeep;
    each_cell([&](const spec::Extents& c) {
      const std::int64_t token = base + word_of(c) + frame_.count(stage.lag);
      if (keep && line.old_stream == stream) read(stream, base, c, token);
      for (const spec::NodeId id : stage.reads.nodes) {
        const spec::Node& n = s_.nodes[id];
        if (n.op != spec::Op::kTap || n.stream != stream) continue;
        spec::Extents r{};
        bool on_grid = true;
        for (std::size_t a = 0; a < spec::kMaxAxes && on_grid; ++a) {
          const auto i = cell_of(n, a, c[a], line.border == spec::Border::kCompute);
          on_grid = i.has_value();
          if (on_grid) r[a] = *i;
        }
        if (on_grid) read(stream, base, r, token);
      }
    });
  }

  void follow_exit(spec::StreamId stream, std::int64_t base) {
    for (const spec::ArrayId a : s_.arrays.ids()) {
      if (!plan::leaves_executor(s_, a)) continue;
      const bool forwarded = p_.executor.has_bypass && s_.first_stream(a) == stream;
      if (s_.final_stream(a) != stream && !forwarded) continue;
      each_cell(
          [&](const spec::Extents& c) { read(stream, base, c, base + word_of(c) + frame_.count(p_.executor.lag)); });
    }
  }

  const plan::Plan& p_;
  const spec::Stencil& s_;
  contract::FrameShape frame_;
  std::int64_t frame_words_ = 0;
  std::map<std::int64_t, std::int64_t> last_read_;  ///< word * P + lane -> token of its last read
};

TEST(Bound, NoPlanKeepsLessThanIsStillToBeRead) {
  std::mt19937 random(7);
  for (int i = 0; i < 150; ++i) {
    const std::string text = random_program(random, true);
    SCOPED_TRACE(text);
    const plan::Plan p = plan_of(text);
    Liveness life(p);
    for (const plan::StreamPlan& s : p.executor.streams) {
      if (!s.buffered || s.source) continue;  // a held array's words do not arrive with the tokens
      EXPECT_GE(s.buffered_cells, life.peak(s.stream)) << "stream " << s.stream.index();
    }
  }
}

struct Shape {
  const char* what;
  std::vector<std::int64_t> grid;
  const char* expression;
  std::int64_t last;  ///< furthest forward read, in cells of rows padded to whole words
};

/// D + P - 1, and the rest of the newest word where the furthest read does not end a word.
std::int64_t closed_form(std::int64_t reuse, std::int64_t p, std::int64_t last) {
  return reuse + p - 1 + (p - last % p) % p;
}

TEST(Bound, PlansKeepExactlyWhatIsStillToBeRead) {
  const std::vector<Shape> shapes = {
      {"line", {240}, "a[-1] + a + a[1]", 1},
      {"backward", {240}, "a + a[-3]", 0},
      {"forward", {240}, "a + a[5]", 5},
      {"star", {48, 20}, "a[-1,0] + a[1,0] + a[0,-1] + a[0,1] + a", 48},
      {"wide star", {48, 20}, "a[-2,0] + a[2,0] + a[0,-2] + a[0,2] + a", 96},
      {"box", {48, 20}, "a[-1,-1] + a[1,-1] + a[-1,1] + a[1,1] + a", 49},
      {"star in space", {24, 10, 9}, "a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1] + a", 240},
  };
  for (const Shape& shape : shapes) {
    for (const std::int64_t p : {1, 2, 3, 4, 8}) {
      std::string grid;
      for (const std::int64_t n : shape.grid) grid += (grid.empty() ? "" : ", ") + std::to_string(n);
      const plan::Plan planned =
          plan_of(fmt::format("name: bound\ngrid: [{}]\ntype: uint8\nfields: {{a: {{}}}}\nupdate:\n  - a: "
                              "{}\nhardware: {{cells_per_cycle: {}}}\n",
                              grid, shape.expression, p));
      const plan::StreamPlan& s = planned.executor.streams.front();
      SCOPED_TRACE(fmt::format("{}, P = {}", shape.what, p));
      EXPECT_EQ(s.buffered_cells, Liveness(planned).peak(s.stream));
      const std::int64_t reuse = analysis::reuse_distance(*planned.stencil, s.stream);
      EXPECT_EQ(s.buffered_cells, closed_form(reuse, p, shape.last));
      // The proven minimum itself wherever the furthest read ends a word.
      if (shape.last % p == 0) {
        EXPECT_EQ(s.buffered_cells, reuse + p - 1);
      }
    }
  }
}

TEST(Bound, RowsThatPDoesNotDivideArePadded) {
  // 46 cells are 12 words of 4: each row that is kept costs its two padding cells.
  const plan::Plan p = plan_of(
      "name: padded\ngrid: [46, 20]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[0,-1] + a[0,1] + a\n"
      "hardware: {cells_per_cycle: 4}\n");
  EXPECT_EQ(analysis::reuse_distance(*p.stencil, spec::StreamId(0)), 2 * 46 + 1);
  EXPECT_EQ(p.executor.streams[spec::StreamId(0)].buffered_cells, 2 * 48 + 4);
}

TEST(Bound, BoundaryRulesAddTheCellsThatTheyRead) {
  const auto kept = [](const char* rule, const char* expression) {
    return plan_of(fmt::format(
                       "name: rule\ngrid: [64, 20]\ntype: uint8\nfields: {{a: {{boundary: {}}}}}\nupdate:\n  - a: {}\n",
                       rule, expression))
        .executor.streams[spec::StreamId(0)]
        .buffered_cells;
  };
  // A read two rows ahead: a constant needs nothing else, so the word goes from the wire to the
  // Kernel; `edge` reads the cell's own row, `reflect` from two rows behind.
  EXPECT_EQ(kept("{constant: 0}", "a[0,2]"), 0);
  EXPECT_EQ(kept("edge", "a[0,2]"), 2 * 64 + 1);
  EXPECT_EQ(kept("reflect", "a[0,2]"), 4 * 64 + 1);
  EXPECT_EQ(kept("symmetric", "a[0,2]"), 3 * 64 + 1);
}

}  // namespace
}  // namespace rtlgen::test
