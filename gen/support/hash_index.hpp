// A hash table of the numbers of elements that a vector holds: no element, and no key, is stored twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rtlgen {

/// The finisher of splitmix64: a bijection that spreads every bit.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Open addressing with linear probing; elements are added and never removed.
class HashIndex {
 public:
  /// The number of the element with this hash for which `is_equal(number)` holds. If none exists, `number` is added,
  /// and returned.
  template <class Equal>
  std::size_t find_or_add(std::uint64_t hash, std::size_t number, Equal is_equal) {
    if (2 * (count_ + 1) > slots_.size()) resize(slots_.empty() ? kFirst : 2 * slots_.size());
    const auto tag = static_cast<std::uint32_t>(hash);
    for (std::size_t at = tag & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[at];
      if (slot.number == kFree) {
        slot = {tag, static_cast<std::uint32_t>(number)};
        ++count_;
        return number;
      }
      if (slot.tag == tag && is_equal(std::size_t{slot.number})) return slot.number;
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  /// Likewise, but adds nothing: kNone if none exists.
  template <class Equal>
  [[nodiscard]] std::size_t find(std::uint64_t hash, Equal is_equal) const {
    if (slots_.empty()) return kNone;
    const auto tag = static_cast<std::uint32_t>(hash);
    for (std::size_t at = tag & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.number == kFree) return kNone;
      if (slot.tag == tag && is_equal(std::size_t{slot.number})) return slot.number;
    }
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffff;
  static constexpr std::size_t kFirst = 64;
  struct Slot {
    std::uint32_t tag = 0;  ///< the low half of the hash
    std::uint32_t number = kFree;
  };

  void resize(std::size_t size) {
    std::vector<Slot> larger(size);
    for (const Slot& slot : slots_) {
      if (slot.number == kFree) continue;
      std::size_t at = slot.tag & (larger.size() - 1);
      while (larger[at].number != kFree) at = (at + 1) & (larger.size() - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace rtlgen
