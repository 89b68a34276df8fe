// Programs after sharing, by P: the more lanes, the more operators a temporary saves.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "spec/program.hpp"

namespace rtlgen::explore {

/// Programs after sharing, made when they are first requested. Thread-safe.
class SharedPrograms {
 public:
  /// The program for `lanes`; `share` returns its lines, which tell programs apart, and the program.
  const spec::Program& at(int lanes, const std::function<std::pair<std::string, spec::Program>(int)>& share);

 private:
  std::mutex mutex_;
  std::map<std::string, spec::Program> programs_;  ///< by their lines
  std::map<int, const spec::Program*> by_lanes_;
};

}  // namespace rtlgen::explore
