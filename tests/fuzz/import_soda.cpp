// Programs of SODA.
#include "importing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return rtlgen::fuzz::import(data, size, "fuzz.soda");
}
