// One task at a time.
#include "driver/diagnose/worker.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace rtlgen::driver {

struct Worker::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> task;  ///< the task to run; empty: none
  std::exception_ptr fault;
  bool is_done = false, is_over = false, is_abandoned = false;
  std::thread thread;

  void serve() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return task || is_over; });
      if (is_over) return;
      std::function<void()> now = std::exchange(task, nullptr);
      lock.unlock();
      std::exception_ptr thrown;
      try {
        now();
      } catch (...) {
        thrown = std::current_exception();
      }
      now = nullptr;  // destroys in this thread what the task owns
      lock.lock();
      fault = thrown;
      is_done = true;
      changed.notify_all();
      if (is_abandoned) return;
    }
  }
};

Worker::Worker() : state_(std::make_shared<State>()) {
  state_->thread = std::thread([state = state_] { state->serve(); });
}

Worker::~Worker() {
  if (state_->is_abandoned) {
    state_->thread.detach();
    return;
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_over = true;
    state_->changed.notify_all();
  }
  state_->thread.join();
}

bool Worker::run(std::function<void()> task, double seconds) {
  std::unique_lock lock(state_->mutex);
  state_->task = std::move(task);
  state_->is_done = false;
  state_->changed.notify_all();
  const bool ended =
      state_->changed.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return state_->is_done; });
  if (!ended) {
    state_->is_abandoned = true;
    return false;
  }
  if (state_->fault) std::rethrow_exception(std::exchange(state_->fault, nullptr));
  return true;
}

}  // namespace rtlgen::driver
