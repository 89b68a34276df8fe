// Queues of a back end whose calls block: a thread for each direction, and one that waits for the interrupt.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "host/host.hpp"

namespace rtlgen::host {

class TransferThreads {
 public:
  /// `move` moves a transfer's bytes and throws nothing, `wait` is Backend::wait_interrupt. Each is called by a thread
  /// of its own, `move` by one for each direction. Threads begin with the first transfer.
  TransferThreads(std::function<void(Transfer&)> move, std::function<bool()> wait)
      : move_(std::move(move)), wait_(std::move(wait)) {}
  TransferThreads(const TransferThreads&) = delete;
  TransferThreads& operator=(const TransferThreads&) = delete;
  /// Waits for the calls in progress; transfers that have not begun do not take place.
  ~TransferThreads();

  void queue(const std::shared_ptr<Transfer>& transfer);
  /// As Backend::wait_any; throws what `wait` throws.
  Backend::Event wait_any(bool run);

 private:
  struct Lane {
    std::deque<std::function<void()>> calls;
    std::thread thread;
  };
  struct Run {
    bool came = false;
    std::exception_ptr fault;
  };

  void post(Lane& lane, std::function<void()> call);
  void work(Lane& lane);

  std::function<void(Transfer&)> move_;
  std::function<bool()> wait_;
  std::mutex mutex_;
  std::condition_variable posted_, ended_;
  std::array<Lane, 3> lanes_;  ///< to the card, from it, and the interrupt
  bool is_over_ = false;
  std::uint64_t outstanding_ = 0, unseen_ = 0;  ///< transfers: not ended, and ended since the last wait
  bool is_waiting_ = false;                     ///< a thread waits for a run, or has
  std::optional<Run> run_;                      ///< then: how that ended
};

}  // namespace rtlgen::host
