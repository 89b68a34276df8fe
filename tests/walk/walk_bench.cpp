// rtlgen_walk against the reference: segments, order, buffers, rows needed, cycles.
#include <algorithm>
#include <map>

#include "bench.hpp"
#include "reference.hpp"

namespace rtlgen::walk_test {

namespace {

constexpr std::uint64_t kBase[2] = {0x123456000, 0x9000000008};

/// A run may begin with either buffer.
int first_buffer(std::int64_t last_y) { return static_cast<int>(last_y % 2); }
constexpr int kHang = 20000;

void configure(Vgeometry_bench& dut, const geometry::WalkInputs& in) {
  const auto bits = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  dut.passes = bits(in.passes);
  dut.row_length = bits(in.row_beats);
  dut.rows = bits(in.rows);
  dut.planes = bits(in.planes);
  dut.grid_x = bits(in.grid_x);
  dut.first_x = bits(in.first_x);
  dut.stride_x = bits(in.stride_x);
  dut.blocks_x = bits(in.blocks_x);
  dut.first_y = bits(in.first_y);
  dut.stride_y = bits(in.stride_y);
  dut.blocks_y = bits(in.blocks_y);
  dut.last_y = bits(in.last_y);
  dut.first_z = bits(in.first_z);
  dut.last_z = bits(in.last_z);
  dut.first_offset = bits(in.first_offset);
  dut.row_pitch = bits(in.row_pitch);
  dut.plane_pitch = bits(in.plane_pitch);
  dut.band_pitch = bits(in.band_pitch);
  dut.turn_row = bits(in.turn_row);
  dut.turn_plane = bits(in.turn_plane);
  dut.turn_band = bits(in.turn_band);
  dut.rows_ahead = bits(in.rows_ahead);
  dut.frames_ahead = bits(in.frames_ahead);
  dut.rows_below = bits(in.rows_below);
  dut.base_0 = kBase[0];
  dut.base_1 = kBase[1];
  dut.first_buffer = first_buffer(in.last_y);
}

struct Segment {
  std::uint64_t address;
  std::int64_t beats;
  int bank;
  bool row_end;
  bool operator==(const Segment&) const = default;
};

Segment offered(const Vgeometry_bench& dut) {
  const std::uint64_t address = dut.out_data[0] | static_cast<std::uint64_t>(dut.out_data[1]) << 32;
  const std::uint32_t rest = dut.out_data[2];
  return {address, static_cast<std::int64_t>(rest & 0xfff), static_cast<int>(rest >> 12 & 1), (rest >> 13 & 1) != 0};
}

/// Follows the list of rows, segment by segment, and counts what is written where.
class Follower {
 public:
  Follower(const Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout)
      : d_(bench.design),
        shape_(shape),
        layout_(layout),
        rows_(d_.write ? written_rows(shape, layout) : read_rows(shape, layout)) {
    skip();
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] bool at_end() const { return row_ == rows_.size(); }
  /// The row that the next segment belongs to.
  [[nodiscard]] const Row& row() const { return rows_[row_]; }

  std::string take(const Segment& s) {
    if (at_end()) return "a segment too many";
    const Row& row = rows_[row_];
    const int bank = d_.ping_pong
                         ? static_cast<int>((row.pass + first_buffer(shape_.axis[1].grid - 1) + (d_.write ? 1 : 0)) % 2)
                         : 0;
    if (s.bank != bank) return "wrong buffer";
    if (s.beats == 0 && !(d_.write && row.beats.empty())) return "an empty segment";
    if (s.beats > static_cast<std::int64_t>(row.beats.size() - beat_)) return "a segment beyond its row";
    for (std::int64_t i = 0; i < s.beats; ++i) {
      const Beat& b = row.beats[beat_++];
      const auto offset = static_cast<std::uint64_t>(b.z * layout_.plane_pitch + b.y * layout_.row_pitch + b.x) * 8;
      const std::uint64_t address = s.address + static_cast<std::uint64_t>(i) * 8;
      if (address != kBase[bank] + offset) return "a wrong address";
      if (d_.write) ++written_[{row.pass, address - kBase[bank]}];
    }
    const bool row_end = beat_ == row.beats.size();
    if (s.row_end != row_end) return "a wrong row end";
    if (!row_end && row.beats[beat_].x != 0) return "a row in more segments than it needs";
    if (row_end) {
      ++row_;
      beat_ = 0;
      skip();
    }
    return "";
  }

