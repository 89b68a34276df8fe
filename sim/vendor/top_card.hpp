// The state of a board's simulated top: the host's pending work, its memory channels, its clock. See top_card.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "host/card_abi.h"
#include "system/axi_engine.hpp"
#include "system/channel_dram.hpp"
#include "system/store.hpp"
#include "top_adapter.hpp"
#include "vendor/serial_line.hpp"

namespace rtlgen::vendor {

inline constexpr int kHostBytes = kHostBits / 8;
inline constexpr std::uint64_t kChannelBytes = std::uint64_t{1} << kAddressBits;

/// A burst of the host: beats of kHostBytes, the first one possibly partial.
struct Burst {
  std::uint64_t address = 0;
  int id = 0, beats = 0;
  std::uint8_t* read = nullptr;  ///< destination of its bytes
  const std::uint8_t* written = nullptr;
  std::uint64_t bytes = 0;
};

/// Bursts of at most a PCIe packet's usual 512 bytes, never across 4 KiB; some start inside a beat.
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
  struct Requested {
    int id = 0;
    bool is_bad = false;   ///< it gets an error response
    bool is_lost = false;  ///< it and all later ones get no response
  };
  std::deque<Requested> writes, reads;
  bool extra_read = false, extra_write = false;  ///< a response that was not requested is offered
  int open_beats = 0;                            ///< beats of the requested write bursts
  std::deque<int> write_beats;
  std::deque<std::uint64_t> write_starts;
  std::unordered_set<std::uint64_t> written;  ///< numbers of written beats, kept if there is ECC
};

/// The fields of an address channel for a burst.
struct BurstRequest {
  std::uint64_t address = 0;
  int beats = 1;
  int beat_bytes = kBusBits / 8;
  int kind = 1;  ///< value of AxBURST

  /// The rule that it breaks, by the codes of sim/shell/axi_checker.v for writes, or 0.
  [[nodiscard]] int rule() const {
    constexpr int kBeat = kBusBits / 8;
    if (address % 4096 + static_cast<std::uint64_t>(beats) * kBeat > 4096) return 31;
    if (beat_bytes != kBeat) return 32;
    if (kind != 1) return 33;
    return address % kBeat != 0 ? 34 : 0;
  }
};

inline system::MemoryOptions options_of(const rtlgen_card_memory& memory, int channel) {
  system::MemoryOptions options;
  options.dram = system::dram_of(memory, channel);
  options.channel = channel;
  options.latency_least = memory.latency_least;
  options.latency_most = memory.latency_most;
  options.ready_percent = memory.ready_percent;
  options.error_percent = memory.error_percent;
  options.seed = memory.seed + static_cast<std::uint64_t>(channel);
  if (channel == 0 && memory.bad_read >= 0) options.errors.push_back({false, memory.bad_read, 0, system::kSlaveError});
  if (channel == 0 && memory.bad_write >= 0) options.errors.push_back({true, memory.bad_write, 0, system::kSlaveError});
  return options;
}

}  // namespace rtlgen::vendor

struct rtlgen_card {
  using Burst = rtlgen::vendor::Burst;
  using Channel = rtlgen::vendor::Channel;

  VerilatedContext context;
  std::unique_ptr<Top> top;
  std::vector<std::unique_ptr<Channel>> channels;
  std::mt19937_64 random;
  int idle_percent = 20;  ///< percentage of clocks in which the host is idle although it has work
  std::string fault;
  std::uint32_t violation = 0;
  bool up = false;

  std::deque<Burst> writes, reads;                           ///< not yet requested
  std::deque<Burst> write_data, write_responses, read_data;  ///< requested
  bool awvalid = false, wvalid = false, bready = false, arvalid = false, rready = false;
  int beat = 0, read_beat = 0;

  enum class Access { kNone, kWrite, kRead } access = Access::kNone;
  bool address_open = false, data_open = false, response_open = false;
  std::uint32_t offset = 0, value = 0;
  int response = 0;

  struct Interrupt {
    bool up = false, acked = false;
    int clocks = 0;
    int count = 0;  ///< messages that no call has waited for
  };
  std::map<int, Interrupt> interrupts;        ///< by number
  std::map<std::pair<int, int>, int> faults;  ///< by kind and channel
  int refused = 0;                            ///< error responses to the transfer of this call
  rtlgen::vendor::SerialLine line{kUartBitPs};
  bool oscillator = false;
  std::uint64_t oscillator_edge = 0;  ///< time of its next edge

