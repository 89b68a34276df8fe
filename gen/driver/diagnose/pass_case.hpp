// One pass, with the golden engine's results.
#pragma once

#include "driver/data/arrays.hpp"
#include "golden/ignored.hpp"
#include "golden/monitored.hpp"

namespace rtlgen::driver {

struct PassCase {
  RunData data;
  golden::MonitoredRun expected;
  golden::Masks ignored;
};

}  // namespace rtlgen::driver
