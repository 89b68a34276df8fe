// A card without hardware, for `diagnose`: registers, memory, and a run that adds 1 to every byte of a state per pass.
// Its members inject faults.
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contract/manifest.hpp"
#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "fake_block.hpp"
#include "host/host.hpp"
#include "host/waiting.hpp"

namespace rtlgen::test {

/// Lets calls hang, and lets them go at the end of a test.
class Gate {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return is_open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool is_open_ = false;
};

class SickCard : public host::Backend {
 public:
  explicit SickCard(const contract::Design& design) : shell_(design.shell) {
    identify(design);
    if (design.card_block) block.emplace(design);
  }

  /// Ends every fault. Registers and memory stay as they are, and a run that hung ends.
  void restore(const contract::Design& design) {
    identify(design);
    if (block) block->restore(design);
    if (is_busy) pending_ |= 1U;
    reads_all_ones = is_busy = never_ends = ignores_cancel = loses_interrupt = never_sees_end = vanishes =
        writes_nothing = false;
    stuck_low = lost_address = fails_with = 0;
    real_bytes = 0;
    channel_of = nullptr;
    spoils = nullptr;
    before_transfer = nullptr;
    spoils_result = nullptr;
    on_start = nullptr;
    before_access = nullptr;
  }

  // Faults of registers.
  bool reads_all_ones = false;
  std::uint32_t stuck_low = 0;     ///< bits of registers that never are 1
  std::uint32_t lost_address = 0;  ///< address bit that registers ignore
  bool is_busy = false;
  std::function<void()> before_access;  ///< called before each access to registers and memory
  // Faults of memory.
  std::function<int(int channel, bool is_write)> channel_of;  ///< as the host's transfers reach it
  std::uint64_t real_bytes = 0;                               ///< size of each channel; 0: as declared
  std::function<void(int channel, std::uint64_t address, std::uint8_t& byte)> spoils;  ///< changes bytes that are read
  std::function<void(int channel, std::uint64_t address, std::uint64_t bytes, bool is_write)> before_transfer;
  std::uint64_t declared = std::uint64_t{1} << 24;
  // Faults of runs.
  bool never_ends = false, ignores_cancel = false, loses_interrupt = false, never_sees_end = false, vanishes = false,
       writes_nothing = false;
  std::uint32_t fails_with = 0;
  std::function<void()> on_start;
  std::function<void(std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte)> spoils_result;
  int transfers = 0, runs = 0;
  std::optional<FakeBlock> block;  ///< if the board has one

  [[nodiscard]] bool is_interrupt_up() const { return (pending_ & 1U) != 0; }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    transfer(channel, address, bytes, true);
    for (std::uint64_t i = 0; i < bytes; ++i) byte(real_channel(channel, true), address + i) = data[i];
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    transfer(channel, address, bytes, false);
    for (std::uint64_t i = 0; i < bytes; ++i) {
      data[i] = byte(real_channel(channel, false), address + i);
      if (spoils) spoils(channel, address + i, data[i]);
    }
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    if (before_access) before_access();
    if (offset == 0x0c)
      pending_ ^= value;
    else if (offset == 0 && (value & 0x100U) != 0)
      cancel();
    else if (offset == 0 && (value & 1U) != 0)
      start();
    else if (block && block->has(offset))
      block->write(offset, value);
    else
      registers_[offset & ~lost_address] = value & ~stuck_low;
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    if (before_access) before_access();
    if (reads_all_ones) return host::kAllOnes;
    if (offset == 0) return is_busy ? 1 : 4;
    if (block && block->has(offset)) return block->read(offset);
    return offset == 0x0c ? pending_ : registers_[is_written(offset) ? offset & ~lost_address : offset];
  }
  bool wait_interrupt() override {
    if (never_sees_end) return false;
    const std::vector<std::uint32_t> progress;
    return host::wait_for_run(
        "the fake card", host::Patience(0.05, progress), [this](int) { return !loses_interrupt && pending_ != 0; },
        [this](std::uint32_t offset) { return read_register(offset); }, missed_);
  }
  std::uint64_t capacity(int /*channel*/) override { return declared; }
  std::vector<std::string> notes() override { return host::notes_of(missed_, "the test"); }

