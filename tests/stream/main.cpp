// Runs one design of the top: scenarios with random extents, clocks, stalls and events; or its speed.
//
// Arguments: the design's place in the top, its parameters in the order of parameters(), bits and lanes of a cell, then
// how many scenarios; "speed": beats per cycle without stalls; "starved": a run whose gap is too small for the core's
// lag, which must hang; "checks": what of arrays.hpp no mutant reaches. Last the mutant, 0 for none. Prints
// "ok <beats> <runs cut by an event>", figures, or the first thing that is wrong.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench.hpp"

namespace rtlgen::stream_test {

namespace {

using geometry::Axis;
using geometry::Shape;

class Runner {
 public:
  Runner(int select, int mutant, const Design& design) : design_(design), bench_(select, mutant, design) {}

  int scenarios(int count) {
    for (int n = 0; n < count; ++n) {
      Scenario s = draw(n);
      const Shape shape = draw_shape();
      // One draw a statement: compilers evaluate arguments and factors in different orders.
      const std::int64_t slack = between(0, 2);
      Arrays arrays(design_, shape, slack, random_());
      const bool lags = between(0, 1) != 0, waits = between(0, 1) != 0;
      s.lag = lags ? between(0, std::min<std::int64_t>(shape.frame_words() * 3 / 2, 300)) : 0;
      s.gap = arrays.gap_for(s.lag) + (waits ? between(0, 9) : 0);
      const std::string fault = bench_.run(s, arrays, random_());
      if (!fault.empty()) return report(n, s, shape, fault);
    }
    std::printf("ok %ld %ld\n", bench_.beats, bench_.events);
    return 0;
  }

  int speed() {
    for (const bool half_duplex : {false, true}) {
      for (const int latency : {1, 60}) {
        Shape shape = whole(2 * 64, 60, 1);
        shape.passes = 4;
        Scenario s;
        s.half_duplex = half_duplex;
        s.weather.latency = latency;
        s.lag = 200;
        Arrays arrays(design_, shape, 0, 3);
        s.gap = arrays.gap_for(s.lag);
        const std::string fault = bench_.run(s, arrays, 7);
        if (!fault.empty()) return report(0, s, shape, fault);
        const auto beats = static_cast<double>(arrays.beats());
        const double ideal = half_duplex && design_.banks == 1 ? 1 : 2;
        const auto cycles = static_cast<double>(bench_.cycles);
        std::printf(
            "%d bank(s), %s, latency up to %d: %.3f beats per cycle of %.0f, %.1f %%; %.0f cycles per pass more than "
            "ideal\n",
            design_.banks, half_duplex ? "one direction at a time" : "both directions at once", latency, beats / cycles,
            ideal, 100 * beats / cycles / ideal, (cycles - beats / ideal) / static_cast<double>(shape.passes));
      }
    }
    return 0;
  }

  int starved() {
    Shape shape = whole(6, 5, 1);
    shape.passes = 3;
    Scenario s;
    s.lag = shape.frame_words() + 1;
    Arrays arrays(design_, shape, 0, 3);
    s.gap = 0;
    return report(0, s, shape, bench_.run(s, arrays, 7));
  }

  /// Passes are written without a read, and wrongly: says what is then found.
  int checks() {
    Shape shape = whole(4, 3, 1);
    shape.passes = 2;
    Arrays arrays(design_, shape, 1, 3);
    arrays.load();
    std::printf("%s\n", arrays.final_fault().c_str());
    for (const Access& a : arrays.writes()) {
      const int bank = design_.banks == 2 ? a.buffer : 0;
      arrays.write(bank, a.addr, Bits(static_cast<std::size_t>(design_.bus_bits / 32)));
      arrays.acknowledge(1);
    }
    std::printf("%s\n", arrays.final_fault().c_str());
    Bits beat;
    std::printf("%s\n", arrays.read(0, arrays.first[arrays.first_buffer], beat).c_str());
    return 0;
  }

 private:
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

  int report(int n, const Scenario& s, const Shape& shape, const std::string& fault) {
    std::printf("%s; scenario %d, event %d, lag %ld, gap %ld, passes %ld", fault.c_str(), n, s.event,
                static_cast<long>(s.lag), static_cast<long>(s.gap), static_cast<long>(shape.passes));
    for (const Axis& a : shape.axis) {
      std::printf("; grid %ld frame %ld low %ld stride %ld", static_cast<long>(a.grid), static_cast<long>(a.frame),
                  static_cast<long>(a.low), static_cast<long>(a.stride));
    }
    std::printf("\n");
    return 1;
  }

