// What is known of plans that were made: searches plan thousands of designs out of the same operators and the same few
// Executors.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "ops/memo.hpp"
#include "plan/lags.hpp"

namespace rtlgen::plan {

/// Returns what minimal_lags returns; each problem is solved once. Threads may share it.
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
