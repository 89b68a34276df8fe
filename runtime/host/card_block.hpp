// The card block of a card (docs/card_block.md): registers that respond whatever the accelerator does.
#pragma once

#include <cstdint>
#include <string>

#include "contract/manifest.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

/// Whether this value is not from a register: from a firewall, or all ones.
bool is_refusal(std::uint32_t value);

/// The facts and the back end must outlive the object. Every function may throw what the back end throws.
class CardBlock {
 public:
  CardBlock(const contract::CardBlockFacts& facts, Backend& backend) : facts_(facts), backend_(backend) {}

  /// Reads a word of contract::card_map, or a field of it.
  [[nodiscard]] std::uint32_t read(const std::string& word) const;
  [[nodiscard]] std::uint32_t read(const std::string& word, const std::string& field) const;
  void write(const std::string& word, std::uint32_t value) const;
  /// Sets a field of a request, with the key.
  void request(const std::string& word, const std::string& field, std::uint32_t bits = 1) const;

  [[nodiscard]] const contract::CardBlockFacts& facts() const { return facts_; }
  [[nodiscard]] int channels() const { return static_cast<int>(facts_.memory_mhz.size()); }
  /// Whether the block is there.
  [[nodiscard]] bool responds() const;
  /// Throws a DeviceError unless the block is there.
  void check_responds() const;
  /// The reason why the accelerator or transfers cannot work; "" if they can.
  [[nodiscard]] std::string trouble() const;
  /// The first transfer that was refused since that event was cleared, and why; "" if none was.
  [[nodiscard]] std::string refused_transfer() const;
  /// The responses of these memory channels, a bit for each, that the host had not requested; "" if there were none
  /// since this was last called. Such a memory is not to be trusted. Changes the setting `probe_channel`.
  [[nodiscard]] std::string unrequested_responses(std::uint32_t channels) const;
  void clear_event(const std::string& event) const;
  /// Counters that change with each reset of the bus, and of these `memory` with each loss of a memory's contents.
  /// Throws a DeviceError if there is no such block.
  struct Restarts {
    std::uint32_t bus = 0, memory = 0;
    bool operator==(const Restarts&) const = default;
  };
  [[nodiscard]] Restarts restarts() const;

  /// Waits until accelerators and all of memory can be used; false if that takes too long.
  [[nodiscard]] bool wait_ready() const;
  /// Resets the bus, which ends runs and transfers. Memory keeps its contents, except where something was written.
  void reset() const;
  /// Makes the card usable: resets it if a firewall has closed, and waits. Throws a DeviceError that says what is
  /// missing.
  void open() const;

 private:
  const contract::CardBlockFacts& facts_;
  Backend& backend_;
};

}  // namespace rtlgen::host
