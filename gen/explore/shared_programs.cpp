// Threads share different P at the same time; if two share one P, the first result is kept.
#include "explore/shared_programs.hpp"

namespace rtlgen::explore {

const spec::Program& SharedPrograms::at(int lanes,
                                        const std::function<std::pair<std::string, spec::Program>(int)>& share) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = by_lanes_.find(lanes); known != by_lanes_.end()) return *known->second;
  }
  auto [lines, program] = share(lanes);
  const std::lock_guard lock(mutex_);
  const spec::Program& kept = programs_.emplace(std::move(lines), std::move(program)).first->second;
  return *(by_lanes_[lanes] = &kept);
}

}  // namespace rtlgen::explore
