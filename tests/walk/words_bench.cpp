// rtlgen_unpack and rtlgen_pack against the reference: every word and beat, the rest of a beat, the rate.
#include <algorithm>

#include "bench.hpp"
#include "reference.hpp"

namespace rtlgen::walk_test {

namespace {

using Bits = std::vector<bool>;

void configure(Vgeometry_bench& dut, const geometry::Shape& shape) {
  const geometry::FrameInputs in = geometry::frame_inputs(shape);
  const auto bits = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  dut.row_length = bits(in.length[0]);
  dut.rows = bits(in.length[1]);
  dut.planes = bits(in.length[2]);
  dut.first_x = bits(in.first[0]);
  dut.first_y = bits(in.first[1]);
  dut.low_x = bits(in.low[0]);
  dut.low_y = bits(in.low[1]);
  dut.low_z = bits(in.low[2]);
  dut.last_x = bits(in.last[0]);
  dut.last_y = bits(in.last[1]);
  dut.last_z = bits(in.last[2]);
  dut.stride_x = bits(in.stride[0]);
  dut.stride_y = bits(in.stride[1]);
  dut.blocks_x = bits(in.blocks[0]);
  dut.blocks_y = bits(in.blocks[1]);
}

/// Any bits that belong to these coordinates.
Bits content(std::int64_t x, std::int64_t y, std::int64_t z, int width, std::uint64_t salt) {
  auto state = static_cast<std::uint64_t>(x * 1000003 + y * 1009 + z) + salt * 0x2545f4914f6cdd1dULL;
  Bits bits;
  for (int i = 0; i < width; i += 64) {
    state += 0x9e3779b97f4a7c15ULL;  // splitmix64
    std::uint64_t value = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    value ^= value >> 31;
    for (int k = i; k < width && k < i + 64; ++k) bits.push_back((value >> (k - i) & 1) != 0);
  }
  return bits;
}

template <typename Port>
void drive(Port& port, const Bits& bits) {
  for (int w = 0; w < 8; ++w) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 32 && 32 * static_cast<std::size_t>(w) + k < bits.size(); ++k) {
      if (bits[32 * static_cast<std::size_t>(w) + k]) value |= std::uint32_t{1} << k;
    }
    port[w] = value;
  }
}

template <typename Port>
Bits sample(const Port& port, int width) {
  Bits bits;
  for (int k = 0; k < width; ++k) bits.push_back((port[k / 32] >> (k % 32) & 1) != 0);
  return bits;
}

Bits slice(const Bits& bits, std::int64_t from, std::int64_t width) {
  return {bits.begin() + from, bits.begin() + from + width};
}

/// Streams `in` and compares with `out`; `must_be`: the cycles that it takes without stalls.
std::string stream(Bench& bench, const std::vector<Bits>& in, const std::vector<Bits>& out, Mode mode, long must_be) {
  Vgeometry_bench& dut = bench.dut;
  bench.reset();
  const int in_percent = mode == Mode::kFree ? 100 : (mode == Mode::kTight ? 25 : 70);
  const int out_percent = mode == Mode::kFree ? 100 : (mode == Mode::kTight ? 90 : 50);
  const int width = out.empty() ? 0 : static_cast<int>(out.front().size());
  std::size_t given = 0;
  std::size_t taken = 0;
  bool in_stalled = false;
  bool stalled = false;
  Bits before;
  const long first_cycle = bench.cycles;
  int quiet = 0;
  while (taken < out.size() || given < in.size()) {
    if (!in_stalled) {
      dut.in_valid = given < in.size() && bench.chance(in_percent) ? 1 : 0;
      if (dut.in_valid != 0) drive(dut.in_data, in[given]);
    }
    dut.out_ready = taken < out.size() && bench.chance(out_percent) ? 1 : 0;
    bench.settle();
    const bool valid = dut.out_valid != 0;
    const bool takes = dut.in_valid != 0 && dut.in_ready != 0;
    if (valid || stalled) {
      const Bits now = sample(dut.out_data, width);
      if (stalled && (!valid || now != before)) return "a word changes before it is taken";
      before = now;
      if (valid && taken == out.size() && bench.design.kind == Kind::kPack) return "something too many";
      if (dut.out_ready != 0 && valid) {
        if (now != out[taken]) return "wrong content";
        ++taken;
        ++bench.checked;
      }
    }
    stalled = valid && dut.out_ready == 0;
    in_stalled = dut.in_valid != 0 && !takes;
    if (takes) ++given;
    quiet = takes || (valid && dut.out_ready != 0) ? 0 : quiet + 1;
    if (quiet > 400) return "it hangs";
    bench.edge();
  }
  const long cycles = bench.cycles - first_cycle;
  if (mode == Mode::kFree && cycles != must_be) {
    return "cycles " + std::to_string(cycles) + " instead of " + std::to_string(must_be);
  }
  return "";
}

}  // namespace

