// Buffers and stripes of a field.
#include "spec/placement.hpp"

#include <fmt/format.h>

#include <set>

#include "spec/hardware.hpp"
#include "spec/program.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::spec {

bool check_placement(const Program& program, const Placement& place, Diagnostics& diagnostics) {
  const Array& array = program.arrays[place.array];
  const std::string name = program.together(place.array).size() > 1 ? array.vector : array.shown();
  const auto refuse = [&](const std::string& message, const std::string& note) {
    diagnostics.error("RG0216", place.where, message, {note});
    return false;
  };
  const bool state = array.role == Role::kState;
  if (place.buffers.size() > (state ? 2U : 1U)) {
    return refuse(
        fmt::format("'{}' has {} buffers", name, place.buffers.size()),
        state ? "a state field has two: [0, 1]" : "only state fields have a second one; for stripes write [[0, 1]]");
  }
  for (const std::vector<int>& buffer : place.buffers) {
    if (buffer.size() != place.buffers.front().size()) {
      return refuse(fmt::format("the buffers of '{}' are striped over different numbers of channels", name),
                    "both have as many, as in [[0, 1], [2, 3]]");
    }
    if (std::set<int>(buffer.begin(), buffer.end()).size() != buffer.size()) {
      return refuse(fmt::format("a buffer of '{}' is striped over one channel twice", name), "name every channel once");
    }
    if (array.held() && buffer.size() > 1) {
      return refuse(fmt::format("'{}' is striped, but it is only loaded once, before a run", name), "name one channel");
    }
  }
  return true;
}

}  // namespace rtlgen::spec
