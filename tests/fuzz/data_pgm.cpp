// Data files: pgm.
#include "reading.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return rtlgen::fuzz::read_data(data, size, rtlgen::data::read_pgm);
}