  void check() {
    if (!fault.empty()) throw std::runtime_error(fault);
  }
  bool acts_now() { return static_cast<int>(random() % 100) >= idle_percent; }
  void fail(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  void step() {
    if (!top->eventsPending()) throw std::runtime_error("the card has no clock");
    std::uint64_t next = top->nextTimeSlot();
    if constexpr (kOscillatorHalfPs > 0) {
      if (oscillator_edge <= next) {
        next = std::max(oscillator_edge, context.time());
        oscillate(*top, oscillator = !oscillator);
        oscillator_edge = next + kOscillatorHalfPs;
      }
    }
    context.time(next);
    top->eval();
    if constexpr (kUartBitPs > 0)
      line_to_card(*top, line.step(static_cast<double>(context.time()), line_from_card(*top), random));
    check();
  }
  template <typename Done>
  void until(const Done& done, double most_ns, const char* what) {
    const std::uint64_t end = context.time() + static_cast<std::uint64_t>(most_ns * 1e3);
    while (!done()) {
      if (context.time() > end) throw std::runtime_error(std::string("the card does not respond: ") + what);
      step();
    }
  }
  /// Reset of the slot, oscillators, and the time until PCIe and memory are ready.
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
    // Registers respond before the memory is ready.
    wait_for_host();
  }
  /// PCIe's link; a serial line has no such signal, and its card soon has locked clocks.
  void wait_for_host() {
    const std::uint64_t locked = context.time() + 5'000'000;
    until([&] { return kUartBitPs > 0 ? context.time() > locked : up; }, 1e5, "no link");
  }
  /// Keeps the first rule that a channel's bus broke.
  void broken(int channel, int rule) {
    if (violation == 0) violation = 256U * static_cast<std::uint32_t>(channel + 1) + static_cast<std::uint32_t>(rule);
  }
  /// The value of a fault; 0: the card does not have it.
  [[nodiscard]] int fault_of(int kind, int channel) const {
    const auto found = faults.find({kind, channel});
    return found == faults.end() ? 0 : found->second;
  }
  /// Whether a burst has the beat of this fault.
  [[nodiscard]] bool hits(rtlgen_card_fault kind, int channel, const rtlgen::vendor::BurstRequest& burst) const {
    const std::int64_t beat = fault_of(kind, channel) - std::int64_t{1};
    const auto first = static_cast<std::int64_t>(burst.address / (kBusBits / 8));
    return beat >= first && beat < first + burst.beats;
  }
  /// Whether a response that was not requested begins in this clock; at most one for each time that it is set.
  bool takes_extra(rtlgen_card_fault kind, int channel, bool is_idle) {
    if (fault_of(kind, channel) == 0 || !is_idle) return false;
    faults.erase({kind, channel});
    return true;
  }
  void requested(int channel, bool write, int id, const rtlgen::vendor::BurstRequest& burst) {
    Channel& m = *channels[static_cast<std::size_t>(channel)];
    if (const int rule = burst.rule(); rule != 0) broken(channel, rule + (write ? 0 : 10));
    const std::uint64_t first = burst.address / (kBusBits / 8);
    // DRAM powers up with arbitrary bits, and so with wrong check bits: 61.
    for (int beat = 0; kEcc && !write && beat < burst.beats; ++beat) {
      if (!m.written.contains(first + static_cast<std::uint64_t>(beat))) broken(channel, 61);
    }
    if (write) {
      m.writes.push_back({id, hits(RTLGEN_CARD_MEMORY_BAD_WRITE, channel, burst), false});
      m.write_starts.push_back(first);
      m.write_beats.push_back(burst.beats);
      m.engine.take_write_address(burst.address, burst.beats);
    } else {
      m.reads.push_back(
          {id, hits(RTLGEN_CARD_MEMORY_BAD_READ, channel, burst), hits(RTLGEN_CARD_MEMORY_LOST_READ, channel, burst)});
      m.engine.take_read_address(burst.address, burst.beats);
    }
  }
  void data(int channel, const std::uint32_t* words, const std::uint32_t* strobe, bool last) {
    Channel& m = *channels[static_cast<std::size_t>(channel)];
    const bool is_last = !m.write_beats.empty() && m.open_beats + 1 == m.write_beats.front();
    if (last != is_last) broken(channel, 51);
    if (kEcc && !m.write_starts.empty()) {
      const bool whole = strobe[0] == ~0U && strobe[1] == ~0U;
      const std::uint64_t beat = m.write_starts.front() + static_cast<std::uint64_t>(m.open_beats);
      // The controller reads, changes and writes a partial beat: 62.
      if (!whole && !m.written.contains(beat)) broken(channel, 62);
      m.written.insert(beat);
    }
    if (is_last)
      m.write_beats.pop_front(), m.write_starts.pop_front(), m.open_beats = 0;
    else
      ++m.open_beats;
    m.engine.take_write_data(words, strobe);
  }
  /// A sum of all progress, to wait as long as something moves.
  std::int64_t moved() const {
    std::int64_t beats = 0;
    for (const auto& c : channels) beats += c->engine.counts().read_beats + c->engine.counts().write_beats;
    return beats;
  }
};
