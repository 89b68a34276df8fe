// A thread for calls that may never return.
#pragma once

#include <functional>
#include <memory>

namespace rtlgen::driver {

class Worker {
 public:
  Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  /// Runs `task`, which owns everything that it uses, in the worker's thread, and rethrows its exceptions. Returns
  /// false if it has not ended within `seconds`: then the thread is abandoned, and run() must not be called again.
  bool run(std::function<void()> task, double seconds);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace rtlgen::driver
