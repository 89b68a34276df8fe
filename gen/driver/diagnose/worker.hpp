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

  /// Runs `task`, which owns what it uses, in the worker's thread, and throws what it throws. False if it has not ended
  /// within `seconds`: the thread is abandoned, and there must be no other call.
  bool run(std::function<void()> task, double seconds);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace rtlgen::driver
