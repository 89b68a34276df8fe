// Back end with a simulation in this process: a shared object with the functions of card_abi.h.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "card_abi.h"
#include "host.hpp"

namespace rtlgen::host {

struct SimulatedOptions {
  double bus_mhz = 250, kernel_mhz = 200;
  std::string dram;  ///< contents of a models/<part>.txt from `rtlgen generate --card`; "": an ideal memory
  std::map<int, std::string> drams;  ///< by channel, instead of `dram`
  std::string link;                  ///< contents of a models/<link>.txt; "": a host without delays
  int latency_least = 0, latency_most = 0;
  int ready_percent = 100;
  double error_percent = 0;
  std::int64_t bad_read = -1, bad_write = -1;  ///< number of a burst that gets an error response
  std::uint64_t seed = 1;
  /// Called now and then during a run with the beats moved so far.
  std::function<void(std::int64_t beats)> progress;
};

/// Default options with the clocks that the accelerator was generated for. Throws if the text is not a manifest.
RTLGEN_HOST_VISIBLE SimulatedOptions simulated_options(const std::string& manifest);

class RTLGEN_HOST_VISIBLE SimulatedCard : public Backend {
 public:
  /// `program`: the shared object, card.so. Throws if it cannot be loaded, or if options are out of range.
  explicit SimulatedCard(const std::string& program, const SimulatedOptions& options = {});
  ~SimulatedCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  /// Gives up if no beat moves for 2^26 clocks of the bus.
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  /// Simulated time passes for it during later calls alone.
  void queue(const std::shared_ptr<Transfer>& transfer) override;
  void poll() override;
  /// Gives up as wait_interrupt does.
  Event wait_any(bool run) override;
  /// If it simulates the top of a board.
  bool has_card_block() override;

  /// Changes the memory options; clocks and link are unchanged. Only between runs.
  void set_memory(const SimulatedOptions& options);
  /// Sets a fault of a card with models of a vendor's IP, from now on. Throws if the card has no such models.
  void set_fault(rtlgen_card_fault fault, int channel, int value);
  /// Resets the bus; memories keep their contents.
  void reset();
  /// Lets time pass until an interrupt; true if it arrived. On a card with several kernels, each has a number.
  bool wait(double ns, int interrupt = 0);
  /// Lets `ns` of time pass, independent of interrupts; does nothing if that is 0 or less.
  void pass(double ns);
  /// For a card whose host is a serial line: sends all bytes, then waits for received bytes; returns their number.
  std::uint64_t serial(const std::uint8_t* sent, std::uint64_t bytes, std::uint8_t* received, std::uint64_t most,
                       double ns);
  [[nodiscard]] rtlgen_card_statistics statistics();

 private:
  struct Functions;
  class Quiet;
  void check(int status) const;
  /// Whether a reset of the card has ended the run.
  bool has_lost_run();
  bool take_ended(const rtlgen_card_event& event);

  struct Queue {
    std::deque<std::shared_ptr<Transfer>> transfers;
    std::int64_t ended = 0;
  };

  SimulatedOptions options_;
  std::array<Queue, 2> queues_;  ///< to the card and from it
  std::unique_ptr<Functions> functions_;
  rtlgen_card* card_ = nullptr;
};

}  // namespace rtlgen::host
