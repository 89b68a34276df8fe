// Random choices that depend on the seed alone, on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace rtlgen::test::random_c {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15U + 1) {}
  std::uint64_t bits() { return engine_(); }
  int below(int end) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(end)); }
  int from(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list.at(static_cast<std::size_t>(below(static_cast<int>(list.size()))));
  }
  std::string word(const std::vector<std::string>& list) { return pick(list); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace rtlgen::test::random_c