  void set(const std::string& name, std::uint64_t value) {
    const contract::BusRegister& r = shell_.map.find(name);
    registers_[r.offset] = static_cast<std::uint32_t>(value);
    if (r.words() > 1) registers_[r.offset + 4] = static_cast<std::uint32_t>(value >> 32);
  }
  [[nodiscard]] std::uint64_t get(const std::string& name) {
    const contract::BusRegister& r = shell_.map.find(name);
    return registers_[r.offset] | (r.words() > 1 ? std::uint64_t{registers_[r.offset + 4]} << 32 : 0);
  }

  bool has_card_block() override { return block.has_value(); }

  /// The effect of a bus reset on the accelerator.
  void reset() {
    for (const contract::BusRegister& r : shell_.map.registers) {
      if (!r.is_status) set(r.name, 0);
    }
    registers_[0x04] = registers_[0x08] = pending_ = 0;
    is_busy = false;
  }

 private:
  void identify(const contract::Design& design) {
    set("identity", contract::kShellIdentity);
    set("version", static_cast<std::uint64_t>(design.contract) << contract::kContractShift | 0x010203U);
    set("digest", design.digest);
  }
  /// Whether the interrupt is enabled: not after a reset.
  [[nodiscard]] bool is_enabled() { return (registers_[0x04] & 1U) != 0; }
  [[nodiscard]] bool is_written(std::uint32_t offset) const {
    for (const contract::BusRegister& r : shell_.map.registers) {
      if (!r.is_status && offset >= r.offset && offset < r.offset + 4U * static_cast<std::uint32_t>(r.words()))
        return true;
    }
    return false;
  }
  [[nodiscard]] int real_channel(int channel, bool is_write) const {
    return channel_of ? channel_of(channel, is_write) : channel;
  }
  void transfer(int channel, std::uint64_t address, std::uint64_t bytes, bool is_write) {
    if (before_access) before_access();
    ++transfers;
    if (address + bytes > declared) throw host::Error("the transfer ends beyond the memory");
    if (before_transfer) before_transfer(channel, address, bytes, is_write);
  }
  std::uint8_t& byte(int channel, std::uint64_t address) {
    constexpr std::uint64_t kNear = std::uint64_t{1} << 24;
    const std::uint64_t at = real_bytes > 0 ? address % real_bytes : address;
    if (at >= kNear) return far_[{channel, at}];
    std::vector<std::uint8_t>& memory = memory_[static_cast<std::size_t>(channel)];
    if (memory.empty()) memory.resize(kNear);
    return memory[at];
  }

  void cancel() {
    if (!ignores_cancel) is_busy = false, pending_ |= 1U;
  }

  void start() {
    constexpr std::uint32_t kRefused = 8;  // without passes
    ++runs;
    is_busy = never_ends;
    reads_all_ones = vanishes;
    set("errors", get("passes") == 0 ? kRefused : fails_with);
    if (on_start) on_start();
    if (never_ends || !is_enabled()) return;
    for (const contract::ShellStream& s : shell_.streams) {
      if (s.is_out && s.ping_pong && !writes_nothing) advance(s);
    }
    pending_ |= 1U;
  }

  /// One pass: reads the buffer `first_buffer`, writes the other.
  void advance(const contract::ShellStream& s) {
    const std::uint64_t from = get("first_buffer") % 2;
    const auto at = [&](std::uint64_t b, const char* end) { return get("buffer_" + std::to_string(b) + end + s.name); };
    const std::uint64_t first = at(from, "_first_of_"), to = at(1 - from, "_first_of_"),
                        size = at(from, "_last_of_") - first + static_cast<std::uint64_t>(shell_.bus_bits / 8);
    const int source = s.buffers[from % s.buffers.size()][0], target = s.buffers[(1 - from) % s.buffers.size()][0];
    for (std::uint64_t i = 0; i < size; ++i) {
      auto value = static_cast<std::uint8_t>(byte(source, first + i) + 1);
      if (spoils_result) spoils_result(size, i, value);
      byte(target, to + i) = value;
    }
  }

  contract::Shell shell_;
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::array<std::vector<std::uint8_t>, 2> memory_;            ///< contents of each channel
  std::map<std::pair<int, std::uint64_t>, std::uint8_t> far_;  ///< bytes behind those
  std::uint32_t pending_ = 0;
  int missed_ = 0;
};

}  // namespace rtlgen::test
