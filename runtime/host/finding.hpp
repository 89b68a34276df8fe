// The result of a check of a device: outcome, observed and expected values.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::host {

struct Finding {
  bool holds = true;
  std::string seen, expected;
  std::vector<std::string> causes;  ///< causes of a failed check, most likely first
};

}  // namespace rtlgen::host
