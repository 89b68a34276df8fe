// Checks buffers and stripes of a field.
#include "spec/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "spec/hardware.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::spec {

bool check_placement(const Program& program, const Placement& place, Diagnostics& diagnostics) {
  const Array& array = program.arrays[place.array];
  const std::string name = program.together(place.array).size() > 1 ? array.vector : array.shown();
  const auto refuse = [&](const std::string& message, const std::string& note) {
    diagnostics.error(Code::kImpossiblePlacement, place.where, message, {note});
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
                    "use the same number for both, as in [[0, 1], [2, 3]]");
    }
    if (std::set<int>(buffer.begin(), buffer.end()).size() != buffer.size()) {
      return refuse(fmt::format("a buffer of '{}' uses the same channel twice", name), "list every channel once");
    }
    if (array.held() && buffer.size() > 1) {
      return refuse(fmt::format("'{}' is striped, but it is only loaded once, before a run", name), "list one channel");
    }
  }
  return true;
}

bool check_places(const Program& program, const Hardware& hardware, Diagnostics& diagnostics) {
  if (!hardware.bus) return true;
  const Channels& board = hardware.channels;
  if (hardware.bus->memory_auto && board.count == 0) {
    diagnostics.error(Code::kImpossiblePlacement, hardware.bus->where,
                      "'memory: auto' needs a board whose memory channels are known",
                      {"set one (hardware.board, --board), or place the fields: memory: {field: [0, 1]}"});
    return false;
  }
  const int count = std::max(1, board.count / hardware.kernels);
  for (const Placement& place : hardware.bus->memory) {
    if (!check_placement(program, place, diagnostics)) return false;
    for (const std::vector<int>& buffer : place.buffers) {
      const auto beyond =
          std::find_if(buffer.begin(), buffer.end(), [&](int c) { return board.count > 0 && c >= count; });
      if (beyond == buffer.end()) continue;
      diagnostics.error(
          Code::kImpossiblePlacement, place.where,
          fmt::format("memory channel {} does not exist: {} has {}{}", *beyond, safe::terminal(hardware.board),
                      count > 1 ? fmt::format("0 to {}", count - 1) : "only channel 0",
                      hardware.kernels > 1 ? fmt::format(" for each of {} kernels", hardware.kernels) : ""),
          {"'memory: auto' places all fields"});
      return false;
    }
  }
  return true;
}

}  // namespace rtlgen::spec
