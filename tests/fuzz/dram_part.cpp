// Files of memory channels and of host links (sim --dram, --link).
#include <stdexcept>

#include "dram/part_file.hpp"
#include "system/link.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  const fuzz::File file(data, size);
  try {
    fuzz::require(dram::faults(dram::read_timings(file.path())).empty(), "a channel with faults");
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  try {
    fuzz::require(system::read_link(file.path()).read_gbs > 0, "a link that moves nothing");
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
