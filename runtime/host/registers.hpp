// The registers of one card: checks that it is the right one, writes numbers, and executes a run from start to
// interrupt.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "contract/register_map.hpp"
#include "host/card_block.hpp"
#include "host/channel_probe.hpp"
#include "host/design.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

/// The control register, and its bit that is set while no run is active (ap_idle).
inline constexpr std::uint32_t kControl = 0x00, kIdle = 4;

/// The design and the back end must outlive the object.
class Registers {
 public:
  /// Throws if there is no back end. `card`: the card block, if there is one.
  Registers(const Design& design, Backend* backend, const CardBlock* card = nullptr);

  /// Adds to faults of runs what the probes have recorded, if the bitstream has them. `first_channel`: the number of
  /// the accelerator's channel 0 on the card.
  void use_probes(int first_channel, NameAccess name);

  /// Throws a DeviceError unless identity, contract and digest are the design's.
  void check_card() const;
  void check_idle() const;
  [[nodiscard]] std::uint64_t read(const std::string& name) const;
  /// Writes a register of 32 bits.
  void write(const std::string& name, std::uint32_t value) const;
  /// Every register that is written, from `numbers` by name.
  void write(const std::map<std::string, std::uint64_t>& numbers) const { write_changes(numbers, {}); }
  /// The same of a card whose registers hold `before`, or anything if that is empty: only words that change.
  void write_changes(const std::map<std::string, std::uint64_t>& numbers,
                     const std::map<std::string, std::uint64_t>& before) const;
  void start() const;
  /// Waits for the interrupt of the started run; throws if the run fails.
  void wait() const;
  /// Throws the fault of a wait, with what the card block adds to it.
  [[noreturn]] void rethrow(const DeviceError& fault) const;
  /// Finishes wait() once the interrupt is up; if not `ended`, the run is cancelled.
  void end(bool ended) const;

  // Runs whose end is polled.
  /// Runs end without an interrupt from now on, until one is requested.
  void silence() const;
  void start_silent() const;
  [[nodiscard]] bool is_idle() const;
  /// Requests the interrupt for the run in progress too, unless that has ended by now, which is returned.
  [[nodiscard]] bool ask_for_interrupt() const;
  /// Throws if the last run failed, or a reset of the card has ended it.
  void check_errors() const;

  // Facts that only a card block knows; without one nothing is lost or refused.
  [[nodiscard]] CardBlock::Restarts restarts() const;
  /// Throws if the bus has been reset since.
  void check_no_restart(const CardBlock::Restarts& since) const;
  /// To be added to the error of a transfer: why the card refused it; "" if it did not. Names each refusal once.
  [[nodiscard]] std::string refusal() const;
  /// How often memory has been seen to have sent the host what it had not requested.
  [[nodiscard]] std::size_t unrequested() const { return unrequested_; }
  /// Throws a DeviceError if that has happened since it was `since`, so that transfers may be wrong; and if the card
  /// has refused a transfer and the back end does not see that.
  void check_responses(std::size_t since) const;

 private:
  void check_contract() const;
  [[nodiscard]] const contract::BusRegister& find(const std::string& name) const;
  /// Reads a register that is never all ones.
  [[nodiscard]] std::uint32_t read_alive(std::uint32_t offset) const;
  /// Throws if a reset of the card has ended the run.
  void check_survived() const;
  [[noreturn]] void throw_reset() const;
  /// Why registers do not respond, as far as the card block knows; "" without one, or if it does not respond either.
  [[nodiscard]] std::string card_trouble() const;
  [[nodiscard]] std::string unrequested_responses(std::size_t since) const;
  void clear_interrupt() const;

  const Design& design_;
  Backend* backend_;
  const CardBlock* card_;
  std::optional<ChannelProbes> probes_;
  mutable std::size_t unrequested_ = 0;
  mutable std::string last_unrequested_;
  NameAccess name_;
};

}  // namespace rtlgen::host
