// The state of a board's simulated top: what its host has to do, its memory channels, its clock. See top_card.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

#include "system/axi_engine.hpp"
#include "system/store.hpp"
#include "top_adapter.hpp"
#include "vendor/serial_line.hpp"

namespace rtlgen::vendor {

inline constexpr int kHostBytes = kHostBits / 8;
inline constexpr std::uint64_t kChannelBytes = std::uint64_t{1} << kAddressBits;

/// A burst of the host: beats of kHostBytes, the first one perhaps in part.
struct Burst {
  std::uint64_t address = 0;
  int id = 0, beats = 0;
  std::uint8_t* read = nullptr;  ///< where its bytes go
  const std::uint8_t* written = nullptr;
  std::uint64_t bytes = 0;
};

/// Bursts no longer than a PCIe packet's usual 512 bytes, never across 4 KiB; some start inside a beat.
inline std::deque<Burst> bursts_of(std::uint64_t address, std::uint64_t bytes, std::mt19937_64& random) {
  constexpr std::uint64_t kPage = std::min<std::uint64_t>(4096, kMostBeats * kHostBytes), kPacket = 512;
  std::deque<Burst> list;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t at = address + done;
    const std::uint64_t most = random() % 8 == 0 ? kPage : kPacket;
    const std::uint64_t now = std::min({bytes - done, kPage - at % kPage, most});
    Burst burst;
    burst.address = at;
    burst.bytes = now;
    burst.id = static_cast<int>(random() % 16);
    burst.beats = static_cast<int>((at % kHostBytes + now + kHostBytes - 1) / kHostBytes);
    list.push_back(burst);
    done += now;
  }
  return list;
}

/// One memory channel.
struct Channel {
  system::Store store{0, kChannelBytes};
  system::AxiEngine engine{kBusBits, store, {}};
  std::deque<int> write_ids, read_ids;
  int open_beats = 0;  ///< of write bursts asked for
  std::deque<int> write_beats;
  std::deque<std::uint64_t> write_starts;
  std::unordered_set<std::uint64_t> written;  ///< numbers of beats, kept where there is ECC
};

}  // namespace rtlgen::vendor

struct rtlgen_card {
  using Burst = rtlgen::vendor::Burst;
  using Channel = rtlgen::vendor::Channel;

  VerilatedContext context;
  std::unique_ptr<Top> top;
  std::vector<std::unique_ptr<Channel>> channels;
  std::mt19937_64 random;
  int idle_percent = 20;  ///< of the clocks in which the host holds back what it could do
  std::string fault;
  std::uint32_t violation = 0;
  bool up = false;

  std::deque<Burst> writes, reads;                   ///< not asked for yet
  std::deque<Burst> write_data, answers, read_data;  ///< asked for
  bool awvalid = false, wvalid = false, bready = false, arvalid = false, rready = false;
  int beat = 0, read_beat = 0;

  enum class Access { kNone, kWrite, kRead } access = Access::kNone;
  bool address_open = false, data_open = false, answer_open = false;
  std::uint32_t offset = 0, value = 0;
  int response = 0;

  struct Interrupt {
    bool up = false, acked = false;
    int clocks = 0;
    int count = 0;  ///< messages that nobody has waited for
  };
  std::map<int, Interrupt> interrupts;  ///< by number
  rtlgen::vendor::SerialLine line{kUartBitPs};

  void check() {
    if (!fault.empty()) throw std::runtime_error(fault);
  }
  bool luck() { return static_cast<int>(random() % 100) >= idle_percent; }
  void fail(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  void step() {
    if (!top->eventsPending()) throw std::runtime_error("the card has no clock");
    context.time(top->nextTimeSlot());
    top->eval();
    if constexpr (kUartBitPs > 0)
      line_to_card(*top, line.step(static_cast<double>(context.time()), line_from_card(*top), random));
    check();
  }
  template <typename Done>
  void until(const Done& done, double most_ns, const char* what) {
    const std::uint64_t end = context.time() + static_cast<std::uint64_t>(most_ns * 1e3);
    while (!done()) {
      if (context.time() > end) throw std::runtime_error(std::string("the card does not answer: ") + what);
      step();
    }
  }
  /// Reset of the slot, oscillators, and what it takes until PCIe and memory are up.
  void power_up() {
    constexpr int kPeriods = 40;
    constexpr std::uint64_t kHalf = 1000;
    perst(*top, false);
    line_to_card(*top, true);
    for (int i = 0; i < 2 * kPeriods; ++i) {
      clock_pins(*top, i % 2 == 1);
      top->eval();
      const std::uint64_t end = context.time() + kHalf;
      while (top->eventsPending() && top->nextTimeSlot() <= end) step();
      context.time(end);
    }
    perst(*top, true);
    top->eval();
    // Registers answer before the memory is there.
    wait_for_host();
  }
  /// PCIe's link; a serial line says nothing, and its card has locked its clocks soon.
  void wait_for_host() {
    const std::uint64_t locked = context.time() + 5'000'000;
    until([&] { return kUartBitPs > 0 ? context.time() > locked : up; }, 1e5, "no link");
  }
  /// Who moved and how far, to wait as long as something does.
  std::int64_t moved() const {
    std::int64_t beats = 0;
    for (const auto& c : channels) beats += c->engine.counts().read_beats + c->engine.counts().write_beats;
    return beats;
  }
};
