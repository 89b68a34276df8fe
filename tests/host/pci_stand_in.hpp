// Stands in for vfio-pci and a card with one of Intel's DMAs of Avalon-MM, in front of any card: a fake one, or a
// compiled simulation.
//
// It keeps the rules of the DMA's users in public: tables lie in shared memory below 4 GiB and are taken in where the
// card has room for them; a table of `size` begins at 0; descriptors are numbered, move whole words of at most 18 bits
// of them, between shared memory and the card's. Of the DMA with queues: descriptors are numbered on and on, the last
// place leads to the first, units are 64 bytes, the last number is written back. What breaks a rule is a test's fault.
// It is all moved when the last descriptor is named, unless a test says otherwise.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "host/avalon_dma.hpp"
#include "host/host.hpp"

namespace rtlgen::test {

/// Interrupts of a card whose interrupt is a level: a message for each rise.
inline std::function<bool(int)> rises_of(std::function<bool(int)> level) {
  return [level = std::move(level), was_up = false](int milliseconds) mutable {
    const bool is_up = level(milliseconds), rises = is_up && !was_up;
    was_up = is_up;
    return rises;
  };
}

class PciStandIn : public host::PciDevice {
 public:
  /// `work` lets the card work for so many of the host's milliseconds, and returns whether a message came in them.
  PciStandIn(std::shared_ptr<host::Backend> card, host::AvalonDmaOptions options, std::function<bool(int)> work)
      : card_(std::move(card)), options_(std::move(options)), work_(std::move(work)) {}

  bool is_gone = false;   ///< off the bus: reads give all ones, nothing is moved
  bool is_stuck = false;  ///< the DMA ends no descriptor
  bool loses_interrupts = false;
  std::int64_t flip_in_read = -1;   ///< the byte of each transfer to the host whose lowest bit is wrong; -1: none
  int tables = 0, descriptors = 0;  ///< that were done
  std::uint32_t fault = 0;          ///< bits of what a queue writes back
  bool lies_aside = false;          ///< has a buffer not lain in a beat as the card's address does?

  [[nodiscard]] std::string name() const override { return "0000:03:00.0"; }

  std::uint32_t read(int bar, std::uint64_t offset) override {
    const std::lock_guard<std::mutex> turn(turn_);
    if (is_gone) return 0xffffffff;
    if (bar == 0) return dma_[offset];
    check(bar == options_.registers_bar, "a BAR that the card has not");
    return card_->read_register(static_cast<std::uint32_t>(offset));
  }

  void write(int bar, std::uint64_t offset, std::uint32_t value) override {
    const std::lock_guard<std::mutex> turn(turn_);
    if (is_gone) return;
    if (bar != 0) {
      check(bar == options_.registers_bar, "a BAR that the card has not");
      card_->write_register(static_cast<std::uint32_t>(offset), value);
      return;
    }
    dma_[offset] = value;
    if (options_.is_multi_channel) {
      queue_written(offset);
      return;
    }
    constexpr std::uint64_t kLast = 0x10, kFromCard = 0x100;
    if (offset % kFromCard == kLast && !is_stuck) run(offset / kFromCard * kFromCard);
  }

  host::SharedMemory share(std::size_t bytes) override {
    constexpr std::size_t kPage = 4096;
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    // Unlike an address of this process, and with a page between two.
    const std::uint64_t bus = next_;
    next_ += whole + kPage;
    auto& memory = shared_[bus];
    memory.resize(whole);
    return {memory.data(), bus};
  }

  bool wait_interrupt(int milliseconds) override {
    const std::lock_guard<std::mutex> turn(turn_);
    if (is_gone) return false;
    return work_(milliseconds) && !loses_interrupts;
  }

 private:
  struct Descriptor {
    std::uint32_t source_low, source_high, destination_low, destination_high, control, none[3];
  };
  static constexpr std::uint64_t kTableBytes = 128 * 36, kStatus = 128 * 4;

  static void check(bool right, const char* what) {
    if (!right) throw std::logic_error(what);
  }

  std::uint8_t* host_memory(std::uint64_t bus, std::uint64_t bytes) {
    auto place = shared_.upper_bound(bus);
    check(place != shared_.begin(), "an address that is no shared memory's");
    --place;
    check(bus - place->first + bytes <= place->second.size(), "an address that is no shared memory's");
    return place->second.data() + (bus - place->first);
  }

  void run(std::uint64_t direction) {
    const auto pair = [&](std::uint64_t at) {
      return dma_[direction + at] | std::uint64_t{dma_[direction + at + 4]} << 32;
    };
    check(pair(0x08) == options_.tables + (direction == 0 ? 0 : 0x2000),
          "a table that is taken in where the card has no room for it");
    check(dma_[direction + 4] == 0, "a table above 4 GiB");
    const std::uint32_t last = dma_[direction + 0x10];
    check(last < 128 && dma_[direction + 0x14] == last, "a table whose size is not its last descriptor");
    std::uint8_t* const table = host_memory(pair(0), kTableBytes);
    for (std::uint32_t i = 0; i <= last; ++i) {
      Descriptor d{};
      std::memcpy(&d, table + kStatus + i * sizeof d, sizeof d);
      check(d.control >> 18 == i, "a descriptor whose number is not its place");
      move(direction == 0, d, std::uint64_t{d.control & 0x3ffffU} * 4);
      const std::uint32_t done = 1;
      std::memcpy(table + std::uint64_t{i} * 4, &done, sizeof done);
      ++descriptors;
    }
    ++tables;
  }

