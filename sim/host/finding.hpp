// A check of a device: its outcome, and what was seen and expected.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::host {

struct Finding {
  bool holds = true;
  std::string seen, expected;
  std::vector<std::string> causes;  ///< of a check that fails, likeliest first
};

}  // namespace rtlgen::host
