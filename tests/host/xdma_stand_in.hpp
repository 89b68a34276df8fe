// Stands in for the XDMA driver and its device files, in front of any card: a fake one, or a compiled simulation.
//
// It keeps the driver's rules: the offset in a DMA file is the card's address; a DMA file has one direction; a buffer
// lies in a beat as the card's address does; registers are accessed by whole words; a read of `events` takes 4 bytes
// and blocks until there is an event. Where a real one would block for ever it throws, so that no test can hang. A test
// may come between each call and its response. Calls of several threads take turns, as the card behind has one thread.
// What it cannot show is in docs/host.md.
#pragma once

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/device_files.hpp"
#include "host/host.hpp"
#include "host/xdma.hpp"

namespace rtlgen::test {

class XdmaStandIn : public host::DeviceFiles {
 public:
  static constexpr std::size_t kAlignment = 64;

  struct Call {
    std::string what;  ///< the function
    std::string file;  ///< the end of its name: user, h2c_0, c2h_0, events_0
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
  };

  /// `work` lets the card work for so many of the host's milliseconds, and returns whether its interrupt is up: that of
  /// event 0, or with `work_on` of each.
  XdmaStandIn(std::shared_ptr<host::Backend> card, std::map<int, host::XdmaOptions::Memory> memory,
              std::function<bool(int)> work)
      : card_(std::move(card)), memory_(std::move(memory)), work_(std::move(work)) {}

  std::string device = "/dev/xdma0";
  std::vector<std::string> nodes = {"c2h_0", "events_0", "h2c_0", "user"};
  std::function<std::optional<std::int64_t>(const Call&)>
      respond;                                               ///< instead of the driver; nothing: the driver's own
  std::function<void(const Call&)> begun;                    ///< by a call's own thread, before it takes its turn
  std::function<std::size_t(std::size_t)> limit;             ///< bytes of a request that a DMA call moves
  std::function<bool(int event, int milliseconds)> work_on;  ///< for a card with several kernels, instead of `work`
  bool loses_interrupts = false;
  bool is_gone = false;            ///< off the bus: reads give all ones, transfers fail
  int stale_events = 0;            ///< left from before
  std::int64_t flip_in_read = -1;  ///< the byte of every DMA read whose lowest bit is wrong; -1: none
  std::string held_by;             ///< the processes that use its files
  std::vector<Call> calls;

  int open(const std::string& path, int flags) override {
    const std::string name = path.substr(std::min(path.size(), device.size() + 1));
    if (const auto result = note({"open", name, 0, 0})) return static_cast<int>(*result);
    if (path.compare(0, device.size(), device) != 0 || std::find(nodes.begin(), nodes.end(), name) == nodes.end())
      return -ENOENT;
    open_.push_back({name, flags & O_ACCMODE});
    return static_cast<int>(open_.size()) - 1;
  }
  void close(int file) override { note({"close", at(file).name, 0, 0}); }
  int lock(int file, Lock kind) override {
    return static_cast<int>(note({kind == Lock::kShared ? "share" : "lock", at(file).name, 0, 0}).value_or(0));
  }
  std::string holders(const std::string& /*path*/) override { return held_by; }
  void* map(int file, std::size_t bytes) override {
    note({"map", at(file).name, 0, bytes});
    return nullptr;  // registers do something when they are accessed, which memory of this process cannot
  }
  void unmap(void*, std::size_t) override { throw std::logic_error("nothing is mapped"); }
  std::vector<std::string> paths(const std::string& prefix) override {
    std::vector<std::string> found;
    for (const std::string& node : nodes) {
      if ((device + "_" + node).compare(0, prefix.size(), prefix) == 0) found.push_back(device + "_" + node);
    }
    return found;
  }

  std::int64_t read_at(int file, void* data, std::size_t bytes, std::uint64_t offset) override {
    const auto turn = take_turn({"read_at", at(file).name, offset, bytes});
    if (const auto result = note({"read_at", at(file).name, offset, bytes})) return *result;
    if (at(file).name == "user") {
      if (bytes != 4 || offset % 4 != 0) return -EPROTO;
      *static_cast<std::uint32_t*>(data) =
          is_gone ? 0xffffffff : card_->read_register(static_cast<std::uint32_t>(offset));
      return 4;
    }
    return transfer(file, O_RDONLY, reinterpret_cast<std::uintptr_t>(data), bytes, offset,
                    [&](int channel, std::uint64_t address, std::size_t part) {
                      auto* const to = static_cast<std::uint8_t*>(data);
                      card_->read_memory(channel, address, to, part);
                      if (flip_in_read >= 0 && static_cast<std::size_t>(flip_in_read) < part) to[flip_in_read] ^= 1;
                    });
  }

