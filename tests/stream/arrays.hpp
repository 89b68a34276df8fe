// A field's two buffers in one or two banks, and what a run must do to them: every beat in order, every word.
//
// What is to come is listed by the brute force of tests/walk. A beat remembers how often it has been written and how
// many of these writes are answered, so a read that comes too early or a write that comes too soon is seen at once.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "../walk/reference.hpp"
#include "contract/geometry.hpp"
#include "design.hpp"

namespace rtlgen::stream_test {

using Bits = std::vector<std::uint32_t>;  ///< bits of a beat or a word, lowest first

/// A beat that is to be read or written.
struct Access {
  std::int64_t pass;
  int buffer;
  std::uint64_t addr;
  walk_test::Beat place;
};

class Arrays {
 public:
  /// `slack`: beats from row to row that belong to none.
  Arrays(const Design& design, const geometry::Shape& shape, std::int64_t slack, std::uint64_t seed);

  geometry::Shape shape;
  geometry::Layout layout;
  int first_buffer;                          ///< the one that holds the start values
  std::array<std::uint64_t, 2> first, last;  ///< byte addresses of the buffers' first and last beats

  /// Start values in the first buffer, anything elsewhere; nothing written.
  void load();

  /// Each says "" or what is wrong with the next beat. Reads: it is asked for; it comes, and this is what it holds.
  std::string ask_read(int bank, std::uint64_t addr);
  std::string read(int bank, std::uint64_t addr, Bits& beat);
  /// Writes: a beat comes; a burst is answered, so that what it wrote can be read.
  std::string write(int bank, std::uint64_t addr, const Bits& beat);
  void acknowledge(int beats);
  /// Rows that are committed by now.
  [[nodiscard]] std::int64_t rows_done() const { return rows_done_; }

  /// Word `i` of the pass: what the core must see, and what it answers.
  [[nodiscard]] std::string check_word(std::int64_t pass, std::size_t i, const Bits& word) const;
  [[nodiscard]] Bits result(std::size_t i, const Bits& word) const;
  [[nodiscard]] std::size_t words_of_pass() const { return words_.size(); }

  /// Everything after the last pass: values, and how often each beat of the banks was written.
  [[nodiscard]] std::string final_fault() const;
  [[nodiscard]] bool all_acknowledged() const { return acked_ == writes_.size(); }
  [[nodiscard]] std::size_t beats() const { return reads_.size() + writes_.size(); }
  [[nodiscard]] const std::vector<Access>& writes() const { return writes_; }

  /// Address of the last beat of a buffer that is too short: half of what is written lies behind it, at least a beat.
  [[nodiscard]] std::uint64_t middle(int buffer) const;

  /// Fillers after each frame that are enough for a core which holds back `lag` words.
  [[nodiscard]] std::int64_t gap_for(std::int64_t lag) const;

 private:
  struct Store {
    Bits content;
    int started = 0, acked = 0;
  };
  [[nodiscard]] int bank_of(int buffer) const { return design_.banks == 2 ? buffer : 0; }
  [[nodiscard]] std::uint64_t address(int buffer, const walk_test::Beat& b) const;
  [[nodiscard]] std::size_t index(std::uint64_t addr) const;
  Store& at(int bank, std::uint64_t addr) { return stores_[bank][index(addr)]; }
  [[nodiscard]] std::uint64_t cell(std::int64_t pass, const walk_test::Word& w, int lane) const;
  [[nodiscard]] std::string beat_fault(std::int64_t pass, const walk_test::Beat& place, const Bits& beat) const;

  Design design_;
  std::uint64_t seed_;
  std::int64_t beat_bytes_, word_bits_;
  std::uint64_t origin_ = 0;
  std::array<std::vector<Store>, 2> stores_;
  std::vector<Access> reads_, writes_;
  std::vector<std::size_t> row_ends_;  ///< writes up to each row's end
  std::vector<walk_test::Word> words_;
  std::size_t requested_ = 0, read_ = 0, written_ = 0, acked_ = 0;
  std::int64_t rows_done_ = 0;
  std::vector<Bits> pending_;  ///< data of writes from acked_ to written_
};

std::uint64_t get_bits(const Bits& from, std::int64_t at, int count);
void put_bits(Bits& to, std::int64_t at, int count, std::uint64_t value);

}  // namespace rtlgen::stream_test
