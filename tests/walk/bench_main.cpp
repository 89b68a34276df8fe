// Runs one design of the top with many shapes: every small one, then random larger ones.
//
// Arguments: the design's place in the top, its parameters in the order of parameters(), the largest extent
// of the small shapes, how many random ones, the mutant that is in force (0: none). Prints "ok <shapes> <things
// compared> <cycles>" or the first difference with its shape.
#include <algorithm>
#include <cstdlib>

#include "bench.hpp"

namespace rtlgen::walk_test {

namespace {

using geometry::Axis;
using geometry::Layout;
using geometry::Shape;

/// Ghosts and stride of a blocked axis, or ghosts of one that wraps (whose stride is the grid); x in beats.
struct Cut {
  std::int64_t low, stride, high;
};
const std::vector<Cut> kBlocked = {{0, 1, 0}, {1, 1, 1}, {1, 2, 1}, {2, 3, 1}, {0, 4, 2}, {3, 1, 2}, {2, 2, 5}};
const std::vector<Cut> kBlockedIn3 = {{0, 1, 0}, {1, 2, 1}, {3, 1, 2}, {2, 2, 5}};
const std::vector<Cut> kWrapped = {{0, 0, 0}, {1, 0, 1}, {0, 0, 3}, {11, 0, 2}};
const std::vector<Cut> kWrappedZ = {{0, 0, 0}, {2, 0, 3}};
const std::vector<Cut> kWhole = {{0, 0, 0}};

const std::vector<Cut>& cuts(int axes, bool blocked, bool wraps) {
  if (blocked) return axes == 3 ? kBlockedIn3 : kBlocked;
  return wraps ? kWrapped : kWhole;
}

/// `unit` words per beat.
Axis make_axis(std::int64_t grid, const Cut& cut, bool blocked, bool wraps, std::int64_t unit) {
  Axis axis;
  axis.grid = wraps ? (grid + unit - 1) / unit * unit : grid;
  axis.blocked = blocked;
  axis.wraps = wraps;
  axis.low = cut.low * unit;
  axis.stride = blocked ? cut.stride * unit : axis.grid;
  axis.frame = axis.low + axis.stride + cut.high;
  return axis;
}

struct Sweep {
  Bench bench;
  long shapes = 0;

  bool run(const Shape& shape, std::int64_t extra_pitch) {
    const Design& d = bench.design;
    // Walks see beats of any words; the others the words of their own widths.
    Layout layout = geometry::close_together(shape, d.bus_bits, d.word_bits);
    layout.row_pitch += extra_pitch % 3;
    layout.plane_pitch = layout.row_pitch * shape.axis[1].grid + extra_pitch % 2 * 3;
    const auto faults = geometry::faults(shape, layout);
    const Mode mode = static_cast<Mode>(shapes % 3);
    std::string fault = faults.empty() ? "" : faults.front();
    if (fault.empty() && d.kind == Kind::kWalk) fault = run_walk(bench, shape, layout, mode);
    if (fault.empty() && d.kind == Kind::kUnpack) fault = run_unpack(bench, shape, layout, mode);
    if (fault.empty() && d.kind == Kind::kPack) fault = run_pack(bench, shape, layout, mode);
    ++shapes;
    if (fault.empty()) return true;
    std::printf("%s; mode %d, passes %ld, words of a beat %ld", fault.c_str(), static_cast<int>(mode),
                static_cast<long>(shape.passes), static_cast<long>(layout.words_of_beat));
    for (const Axis& a : shape.axis) {
      std::printf("; grid %ld frame %ld low %ld stride %ld", static_cast<long>(a.grid), static_cast<long>(a.frame),
                  static_cast<long>(a.low), static_cast<long>(a.stride));
    }
    std::printf("\n");
    return false;
  }

  bool small(std::int64_t most) {
    const Design& d = bench.design;
    const std::int64_t unit = std::max(1, d.bus_bits / d.word_bits);
    const std::int64_t most_y = d.axes > 1 ? most : 1;
    const std::int64_t most_z = d.axes > 2 ? std::min<std::int64_t>(most, 2) : 1;
    for (std::int64_t nx = 1; nx <= most; ++nx)
      for (std::int64_t ny = 1; ny <= most_y; ++ny)
        for (std::int64_t nz = 1; nz <= most_z; ++nz)
          for (const Cut& cx : cuts(d.axes, d.blocked_x, d.wrap_x))
            for (const Cut& cy : cuts(d.axes, d.blocked_y, d.wrap_y))
              for (const Cut& cz : d.wrap_z ? kWrappedZ : kWhole) {
                Shape shape;
                shape.axes = d.axes;
                shape.axis = {make_axis(nx, cx, d.blocked_x, d.wrap_x, unit),
                              make_axis(ny, cy, d.blocked_y, d.wrap_y, 1), make_axis(nz, cz, false, d.wrap_z, 1)};
                shape.passes = 1 + shapes % 4;
                if (!run(shape, shapes / 3)) return false;
              }
    return true;
  }

  bool random(int count) {
    const Design& d = bench.design;
    const std::int64_t unit = std::max(1, d.bus_bits / d.word_bits);
    const auto axis = [&](std::int64_t most, bool there, bool blocked, bool wraps, std::int64_t of_beat) {
      const bool ghosts = blocked || wraps;
      const Cut cut = {ghosts ? bench.between(0, 6) : 0, bench.between(1, 12), ghosts ? bench.between(0, 7) : 0};
      return there ? make_axis(bench.between(1, most), cut, blocked, wraps, of_beat) : Axis{};
    };
    for (int i = 0; i < count; ++i) {
      Shape shape;
      shape.axes = d.axes;
      shape.axis = {axis(90, true, d.blocked_x, d.wrap_x, unit), axis(25, d.axes > 1, d.blocked_y, d.wrap_y, 1),
                    axis(7, d.axes > 2, false, d.wrap_z, 1)};
      shape.passes = bench.between(1, 4);
      if (shape.frames() * shape.frame_words() > 20000) continue;
      if (!run(shape, bench.between(0, 5))) return false;
    }
    return true;
  }
};

}  // namespace

int run_sweep(int count, char** values) {
  if (count != 17) return 2;
  Sweep sweep;
  Design& d = sweep.bench.design;
  int at = 1;
  const auto next = [&] { return std::atoi(values[at++]); };
  sweep.bench.dut.select = static_cast<unsigned char>(next());
  d.kind = static_cast<Kind>(next());
  d.axes = next();
  for (bool* flag :
       {&d.blocked_x, &d.blocked_y, &d.wrap_x, &d.wrap_y, &d.wrap_z, &d.write, &d.ping_pong, &d.has_writer})
    *flag = next() != 0;
  d.bus_bits = next();
  d.word_bits = next();
  const int most = next();
  const int random = next();
  sweep.bench.dut.mutant = static_cast<unsigned char>(next());
  sweep.bench.reset();
  if (!sweep.small(most) || !sweep.random(random)) return 1;
  std::printf("ok %ld %ld %ld\n", sweep.shapes, sweep.bench.checked, sweep.bench.cycles);
  return 0;
}

}  // namespace rtlgen::walk_test

int main(int count, char** values) { return rtlgen::walk_test::run_sweep(count, values); }