  struct QueueDescriptor {
    std::uint64_t source, destination;
    std::uint32_t bytes, control, none, flags;
  };
  struct Queue {
    std::uint32_t place = 0, number = 0;
  };

  void queue_written(std::uint64_t offset) {
    constexpr std::uint64_t kToCard = 0x80000, kTail = 0x14, kReset = 0x48;
    const std::uint64_t base = offset / kToCard * kToCard;
    check(offset - base < 0x100, "a queue that nobody has");
    if (offset - base == kReset) {
      queues_[base] = {};
      dma_[base] = 0;
      if (!is_stuck) dma_[offset] = 0;
    }
    if (offset - base == kTail && (dma_[base] & 1U) != 0 && !is_stuck) run_queue(base);
  }

  void run_queue(std::uint64_t base) {
    constexpr std::uint32_t kPlaces = 128, kWriteBack = 1U << 17, kLink = 1U << 31;
    const auto pair = [&](std::uint64_t at) { return dma_[base + at] | std::uint64_t{dma_[base + at + 4]} << 32; };
    check((dma_[base] & 0x101U) == 0x101U && dma_[base + 0x10] == 7,
          "a queue that is not of 128 places, or writes nothing back");
    const std::uint64_t ring = pair(0x08);
    check(ring % 4096 == 0, "a queue that is not a page");
    Queue& queue = queues_[base];
    bool written = false;
    for (; queue.place != dma_[base + 0x14]; queue.place = (queue.place + 1) % kPlaces) {
      QueueDescriptor d{};
      std::memcpy(&d, host_memory(ring, 4096) + queue.place * sizeof d, sizeof d);
      check((d.control & 0xffffU) == (++queue.number & 0xffffU), "a descriptor whose number is not the next");
      const bool is_link = (d.flags & kLink) != 0;
      check(is_link == (queue.place == kPlaces - 1), "a place that leads elsewhere, or the last that does not");
      if (is_link) {
        check(d.source == ring, "a queue that leads elsewhere");
        continue;
      }
      check(d.bytes % 64 == 0 && d.bytes < 1U << 20, "a descriptor of no whole units, or of too many");
      written = (d.control & kWriteBack) != 0;
      move(base != 0, d.source, d.destination, d.bytes, 64);
      ++descriptors;
    }
    check(written, "nothing is written back of the last descriptor");
    const std::uint32_t done = (queue.number & 0xffffU) | fault;
    std::memcpy(host_memory(pair(0x20), 4), &done, sizeof done);
    ++tables;
  }

  void move(bool to_card, const Descriptor& d, std::uint64_t bytes) {
    move(to_card, d.source_low | std::uint64_t{d.source_high} << 32,
         d.destination_low | std::uint64_t{d.destination_high} << 32, bytes, 4);
  }

  void move(bool to_card, std::uint64_t source, std::uint64_t destination, std::uint64_t bytes, std::uint64_t unit) {
    const std::uint64_t bus = to_card ? source : destination, at = to_card ? destination : source;
    check(bytes > 0 && bus % unit == 0 && at % unit == 0, "a descriptor of no whole words");
    lies_aside = lies_aside || bus % 64 != at % 64;
    std::uint8_t* const memory = host_memory(bus, bytes);
    for (const auto& [channel, range] : options_.channels) {
      if (at < range.base || at - range.base >= range.bytes) continue;
      check(bytes <= range.bytes - (at - range.base), "a transfer over the end of a channel");
      if (to_card)
        card_->write_memory(channel, at - range.base, memory, bytes);
      else
        card_->read_memory(channel, at - range.base, memory, bytes);
      if (!to_card && flip_in_read >= 0 && static_cast<std::uint64_t>(flip_in_read) < bytes) memory[flip_in_read] ^= 1;
      return;
    }
    throw std::logic_error("a transfer where the card has no memory");
  }

  std::shared_ptr<host::Backend> card_;
  host::AvalonDmaOptions options_;
  std::function<bool(int)> work_;
  std::map<std::uint64_t, Queue> queues_;  ///< by their registers
  std::map<std::uint64_t, std::uint32_t> dma_ = {{0x10, 0xff}, {0x110, 0xff}};
  std::map<std::uint64_t, std::vector<std::uint8_t>> shared_;
  std::uint64_t next_ = 0x1234'5000;
  std::mutex turn_;  ///< threads of one program may each have a kernel
};

}  // namespace rtlgen::test