  /// Every beat of the grid once in every pass, no other.
  [[nodiscard]] std::string once() const {
    std::size_t cells = 0;
    for (std::int64_t p = 0; p < shape_.passes; ++p) {
      for (std::int64_t z = 0; z < shape_.axis[2].grid; ++z) {
        for (std::int64_t y = 0; y < shape_.axis[1].grid; ++y) {
          for (std::int64_t x = 0; x < layout_.beats(shape_.axis[0].grid); ++x) {
            const auto offset = static_cast<std::uint64_t>(z * layout_.plane_pitch + y * layout_.row_pitch + x) * 8;
            const auto found = written_.find({p, offset});
            if (found == written_.end() || found->second != 1) return "a cell is not written exactly once";
            ++cells;
          }
        }
      }
    }
    return cells == written_.size() ? "" : "something outside the grid is written";
  }

 private:
  void skip() {
    while (!d_.write && !at_end() && rows_[row_].beats.empty()) ++row_;
  }
  const Design& d_;
  const geometry::Shape& shape_;
  const geometry::Layout& layout_;
  std::vector<Row> rows_;
  std::size_t row_ = 0;
  std::size_t beat_ = 0;
  std::map<std::pair<std::int64_t, std::uint64_t>, int> written_;
};

/// Cycles from start to done if nothing stalls, as the module's header counts them.
long expected_cycles(const Design& d, const geometry::Shape& shape, const std::vector<Row>& rows, long segments) {
  long empty = 0;
  for (const Row& row : rows) empty += row.beats.empty() ? 1 : 0;
  const long planes = static_cast<long>(d.write ? shape.axis[2].grid : shape.axis[2].frame);
  const long frames = static_cast<long>(shape.frames() * shape.passes);
  return 2 * segments + (d.write ? 0 : empty) + frames * (3 + planes - 1) + 2;
}

}  // namespace

std::string run_walk(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode) {
  Vgeometry_bench& dut = bench.dut;
  const bool waits = !bench.design.write && bench.design.has_writer;
  configure(dut, bench.design.write ? write_walk(shape, layout) : read_walk(shape, layout));
  bench.load();
  Follower follower(bench, shape, layout);
  // Cycles without a segment after which the walker certainly waits, not just passes rows outside the grid.
  const int waiting = 12 + 2 * static_cast<int>(shape.axis[1].frame);
  const int ready_percent = mode == Mode::kFree ? 100 : 60;
  std::int64_t committed = mode == Mode::kFree ? 1 << 29 : 0;
  long segments = 0;
  int quiet = 0;
  bool stalled = false;
  Segment before{};
  dut.start = 1;
  const long first_cycle = bench.cycles;
  while (true) {
    dut.rows_committed = static_cast<std::uint32_t>(committed);
    dut.out_ready = bench.chance(ready_percent) ? 1 : 0;
    bench.settle();
    const bool valid = dut.out_valid != 0;
    const bool done = dut.done != 0 && dut.start == 0;
    const Segment now = offered(dut);
    if (stalled && (!valid || !(now == before))) return "a segment changes before it is taken";
    if (valid && waits && !stalled && !follower.at_end()) {
      if (committed < follower.row().needed) return "a row is fetched before it is committed";
      if (mode == Mode::kTight && committed > follower.row().granted) return "a row waits longer than stated";
    }
    stalled = valid && dut.out_ready == 0;
    before = now;
    if (valid && dut.out_ready != 0) {
      const std::string fault = follower.take(now);
      if (!fault.empty()) return fault;
      ++segments;
      ++bench.checked;
    }
    bench.edge();
    dut.start = 0;
    if (done) break;
    quiet = valid ? 0 : quiet + 1;
    if (quiet > kHang) return "no segment comes";
    if (mode == Mode::kTight && waits && quiet > waiting && quiet % 5 == 0) {
      ++committed;
      if (!follower.at_end() && committed > follower.row().granted) return "a row waits longer than stated";
    }
    if (mode == Mode::kRandom && bench.chance(20)) committed += bench.between(0, 3);
  }
  if (!follower.at_end()) return "segments are missing";
  if (mode == Mode::kFree) {
    const long expected = expected_cycles(bench.design, shape, follower.rows(), segments);
    if (bench.cycles - first_cycle != expected + 1)
      return "not as many cycles as stated: " + std::to_string(bench.cycles - first_cycle) + " " +
             std::to_string(expected);
  }
  return bench.design.write ? follower.once() : "";
}

}  // namespace rtlgen::walk_test
