// How a back end waits for a run: as long as registers show that data moves, and then a while.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "host/host.hpp"

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

/// The value of a register read without a response.
inline constexpr std::uint32_t kAllOnes = 0xffffffff;

/// Waits until a run ends; false once nothing has moved for as long as `patience` lasts. The interrupt register says
/// whether it has ended, an event only when to look: so one that is left from a program that was killed ends no run,
/// and one that gets lost, which `missed` counts, costs a slice of time. `take_event(milliseconds)`: did one come
/// within the time? `read`: a register.
template <typename TakeEvent, typename Read>
bool wait_for_run(const std::string& card, Patience patience, const TakeEvent& take_event, const Read& read,
                  int& missed) {
  constexpr std::uint32_t kInterruptStatus = 0x0c;
  constexpr int kSliceMs = 100, kGraceMs = 10;
  for (;;) {
    const bool came = take_event(kSliceMs);
    const std::uint32_t pending = read(kInterruptStatus);
    if (pending == kAllOnes)
      throw DeviceError(fmt::format("{} does not respond any more: its registers read as all ones", card));
    if ((pending & 1U) != 0) {
      // Registers may be a little ahead of the interrupt.
      if (!came && !take_event(kGraceMs)) ++missed;
      return true;
    }
    if (patience.is_over(read)) return false;
  }
}

/// Of `missed` runs, for Backend::notes; `where` is what interrupts should reach.
inline std::vector<std::string> notes_of(int missed, const std::string& where) {
  if (missed == 0) return {};
  return {
      fmt::format("{} of the runs ended without an interrupt; that was read from the registers. The card's interrupts "
                  "do not reach {}",
                  missed, where)};
}

}  // namespace rtlgen::host
