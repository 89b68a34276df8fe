// Factors of logic, as calibrate writes them: what is read is written and read again to the same.
#include "model/area/calibration.hpp"

#include <stdexcept>

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  try {
    const model::Calibration read = model::calibration_from(fuzz::text_of(data, size));
    fuzz::require(model::calibration_from(model::to_json(read)) == read, "another table comes back");
    fuzz::require(read.factor("fuzz") >= 0, "a factor below zero");
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
