// A cache of operators: searches plan and elaborate thousands of designs from the same few operators.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "hw/cut.hpp"
#include "hw/ir.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::ops {

struct Request;

/// Returns the same as the free functions, but computes each result once. Thread-safe.
class Memo {
 public:
  int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut);
  int least_period_for(const Request& request, const hw::DelayModel& device);
  int dsp_blocks(const Request& request, const hw::DelayModel& device);
  int shift_add_luts(const Request& request);
  hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut, int period_ps);

 private:
  std::mutex mutex_;
  std::map<std::string, int> latencies_, least_periods_, dsp_blocks_, shift_add_luts_;
  std::map<std::string, hw::Module> modules_;
};

}  // namespace rtlgen::ops
