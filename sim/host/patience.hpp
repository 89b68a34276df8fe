// How long a back end waits for a run: as long as registers show that data moves, and then a while.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace rtlgen::host {

class Patience {
 public:
  Patience(double seconds, const std::vector<std::uint32_t>& registers) : seconds_(seconds), registers_(registers) {}

  /// Has none of the registers changed for so long? `read` reads one.
  template <typename Read>
  bool is_over(const Read& read) {
    std::vector<std::uint32_t> now;
    for (const std::uint32_t offset : registers_) now.push_back(read(offset));
    if (now != before_) moved_at_ = Clock::now();
    before_ = std::move(now);
    return std::chrono::duration<double>(Clock::now() - moved_at_).count() > seconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  const std::vector<std::uint32_t>& registers_;
  std::vector<std::uint32_t> before_;
  Clock::time_point moved_at_ = Clock::now();
};

}  // namespace rtlgen::host
