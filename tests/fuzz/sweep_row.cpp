// Rows of a sweep on disk, and axes of --over: a row that is read has a status.
#include "driver/sweep/sweep.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  const std::string text = fuzz::text_of(data, size);
  driver::SweepRow row;
  if (driver::row_from(text, row)) {
    fuzz::require(!row.status.empty(), "a row without status");
    fuzz::require(driver::row_json(row).is_object(), "no row");
  }
  Diagnostics diagnostics;
  const auto axes = driver::parse_axes({text}, diagnostics);
  fuzz::require(axes.ok() == !diagnostics.has_errors(), "axes and errors, or neither");
  fuzz::require(!axes.ok() || driver::variants_of(*axes) >= 1, "no variant");
  return 0;
}
