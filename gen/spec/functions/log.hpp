// Widths and tables of log, by format: the definition and the hardware are made with them.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

const LogSizes& log_sizes(const Type& type);

}  // namespace rtlgen::spec
