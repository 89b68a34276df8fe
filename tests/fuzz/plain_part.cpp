// Memory channels and host links in their plain form, as a compiled simulation gets them: what is read is written and read again to the same.
#include <sstream>
#include <stdexcept>

#include "dram/timings.hpp"
#include "system/link.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  try {
    std::istringstream from(fuzz::text_of(data, size));
    const dram::Timings read = dram::read_plain(from);
    std::stringstream there;
    dram::write_plain(there, read);
    fuzz::require(dram::read_plain(there).capacity() == read.capacity(), "another channel comes back");
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  try {
    std::istringstream from(fuzz::text_of(data, size));
    system::read_plain_link(from);
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
