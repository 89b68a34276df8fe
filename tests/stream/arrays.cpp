// Arrays in memory and what a run does to them; see arrays.hpp.
#include "arrays.hpp"

#include <algorithm>
#include <cstdio>

#include "../shell/memory_model.hpp"

namespace rtlgen::stream_test {

using walk_test::Beat;
using walk_test::Word;

std::uint64_t get_bits(const Bits& from, std::int64_t at, int count) {
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i, ++at) value |= std::uint64_t{from[at / 32] >> (at % 32) & 1U} << i;
  return value;
}

void put_bits(Bits& to, std::int64_t at, int count, std::uint64_t value) {
  for (int i = 0; i < count; ++i, ++at) {
    const std::uint32_t bit = 1U << (at % 32);
    to[at / 32] = (value >> i & 1U) != 0 ? to[at / 32] | bit : to[at / 32] & ~bit;
  }
}

namespace {

constexpr std::int64_t kGuard = 24;  ///< beats before, between and after the buffers

std::string hex(std::uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

Arrays::Arrays(const Design& design, const geometry::Shape& s, std::int64_t slack, std::uint64_t seed)
    : shape(s),
      first_buffer(static_cast<int>(seed / 2 % 2)),
      design_(design),
      seed_(seed),
      beat_bytes_(design.bus_bits / 8),
      word_bits_(design.cell_bits * design.lanes) {
  layout = geometry::close_together(shape, design.bus_bits, word_bits_);
  layout.row_pitch += slack;
  layout.plane_pitch = layout.row_pitch * shape.axis[1].grid + slack;
  const std::int64_t beats = layout.plane_pitch * shape.axis[2].grid;
  origin_ = 0x40000000 + static_cast<std::uint64_t>((seed % 64) * beat_bytes_);
  for (int b = 0; b < 2; ++b) {
    const std::int64_t before = kGuard + (design.banks == 1 && b == 1 ? beats + kGuard : 0);
    first[b] = origin_ + static_cast<std::uint64_t>(before * beat_bytes_);
    last[b] = first[b] + static_cast<std::uint64_t>((beats - 1) * beat_bytes_);
    stores_[bank_of(b)].resize(static_cast<std::size_t>(before + beats + kGuard));
  }
  for (const walk_test::Row& row : walk_test::read_rows(shape, layout)) {
    const int buffer = static_cast<int>((row.pass + first_buffer) % 2);
    for (const Beat& b : row.beats) reads_.push_back({row.pass, buffer, address(buffer, b), b});
  }
  for (const walk_test::Row& row : walk_test::written_rows(shape, layout)) {
    const int buffer = static_cast<int>((row.pass + first_buffer + 1) % 2);
    for (const Beat& b : row.beats) writes_.push_back({row.pass, buffer, address(buffer, b), b});
    row_ends_.push_back(writes_.size());
  }
  words_ = walk_test::frame_words(shape);
}

std::uint64_t Arrays::address(int buffer, const Beat& b) const {
  const std::int64_t offset = b.x + b.y * layout.row_pitch + b.z * layout.plane_pitch;
  return first[buffer] + static_cast<std::uint64_t>(offset * beat_bytes_);
}

std::uint64_t Arrays::middle(int buffer) const {
  std::uint64_t last_written = first[buffer];
  for (const Access& a : writes_) {
    if (a.buffer == buffer) last_written = std::max(last_written, a.addr);
  }
  const auto bytes = static_cast<std::uint64_t>(beat_bytes_);
  return last_written - ((last_written - first[buffer]) / bytes / 2 + 1) * bytes;
}

std::size_t Arrays::index(std::uint64_t addr) const {
  return static_cast<std::size_t>((addr - origin_) / static_cast<std::uint64_t>(beat_bytes_));
}

std::uint64_t Arrays::cell(std::int64_t pass, const Word& w, int lane) const {
  const std::uint64_t place = static_cast<std::uint64_t>(((w.z * 4096 + w.y) * 65536 + w.x) * 64 + lane);
  return (bus::mix(place ^ seed_ << 40) + static_cast<std::uint64_t>(pass)) &
         ((std::uint64_t{1} << design_.cell_bits) - 1);
}

void Arrays::load() {
  std::uint64_t junk = seed_;
  for (auto& bank : stores_) {
    for (Store& s : bank) {
      s = {Bits(static_cast<std::size_t>(design_.bus_bits / 32)), 0, 0};
      for (std::uint32_t& part : s.content) part = static_cast<std::uint32_t>(bus::mix(++junk) >> 7);
    }
  }
  for (const Word& w : words_) {
    if (!w.own) continue;
    for (std::int64_t part = 0; part < layout.beats_of_word; ++part) {
      const Beat place{w.x / layout.words_of_beat * layout.beats_of_word + part, w.y, w.z};
      Bits& beat = at(bank_of(first_buffer), address(first_buffer, place)).content;
      for (int lane = 0; lane < design_.lanes; ++lane) {
        for (int bit = 0; bit < design_.cell_bits; ++bit) {
          const std::int64_t in_word = lane * design_.cell_bits + bit;
          const std::int64_t in_beat = w.x % layout.words_of_beat * word_bits_ + in_word - part * design_.bus_bits;
          if (in_beat >= 0 && in_beat < design_.bus_bits) put_bits(beat, in_beat, 1, cell(0, w, lane) >> bit);
        }
      }
    }
  }
  requested_ = read_ = written_ = acked_ = 0;
  rows_done_ = 0;
  pending_.clear();
}

std::string Arrays::ask_read(int bank, std::uint64_t addr) {
  if (requested_ == reads_.size()) return "a read beat too many";
  const Access& a = reads_[requested_++];
  if (a.addr != addr || bank_of(a.buffer) != bank) return "a read in the wrong place, " + hex(addr);
  const Store& s = at(bank, addr);
  if (s.acked < (a.pass + 1) / 2) return "a cell is read before it is committed, " + hex(addr);
  return "";
}

std::string Arrays::read(int bank, std::uint64_t addr, Bits& beat) {
  const Access& a = reads_[read_++];
  const Store& s = at(bank, addr);
  beat = s.content;
  if (s.started != (a.pass + 1) / 2) return "a cell is written over before it is read, " + hex(addr);
  return "";
}

/// The words of a beat that lie on the grid.
std::string Arrays::beat_fault(std::int64_t pass, const Beat& place, const Bits& beat) const {
  const std::int64_t part = place.x % layout.beats_of_word;
  for (std::int64_t slot = 0; slot < layout.words_of_beat; ++slot) {
    const Word w{true, true, place.x / layout.beats_of_word * layout.words_of_beat + slot, place.y, place.z};
    if (w.x >= shape.axis[0].grid) break;
    for (std::int64_t bit = 0; bit < word_bits_; ++bit) {
      const std::int64_t in_beat = slot * word_bits_ + bit - part * design_.bus_bits;
      if (in_beat < 0 || in_beat >= design_.bus_bits) continue;
      const int lane = static_cast<int>(bit / design_.cell_bits);
      if (get_bits(beat, in_beat, 1) != (cell(pass, w, lane) >> (bit % design_.cell_bits) & 1U)) return "wrong";
    }
  }
  return "";
}

std::string Arrays::write(int bank, std::uint64_t addr, const Bits& beat) {
  if (written_ == writes_.size()) return "a write beat too many";
  const Access& a = writes_[written_++];
  if (a.addr != addr || bank_of(a.buffer) != bank) return "a write in the wrong place, " + hex(addr);
  ++at(bank, addr).started;
  pending_.push_back(beat);
  if (!beat_fault(a.pass + 1, a.place, beat).empty()) return "a wrong beat is written, " + hex(addr);
  return "";
}

void Arrays::acknowledge(int beats) {
  for (int i = 0; i < beats; ++i) {
    const Access& a = writes_[acked_++];
    Store& s = at(bank_of(a.buffer), a.addr);
    s.content = pending_[static_cast<std::size_t>(i)];
    ++s.acked;
  }
  pending_.erase(pending_.begin(), pending_.begin() + beats);
  while (rows_done_ < static_cast<std::int64_t>(row_ends_.size()) &&
         row_ends_[static_cast<std::size_t>(rows_done_)] <= acked_)
    ++rows_done_;
}

std::string Arrays::check_word(std::int64_t pass, std::size_t i, const Bits& word) const {
  const Word& w = words_[i];
  for (int lane = 0; lane < design_.lanes; ++lane) {
    const std::uint64_t expected = w.on_grid ? cell(pass, w, lane) : 0;
    const std::uint64_t seen = get_bits(word, lane * design_.cell_bits, design_.cell_bits);
    if (seen != expected) {
      return "a wrong word enters the core, word " + std::to_string(i) + " of pass " + std::to_string(pass) + ": " +
             hex(seen) + " instead of " + hex(expected);
    }
  }
  return "";
}

Bits Arrays::result(std::size_t i, const Bits& word) const {
  Bits answer = word;
  for (int lane = 0; lane < design_.lanes; ++lane) {
    const std::uint64_t value = get_bits(word, lane * design_.cell_bits, design_.cell_bits);
    // A stencil's results for ghosts mean nothing.
    put_bits(answer, lane * design_.cell_bits, design_.cell_bits, words_[i].own ? value + 1 : bus::mix(value + i));
  }
  return answer;
}

std::string Arrays::final_fault() const {
  std::array<std::vector<int>, 2> writes;
  for (int b = 0; b < 2; ++b) writes[b].resize(stores_[b].size());
  for (const Access& a : writes_) ++writes[bank_of(a.buffer)][index(a.addr)];
  for (int b = 0; b < 2; ++b) {
    for (std::size_t i = 0; i < stores_[b].size(); ++i) {
      if (stores_[b][i].started != writes[b][i] || stores_[b][i].acked != writes[b][i])
        return "a beat is written too often or not";
    }
  }
  const int buffer = static_cast<int>((shape.passes + first_buffer) % 2);
  for (const Word& w : words_) {
    if (!w.own) continue;
    for (std::int64_t part = 0; part < layout.beats_of_word; ++part) {
      const Beat place{w.x / layout.words_of_beat * layout.beats_of_word + part, w.y, w.z};
      const Store& s = stores_[bank_of(buffer)][index(address(buffer, place))];
      if (!beat_fault(shape.passes, place, s.content).empty()) return "a wrong cell at the end";
    }
  }
  return "";
}

std::int64_t Arrays::gap_for(std::int64_t lag) const {
  const auto& a = shape.axis;
  const std::int64_t frame_rows = a[1].frame * a[2].frame;
  // The frame of each own row, and the place in it of its last word; a row that has none is there with the one before.
  std::vector<std::pair<std::int64_t, std::int64_t>> ends;
  const std::int64_t own_rows = a[1].stride * a[2].grid;
  for (const walk_test::Row& row : walk_test::written_rows(shape, layout)) {
    const auto n = static_cast<std::int64_t>(ends.size());
    const std::int64_t frame = n / own_rows, y = n % own_rows % a[1].stride, z = n % own_rows / a[1].stride;
    const std::int64_t line = (z + a[2].low) * a[1].frame + y + a[1].low;
    const std::int64_t place = (line + 1) * a[0].frame - 1;
    ends.push_back(row.beats.empty() && n > 0 ? ends.back() : std::pair{frame, place});
  }
  std::int64_t gap = 0, n = 0;
  for (const walk_test::Row& row : walk_test::read_rows(shape, layout)) {
    const std::int64_t frame = n / frame_rows, line = n % frame_rows;
    ++n;
    if (row.granted == 0) continue;
    const auto [last_frame, place] = ends[static_cast<std::size_t>(row.granted - 1)];
    const std::int64_t frames = frame - last_frame;
    const std::int64_t missing = place + 1 + lag - line * a[0].frame - frames * shape.frame_words();
    gap = std::max(gap, (missing + frames - 1) / frames);
  }
  return gap;
}

}  // namespace rtlgen::stream_test
