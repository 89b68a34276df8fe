// Widths and tables of log, log2 and log10, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

const LogSizes& log_sizes(const Type& type);
const LogSizes& log2_sizes(const Type& type);
const LogSizes& log10_sizes(const Type& type);

}  // namespace rtlgen::spec
