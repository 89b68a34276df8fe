// Waits for a run on a card: as long as registers show that data moves, plus a time limit.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "host/host.hpp"

namespace rtlgen::host {

class Patience {
 public:
  Patience(double seconds, const std::vector<std::uint32_t>& registers) : seconds_(seconds), registers_(registers) {}

  /// Whether no register has changed for the time limit. `read` reads a register.
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

/// Waits until `holds`: for a number of accesses, during which simulated time passes, and then for some seconds, with a
/// pause of a millisecond after each access. Only their number ends the wait: a busy host does not shorten it.
template <typename Holds>
bool wait_for(int polls, double seconds, const Holds& holds) {
  constexpr double kPausesPerSecond = 1000;
  const int pauses = static_cast<int>(seconds * kPausesPerSecond);
  for (int poll = 0; poll < polls + pauses; ++poll) {
    if (holds()) return true;
    if (poll >= polls) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return holds();
}

/// The value read from a register that does not respond.
inline constexpr std::uint32_t kAllOnes = 0xffffffff;

/// Whether the card has lost the enable of the interrupt, which every run needs, or does not show it because it is
/// still in reset: then a reset has ended the run.
template <typename Read>
bool is_reset(const Read& read) {
  constexpr std::uint32_t kGlobalInterrupt = 0x04;
  const std::uint32_t enable = read(kGlobalInterrupt);
  return enable == 0 || enable == kAllOnes;
}

/// Waits until a run ends; false if nothing has moved for the time of `patience`. The interrupt register determines
/// whether the run has ended, an event only when to look. So a stale event of a killed program ends no run, and a lost
/// one, which `missed` counts, only costs some time. `take_event(milliseconds)`: whether an event arrives within the
/// time. `read`: reads a register. `may_be_reset`: a reset of the card can end a run, which then ends the wait.
template <typename TakeEvent, typename Read>
bool wait_for_run(const std::string& card, Patience patience, const TakeEvent& take_event, const Read& read,
                  int& missed, bool may_be_reset = false) {
  constexpr std::uint32_t kInterruptStatus = 0x0c;
  constexpr int kSliceMs = 100, kGraceMs = 10;
  for (;;) {
    const bool came = take_event(kSliceMs);
    const std::uint32_t pending = read(kInterruptStatus);
    if (pending == kAllOnes)
      throw DeviceError(fmt::format("{} no longer responds: its registers read as all ones", card));
    if ((pending & 1U) != 0) {
      // Registers may be slightly ahead of the interrupt.
      if (!came && !take_event(kGraceMs)) ++missed;
      return true;
    }
    if (may_be_reset && is_reset(read)) return true;
    if (patience.is_over(read)) return false;
  }
}

/// A note about `missed` runs, for Backend::notes; `where`: the destination of the interrupts.
inline std::vector<std::string> notes_of(int missed, const std::string& where) {
  if (missed == 0) return {};
  return {
      fmt::format("{} of the runs ended without an interrupt; that was read from the registers. The card's interrupts "
                  "do not reach {}",
                  missed, where)};
}

}  // namespace rtlgen::host
