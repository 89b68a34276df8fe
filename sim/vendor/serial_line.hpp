// The host's end of a serial line, both directions, bit by bit: 8 data bits, no parity.
#pragma once

#include <cstdint>
#include <deque>
#include <random>

namespace rtlgen::vendor {

class SerialLine {
 public:
  explicit SerialLine(double bit_ps) : bit_ps_(bit_ps) {}

  std::deque<std::uint8_t> to_card, from_card;

  [[nodiscard]] bool is_sent() const { return to_card.empty() && !sending_; }

  /// Returns the level that the card sees from `now_ps` on; `level` is what it drives. The host pauses from time to
  /// time.
  bool step(double now_ps, bool level, std::mt19937_64& random) {
    receive(now_ps, level);
    constexpr double kBitsOfAByte = 10, kPauseBits = 3;
    if (sending_ && now_ps >= begin_ + kBitsOfAByte * bit_ps_) {
      sending_ = false;
      free_ = now_ps + (random() % 8 == 0 ? kPauseBits * bit_ps_ : 0);
    }
    if (!sending_ && !to_card.empty() && now_ps >= free_) {
      sending_ = true;
      begin_ = now_ps;
      constexpr unsigned kStopBit = 0x200;
      frame_ = kStopBit | static_cast<unsigned>(to_card.front()) << 1U;
      to_card.pop_front();
    }
    return !sending_ || (frame_ >> static_cast<unsigned>((now_ps - begin_) / bit_ps_) & 1U) != 0;
  }

 private:
  void receive(double now_ps, bool level) {
    if (!receiving_ && !level) {
      receiving_ = true;
      next_ = now_ps + 1.5 * bit_ps_;
      bits_ = value_ = 0;
    }
    if (!receiving_ || now_ps < next_) return;
    next_ += bit_ps_;
    if (bits_ < 8) {
      value_ |= static_cast<unsigned>(level) << bits_++;
      return;
    }
    receiving_ = false;
    from_card.push_back(static_cast<std::uint8_t>(value_));
  }

  double bit_ps_;
  bool sending_ = false, receiving_ = false;
  double begin_ = 0, free_ = 0, next_ = 0;
  unsigned frame_ = 0, bits_ = 0, value_ = 0;
};

}  // namespace rtlgen::vendor
