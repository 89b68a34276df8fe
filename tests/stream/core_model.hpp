// Stand-in for a core: adds 1 to every cell, holds back `lag` words, adds fillers after each frame, stalls at random.
//
// As docs/core_interface.md has it: a token is a word or a filler; a word leaves when `lag` further tokens have come
// and some cycles have gone by. After the last frame as many fillers come as push out the last word.
#pragma once

#include <deque>
#include <string>

#include "arrays.hpp"

namespace rtlgen::stream_test {

class CoreModel {
 public:
  CoreModel(const Arrays& arrays, std::int64_t lag, std::int64_t gap, int latency)
      : arrays_(arrays), lag_(lag), gap_(gap), latency_(latency) {}

  /// A word is wanted, if the stall of this cycle allows; a result is there.
  [[nodiscard]] bool wants() const { return in_frame() && has_room(); }
  [[nodiscard]] bool offers() const { return !out_.empty() && out_.front().due <= now_; }
  [[nodiscard]] const Bits& front() const { return out_.front().word; }

  /// "" or what is wrong with the word.
  std::string take(const Bits& word) {
    const std::size_t i = word_;
    const std::string fault = arrays_.check_word(pass_, i, word);
    enter({true, arrays_.result(i, word), 0});
    ++word_;
    if (++in_frame_ == arrays_.shape.frame_words()) fillers_ = gap_;
    if (word_ == arrays_.words_of_pass()) word_ = 0, ++pass_;
    return fault;
  }
  void leave() { out_.pop_front(); }
  /// A cycle in which no word was taken may take a filler.
  void cycle(bool filler) {
    ++now_;
    if (!filler || in_frame() || !has_room()) return;
    if (fillers_ > 0 || pass_ == arrays_.shape.passes) enter({});
    if (fillers_ > 0 && --fillers_ == 0) in_frame_ = 0;
  }

 private:
  struct Token {
    bool is_word = false;
    Bits word;
    long due = 0;
  };
  [[nodiscard]] bool in_frame() const {
    const bool more = gap_ == 0 || in_frame_ < arrays_.shape.frame_words();
    return more && pass_ < arrays_.shape.passes;
  }
  [[nodiscard]] bool has_room() const { return static_cast<int>(out_.size()) <= latency_ + 1; }
  void enter(Token token) {
    held_.push_back(std::move(token));
    if (static_cast<std::int64_t>(held_.size()) <= lag_) return;
    if (held_.front().is_word) {
      out_.push_back(std::move(held_.front()));
      out_.back().due = now_ + latency_;
    }
    held_.pop_front();
  }

  const Arrays& arrays_;
  std::int64_t lag_, gap_;
  int latency_;
  long now_ = 0;
  std::int64_t pass_ = 0, in_frame_ = 0, fillers_ = 0;
  std::size_t word_ = 0;
  std::deque<Token> held_, out_;
};

}  // namespace rtlgen::stream_test