  std::int64_t write_at(int file, const void* data, std::size_t bytes, std::uint64_t offset) override {
    const auto turn = take_turn({"write_at", at(file).name, offset, bytes});
    if (const auto result = note({"write_at", at(file).name, offset, bytes})) return *result;
    if (at(file).name == "user") {
      if (bytes != 4 || offset % 4 != 0) return -EPROTO;
      if (is_gone) return 4;
      card_->write_register(static_cast<std::uint32_t>(offset), *static_cast<const std::uint32_t*>(data));
      constexpr std::uint64_t kKernel = 0x10000, kInterruptStatus = 0x0c;
      if (offset % kKernel == kInterruptStatus && card_->read_register(static_cast<std::uint32_t>(offset)) == 0)
        is_up_[static_cast<int>(offset / kKernel)] = false;
      return 4;
    }
    return transfer(file, O_WRONLY, reinterpret_cast<std::uintptr_t>(data), bytes, offset,
                    [&](int channel, std::uint64_t address, std::size_t part) {
                      card_->write_memory(channel, address, static_cast<const std::uint8_t*>(data), part);
                    });
  }

  std::int64_t read(int file, void* data, std::size_t bytes) override {
    const auto turn = take_turn({"read", at(file).name, 0, bytes});
    if (const auto result = note({"read", at(file).name, 0, bytes})) return *result;
    const int event = event_of(file);
    if (event < 0) return -EINVAL;
    if (bytes != 4) return -EPROTO;
    if (pending_events(event) == 0) throw std::logic_error("a read of events blocks for ever");
    *static_cast<std::uint32_t*>(data) = static_cast<std::uint32_t>(pending_events(event));
    events_[event] = 0;
    if (event == 0) stale_events = 0;
    return 4;
  }

  int wait_readable(int file, int milliseconds) override {
    const auto turn = take_turn({"wait_readable", at(file).name, 0, 0});
    if (const auto result = note({"wait_readable", at(file).name, 0, 0})) return static_cast<int>(*result);
    const int event = event_of(file);
    if (pending_events(event) > 0) return 1;
    if (is_gone || !(work_on ? work_on(event, milliseconds) : work_(milliseconds))) return 0;
    // The card asks for one event each time that its interrupt rises.
    if (!is_up_[event] && !loses_interrupts) ++events_[event];
    is_up_[event] = true;
    return pending_events(event) > 0 ? 1 : 0;
  }

  [[nodiscard]] int count(const std::string& what, const std::string& file) const {
    return static_cast<int>(
        std::count_if(calls.begin(), calls.end(), [&](const Call& c) { return c.what == what && c.file == file; }));
  }

 private:
  struct Open {
    std::string name;
    int mode;
  };

  [[nodiscard]] const Open& at(int file) const { return open_.at(static_cast<std::size_t>(file)); }
  /// Number of an events file; -1: it is none.
  [[nodiscard]] int event_of(int file) const {
    const std::string begin = "events_";
    return at(file).name.compare(0, begin.size(), begin) == 0 ? std::stoi(at(file).name.substr(begin.size())) : -1;
  }
  [[nodiscard]] int pending_events(int event) { return events_[event] + (event == 0 ? stale_events : 0); }

  std::unique_lock<std::recursive_mutex> take_turn(const Call& call) {
    if (begun) begun(call);
    return std::unique_lock(mutex_);
  }

  std::optional<std::int64_t> note(const Call& call) {
    calls.push_back(call);
    return respond ? respond(call) : std::nullopt;
  }

  template <typename Move>
  std::int64_t transfer(int file, int mode, std::uintptr_t buffer, std::size_t bytes, std::uint64_t address,
                        const Move& move) {
    const bool is_dma = at(file).name == (mode == O_RDONLY ? "c2h_0" : "h2c_0");
    if (!is_dma || at(file).mode != mode || buffer % kAlignment != address % kAlignment) return -EINVAL;
    if (is_gone) return -EIO;
    const std::size_t part = limit ? std::min(bytes, limit(bytes)) : bytes;
    for (const auto& [channel, memory] : memory_) {
      if (address < memory.base || address - memory.base >= memory.bytes ||
          part > memory.bytes - (address - memory.base))
        continue;
      move(channel, address - memory.base, part);
      return static_cast<std::int64_t>(part);
    }
    return -EIO;  // no memory responds there
  }

  std::shared_ptr<host::Backend> card_;
  std::map<int, host::XdmaOptions::Memory> memory_;
  std::function<bool(int)> work_;
  std::vector<Open> open_;
  std::map<int, int> events_;  ///< not read yet, by file
  std::recursive_mutex mutex_;
  std::map<int, bool> is_up_;  ///< the interrupts, as they were last seen
};

}  // namespace rtlgen::test
