// Caches results, keyed by everything that they depend on.
#include "ops/memo.hpp"

#include <fmt/format.h>

#include "hw/delay_model.hpp"
#include "ops/operator.hpp"

namespace rtlgen::ops {

int Memo::latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut) {
  const std::string key = fmt::format("{} {} {} {}", base_name(request), device.name, period_ps, static_cast<int>(cut));
  const std::lock_guard lock(mutex_);
  const auto known = latencies_.find(key);
  return known != latencies_.end()
             ? known->second
             : latencies_.emplace(key, ops::latency_for(request, device, period_ps, cut)).first->second;
}

int Memo::least_period_for(const Request& request, const hw::DelayModel& device) {
  const std::string key = fmt::format("{} {}", base_name(request), device.name);
  const std::lock_guard lock(mutex_);
  const auto known = least_periods_.find(key);
  return known != least_periods_.end()
             ? known->second
             : least_periods_.emplace(key, ops::least_period_for(request, device)).first->second;
}

int Memo::dsp_blocks(const Request& request, const hw::DelayModel& device) {
  const std::string key = fmt::format("{} {}", base_name(request), device.name);
  const std::lock_guard lock(mutex_);
  const auto known = dsp_blocks_.find(key);
  return known != dsp_blocks_.end() ? known->second
                                    : dsp_blocks_.emplace(key, ops::dsp_blocks(request, device)).first->second;
}

int Memo::shift_add_luts(const Request& request) {
  const std::string key = base_name(request);
  const std::lock_guard lock(mutex_);
  const auto known = shift_add_luts_.find(key);
  return known != shift_add_luts_.end() ? known->second
                                        : shift_add_luts_.emplace(key, ops::shift_add_luts(request)).first->second;
}

hw::Module Memo::build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut, int period_ps) {
  const std::string key =
      fmt::format("{} {} {} {} {}", base_name(request), device.name, latency, static_cast<int>(cut), period_ps);
  const std::lock_guard lock(mutex_);
  const auto known = modules_.find(key);
  return known != modules_.end()
             ? known->second
             : modules_.emplace(key, ops::build(request, device, latency, cut, period_ps)).first->second;
}

}  // namespace rtlgen::ops
