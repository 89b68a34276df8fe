// Memory channels and host links in their plain form, as a compiled simulation gets them: what is read is written and
// read again to the same.
#include <optional>
#include <sstream>
#include <stdexcept>

#include "dram/timings.hpp"
#include "system/link.hpp"
#include "target.hpp"

namespace {

using namespace rtlgen;

/// The accepted value, or nothing and a reason.
template <typename Part>
std::optional<Part> accepted(const std::string& text, Part (*read)(std::istream&)) {
  std::istringstream from(text);
  try {
    return read(from);
  } catch (const std::runtime_error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
    return std::nullopt;
  }
}

template <typename Part>
std::string written(const Part& part) {
  std::ostringstream to;
  write_plain(to, part);
  return to.str();
}

template <typename Part>
void check(const std::string& text, Part (*read)(std::istream&)) {
  const std::optional<Part> part = accepted(text, read);
  if (!part) return;
  const std::string first = written(*part);
  const std::optional<Part> again = accepted(first, read);
  fuzz::require(again.has_value(), "what was written is refused");
  fuzz::require(written(*again) == first, "another part comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  check<dram::Timings>(text, dram::read_plain);
  check<system::Link>(text, system::read_plain_link);
  return 0;
}