std::string run_unpack(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode) {
  const int bus = bench.design.bus_bits;
  const int word = bench.design.word_bits;
  configure(bench.dut, shape);
  bench.load();
  std::vector<Bits> in;
  std::vector<Bits> out;
  long cycles = 1;  // the output register
  for (const Row& row : read_rows(shape, layout)) {
    for (const Beat& b : row.beats) in.push_back(content(b.x, b.y, b.z, bus, 1));
  }
  for (std::int64_t pass = 0; pass < shape.passes; ++pass) {
    for (const Word& w : frame_words(shape)) {
      Bits bits;
      if (!w.on_grid) {
        bits = Bits(static_cast<std::size_t>(word), false);
      } else if (layout.beats_of_word > 1) {
        for (std::int64_t i = 0; i < layout.beats_of_word; ++i) {
          const Bits beat = content(w.x * layout.beats_of_word + i, w.y, w.z, bus, 1);
          bits.insert(bits.end(), beat.begin(), beat.end());
        }
        bits = slice(bits, 0, word);
      } else {
        const Bits beat = content(w.x / layout.words_of_beat, w.y, w.z, bus, 1);
        bits = slice(beat, w.x % layout.words_of_beat * word, word);
      }
      cycles += w.on_grid ? static_cast<long>(layout.beats_of_word) : 1;
      out.push_back(bits);
    }
  }
  return stream(bench, in, out, mode, cycles);
}

std::string run_pack(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode) {
  const int bus = bench.design.bus_bits;
  const int word = bench.design.word_bits;
  configure(bench.dut, shape);
  bench.load();
  std::vector<Bits> in;
  std::vector<Bits> out;
  long cycle = 0;
  long free_at = 0;  // when the beats of the last kept word have left
  std::uint64_t garbage = 0;
  const std::vector<Word> words = frame_words(shape);
  for (std::int64_t pass = 0; pass < shape.passes; ++pass) {
    for (const Word& w : words) {
      in.push_back(w.own ? content(w.x, w.y, w.z, word, 2) : content(0, 0, 0, word, ++garbage * 77));
      if (w.own) {
        cycle = std::max(cycle, free_at);
        free_at = cycle + static_cast<long>(layout.beats_of_word);
      }
      ++cycle;
    }
  }
  for (const Row& row : written_rows(shape, layout)) {
    for (const Beat& b : row.beats) {
      Bits bits;
      if (layout.beats_of_word > 1) {
        const std::int64_t x = b.x / layout.beats_of_word;
        bits = content(x, b.y, b.z, word, 2);
        bits.resize(static_cast<std::size_t>(layout.beats_of_word * bus), false);
        bits = slice(bits, b.x % layout.beats_of_word * bus, bus);
      } else {
        for (std::int64_t i = 0; i < layout.words_of_beat; ++i) {
          const std::int64_t x = b.x * layout.words_of_beat + i;
          const Bits one =
              x < shape.axis[0].grid ? content(x, b.y, b.z, word, 2) : Bits(static_cast<std::size_t>(word), false);
          bits.insert(bits.end(), one.begin(), one.end());
        }
        bits.resize(static_cast<std::size_t>(bus), false);
      }
      out.push_back(bits);
    }
  }
  return stream(bench, in, out, mode, std::max(cycle, free_at + 1));
}

}  // namespace rtlgen::walk_test
