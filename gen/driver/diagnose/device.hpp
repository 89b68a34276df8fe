// Data shared by all steps: the card chosen by the options, once it is open, and facts learned about it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "driver/diagnose/diagnose.hpp"
#include "driver/simulate/given_manifest.hpp"
#include "host/card_block.hpp"
#include "host/design.hpp"
#include "host/finding.hpp"
#include "host/host.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::host {
class SimulatedCard;
}

namespace rtlgen::driver {

/// The opened back end, which one user after the other borrows.
class Lent final : public host::Backend {
 public:
  /// `exchanged`: channels that replace others.
  explicit Lent(std::shared_ptr<host::Backend> backend, std::map<int, int> exchanged = {})
      : backend_(std::move(backend)), exchanged_(std::move(exchanged)) {}

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    backend_->write_memory(real(channel), address, data, bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    backend_->read_memory(real(channel), address, data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { backend_->write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return backend_->read_register(offset); }
  bool wait_interrupt() override { return backend_->wait_interrupt(); }
  std::uint64_t capacity(int channel) override { return backend_->capacity(real(channel)); }
  void reserve(int channel, std::uint64_t bytes) override { backend_->reserve(real(channel), bytes); }
  std::uint64_t base(int channel) override { return backend_->base(real(channel)); }
  std::vector<std::string> notes() override { return backend_->notes(); }
  bool has_card_block() override { return backend_->has_card_block(); }
  bool sees_refusals() override { return backend_->sees_refusals(); }
  int kernel() override { return backend_->kernel(); }

 private:
  [[nodiscard]] int real(int channel) const {
    const auto found = exchanged_.find(channel);
    return found == exchanged_.end() ? channel : found->second;
  }

  std::shared_ptr<host::Backend> backend_;
  std::map<int, int> exchanged_;
};

struct PassCase;

struct Device {
  DiagnoseOptions options;
  SimOptions run;  ///< with the function that opens the card
  std::shared_ptr<const Prepared> prepared;
  CardDescription described;
  std::optional<host::Design> design;              ///< none: a board without memory
  std::shared_ptr<const PassCase> smallest, grid;  ///< runs, with the golden engine's results
  std::string board;                               ///< from the description; "": none
  Diagnostics diagnostics;                         ///< from opening the card: impossible options

  std::shared_ptr<host::Backend> backend;          ///< null: not open yet
  std::shared_ptr<host::SimulatedCard> simulated;  ///< the same back end, if the card is simulated
  bool has_responded = false;                      ///< at least once
  std::string function;                            ///< PCI address of the card; "": not known, or no PCI
  std::shared_ptr<LineRunner> line;                ///< replaces the back end on a board without memory
  std::string run_fault;                           ///< fault of a run that did not end correctly
  std::optional<host::CardBlock::Restarts> noted;  ///< before this step, or before the one with that fault
  bool is_gone = false;                            ///< the card or its driver caused that fault

  /// The card block, if board and back end have one.
  [[nodiscard]] std::optional<host::CardBlock> card_block() const;
  [[nodiscard]] CardBackend kind() const { return options.card.backend; }
  [[nodiscard]] bool is_real() const { return kind() != CardBackend::kSimulation; }
  /// Seconds; for a simulated card, simulated seconds.
  [[nodiscard]] double now() const;
};

Judged passed(std::string seen);
Judged skipped(std::string reason);
Judged failed(std::string seen, std::string expected, std::vector<std::string> causes);
Judged judged(host::Finding finding);

// The steps.
Judged climb_bus(Device& device);
Judged climb_card(Device& device);
Judged climb_clocks(Device& device);
Judged climb_calibration(Device& device);
Judged climb_response(Device& device);
Judged climb_registers(Device& device);
Judged climb_design(Device& device);
Judged climb_idle(Device& device);
Judged climb_memory(Device& device);
Judged climb_tester(Device& device);
Judged climb_capacity(Device& device);
Judged climb_interrupt(Device& device);
Judged climb_hard_blocks(Device& device);
Judged climb_smallest(Device& device);
Judged climb_grid(Device& device);
Judged climb_margin(Device& device);

/// One pass, compared with the golden engine's.
Judged run_pass(Device& device, const PassCase& pass);

/// Opens the card that the options choose. Throws host::Error and EnvironmentError.
void open_device(Device& device);

/// Rewrites a step during which the card has left the bus: whatever the step saw, the card is to blame.
void explain_loss(const Device& device, Judged& step);
/// Notes what the card block shows before a step, and clears the refusals of earlier transfers.
void note_block(Device& device);
/// Adds to a failed step what the card block shows: a clock that is wrong, memory that is not ready, a transfer that
/// was refused, a reset during the step.
void explain_by_block(const Device& device, Judged& step);
/// Fails a step during which memory sent what the host had not requested.
void check_unrequested(const Device& device, Judged& step);

/// The command to type after step `number` failed.
std::string next_command(const Device& device, const Step& step);

}  // namespace rtlgen::driver
