// Factors of logic, as calibrate writes them: what is read is written and read again to the same.
#include "model/area/calibration.hpp"

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  const auto read = model::calibration_from(fuzz::text_of(data, size));
  if (!read) {
    fuzz::require(!read.error().message.empty(), "no reason");
    return 0;
  }
  const auto again = model::calibration_from(model::to_json(*read));
  fuzz::require(again && *again == *read, "another table comes back");
  fuzz::require(read->factor("fuzz") >= 0, "a factor below zero");
  return 0;
}
