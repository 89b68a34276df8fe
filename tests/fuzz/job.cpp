// Job files of simulations: what the test bench inside of one reads.
#include "harness/job.hpp"

#include <stdexcept>

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const rtlgen::fuzz::File file(data, size);
  try {
    bench::read_job(file.path());
  } catch (const std::runtime_error& fault) {
    rtlgen::fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
