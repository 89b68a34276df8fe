// The fuzzers' control: a reader with a fault, which both builds have to find.
#include <cstring>

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rtlgen::fuzz::require(size < 4 || std::memcmp(data, "grid", 4) != 0, "the fault that is there on purpose");
  return 0;
}