  Shape whole(std::int64_t beats, std::int64_t ny, std::int64_t nz) const {
    Shape shape;
    shape.axes = design_.axes;
    const std::int64_t nx = beats * unit();
    const auto axis = [](std::int64_t n) { return Axis{n, n, 0, n, false, false}; };
    shape.axis = {axis(nx), axis(design_.axes > 1 ? ny : 1), axis(design_.axes > 2 ? nz : 1)};
    return shape;
  }

  /// Words of a beat.
  [[nodiscard]] std::int64_t unit() const {
    return std::max(1, design_.bus_bits / (design_.cell_bits * design_.lanes));
  }

  Axis draw_axis(std::int64_t most, bool there, bool blocked, bool wraps, std::int64_t of_beat) {
    Axis axis;
    if (!there) return axis;
    const bool ghosts = blocked || wraps;
    axis.blocked = blocked;
    axis.wraps = wraps;
    axis.grid = between(1, most);
    if (wraps) axis.grid = (axis.grid + of_beat - 1) / of_beat * of_beat;
    axis.low = ghosts ? between(0, 3) * of_beat : 0;
    axis.stride = blocked ? between(1, 8) * of_beat : axis.grid;
    axis.frame = axis.low + axis.stride + (ghosts ? between(0, 3 * of_beat) : 0);
    return axis;
  }

  Shape draw_shape() {
    const Design& d = design_;
    while (true) {
      Shape shape;
      shape.axes = d.axes;
      shape.axis = {draw_axis((d.axes == 1 ? 90 : 24) * unit(), true, d.blocked_x, d.wrap_x, unit()),
                    draw_axis(d.axes == 2 ? 25 : 12, d.axes > 1, d.blocked_y, d.wrap_y, 1),
                    draw_axis(7, d.axes > 2, false, d.wrap_z, 1)};
      shape.passes = between(1, 5);
      const std::int64_t words = shape.frames() * shape.frame_words() * shape.passes;
      if (words < 40 || words > 6000) continue;
      if (geometry::faults(shape, geometry::close_together(shape, d.bus_bits, d.cell_bits * d.lanes)).empty())
        return shape;
    }
  }

  Scenario draw(int number) {
    static const int ratios[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 9}, {9, 2}, {4, 5}};
    Scenario s;
    s.event = number % 2 == 0 ? kNone : static_cast<Event>(number / 2 % kEvents);
    s.when = between(20, 600);
    s.weather.ready_percent = number % 7 == 0 ? 100 : static_cast<int>(between(30, 99));
    s.weather.latency = number % 5 == 0 ? 0 : static_cast<int>(between(1, 120));
    if (s.event == kReadError) s.weather.read_error = static_cast<int>(between(0, 200));
    if (s.event == kWriteError) s.weather.write_error = static_cast<int>(between(0, 10));
    const auto& ratio = ratios[between(0, 5)];
    s.bus_period = ratio[0];
    s.kernel_period = ratio[1];
    s.kernel_percent = number % 3 == 0 ? 100 : static_cast<int>(between(30, 99));
    s.latency = static_cast<int>(between(0, 8));
    return s;
  }

  Design design_;
  Bench bench_;
  std::mt19937_64 random_{11};
};

}  // namespace

int run(int count, char** values) {
  if (count != 18) return 2;
  int at = 1;
  const auto next = [&] { return std::atoi(values[at++]); };
  const int select = next();
  Design d;
  d.axes = next();
  for (bool* flag : {&d.blocked_x, &d.blocked_y, &d.wrap_x, &d.wrap_y, &d.wrap_z}) *flag = next() != 0;
  d.banks = next();
  d.bus_bits = next();
  ++at;
  d.burst_beats = next();
  d.fifo_log2 = next();
  d.group = next();
  d.cell_bits = next();
  d.lanes = next();
  const std::string what = values[at++];
  Runner runner(select, next(), d);
  if (what == "speed") return runner.speed();
  if (what == "starved") return runner.starved();
  if (what == "checks") return runner.checks();
  return runner.scenarios(std::atoi(what.c_str()));
}

}  // namespace rtlgen::stream_test

int main(int count, char** values) { return rtlgen::stream_test::run(count, values); }
