// Threads that make the blocking calls of a back end.
#include "host/transfer_threads.hpp"

namespace rtlgen::host {

TransferThreads::~TransferThreads() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    posted_.notify_all();
  }
  for (Lane& lane : lanes_) {
    if (lane.thread.joinable()) lane.thread.join();
  }
}

void TransferThreads::post(Lane& lane, std::function<void()> call) {
  if (!lane.thread.joinable()) lane.thread = std::thread([this, &lane] { work(lane); });
  lane.calls.push_back(std::move(call));
  posted_.notify_all();
}

void TransferThreads::work(Lane& lane) {
  std::unique_lock lock(mutex_);
  for (;;) {
    posted_.wait(lock, [&] { return is_over_ || !lane.calls.empty(); });
    if (is_over_) return;
    const std::function<void()> call = std::move(lane.calls.front());
    lane.calls.pop_front();
    lock.unlock();
    call();
    lock.lock();
  }
}

void TransferThreads::queue(const std::shared_ptr<Transfer>& transfer) {
  const std::lock_guard lock(mutex_);
  ++outstanding_;
  post(lanes_[transfer->to_card ? 0 : 1], [this, transfer] {
    move_(*transfer);
    const std::lock_guard ended(mutex_);
    transfer->ended = true;
    --outstanding_;
    ++unseen_;
    ended_.notify_all();
  });
}

Backend::Event TransferThreads::wait_any(bool run) {
  std::unique_lock lock(mutex_);
  if (run && !is_waiting_) {
    is_waiting_ = true;
    post(lanes_[2], [this] {
      Run end;
      try {
        end.came = wait_();
      } catch (...) {
        end.fault = std::current_exception();
      }
      const std::lock_guard ended(mutex_);
      run_ = end;
      ended_.notify_all();
    });
  }
  ended_.wait(lock, [&] { return unseen_ > 0 || (run ? run_.has_value() : outstanding_ == 0); });
  if (run && run_) {
    const Run end = *run_;
    run_.reset();
    is_waiting_ = false;
    if (end.fault) std::rethrow_exception(end.fault);
    return end.came ? Backend::Event::kInterrupt : Backend::Event::kTimeout;
  }
  unseen_ = 0;
  return Backend::Event::kTransfer;
}

}  // namespace rtlgen::host
