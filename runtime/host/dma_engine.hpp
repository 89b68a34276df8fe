// Intel's DMAs on a card, for back ends: moves bytes to and from card addresses, and receives messages; all kernels of
// a card share one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "host/pci_device.hpp"

namespace rtlgen::host {

class DmaEngine {
 public:
  /// Transfers are whole units of `unit` bytes on both sides.
  DmaEngine(std::shared_ptr<PciDevice> device, std::uint64_t unit, double patience_seconds);
  virtual ~DmaEngine() = default;
  DmaEngine(const DmaEngine&) = delete;
  DmaEngine& operator=(const DmaEngine&) = delete;

  [[nodiscard]] PciDevice& device() const { return *device_; }

  /// Moves bytes to or from a card address; other bytes in the same units are preserved. Throws DeviceError.
  void write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes);
  void read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes);

  /// Whether a message has arrived since `seen`, which is updated, or arrives within the time. One thread waits for the
  /// device, the others wait for that thread.
  bool take_event(std::uint64_t& seen, int milliseconds);

 protected:
  static constexpr std::size_t kPage = 4096;

  /// Moves whole units, at most kStagingBytes.
  virtual void to_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) = 0;
  virtual void from_card(std::uint64_t card, const SharedMemory& host, std::uint64_t bytes) = 0;

  /// A description of a transfer, for the error if it does not end.
  struct Transfer {
    bool is_write;
    std::uint64_t card, bytes;
    std::uint32_t last;  ///< descriptor
  };
  /// Waits until `done`; `alive`: a register that reads as all ones if the card has disappeared.
  template <typename Done, typename Alive>
  void await(const Transfer& transfer, const Done& done, const Alive& alive) const {
    using Clock = std::chrono::steady_clock;
    constexpr int kSpins = 1000;
    const auto begin = Clock::now();
    for (int round = 0; !done(); ++round) {
      if (round < kSpins) continue;
      if (std::chrono::duration<double>(Clock::now() - begin).count() > patience_seconds_) fail(transfer, alive());
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
  [[noreturn]] void fail(const Transfer& transfer, std::uint32_t alive) const;

  static constexpr std::size_t kStagingBytes = std::size_t{8} << 20;

 private:
  /// Staging memory with the offset of this card address.
  [[nodiscard]] SharedMemory staging(std::uint64_t card) const;

  std::shared_ptr<PciDevice> device_;
  std::uint64_t unit_;
  double patience_seconds_;
  SharedMemory staging_;
  std::mutex transfer_, event_;
  std::condition_variable changed_;
  bool waiting_ = false;  ///< a thread is waiting for the device
  std::uint64_t events_ = 0;
};

/// Intel's Avalon-MM DMA of Stratix V and Arria 10: tables of descriptors, sent to card address `tables`.
std::shared_ptr<DmaEngine> avalon_tables(std::shared_ptr<PciDevice> device, std::uint64_t tables,
                                         double patience_seconds);

/// Intel's multi-channel DMA (P-tile): queue 0 of each direction.
std::shared_ptr<DmaEngine> mcdma_queues(std::shared_ptr<PciDevice> device, double patience_seconds);

}  // namespace rtlgen::host
