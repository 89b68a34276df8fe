// Results of earlier plans, for reuse: searches plan thousands of designs from the same operators and the same few
// Executors.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "ops/memo.hpp"
#include "plan/lags/lags.hpp"

namespace rtlgen::plan {

/// Returns the same as the free function minimal_lags, but solves each problem once. Thread-safe.
class LagMemo {
 public:
  Lags minimal_lags(const LagProblem& problem, const Order& order);

 private:
  std::mutex mutex_;
  std::map<std::string, Lags> known_;
};

struct Memo {
  ops::Memo operators;
  LagMemo lags;
};

}  // namespace rtlgen::plan
