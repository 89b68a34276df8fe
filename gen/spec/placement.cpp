// Checks buffers and stripes of a field.
#include "spec/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "spec/channels.hpp"
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

namespace {

/// The kinds of memory over which a buffer is striped, if there are several: "HBM2 and DDR4".
std::string mixed_kinds(const Hardware& hardware, const std::vector<int>& buffer) {
  const std::size_t first = kind_of_channel(hardware, buffer.front());
  for (const int channel : buffer) {
    const std::size_t kind = kind_of_channel(hardware, channel);
    const std::vector<ChannelKind>& kinds = hardware.channels.kinds;
    if (kind != first) return fmt::format("{} and {}", kinds[first].name, kinds[kind].name);
  }
  return "";
}

/// Checks a placement against the channels of the board.
bool check_on_board(const Program& program, const Hardware& hardware, const Placement& place,
                    Diagnostics& diagnostics) {
  const int count = channels_of_kernel(hardware);
  for (const std::vector<int>& buffer : place.buffers) {
    const auto beyond = std::find_if(buffer.begin(), buffer.end(), [&](int c) { return c >= count; });
    if (beyond != buffer.end()) {
      diagnostics.error(
          Code::kImpossiblePlacement, place.where,
          fmt::format("memory channel {} does not exist: {} has {}{}", *beyond, safe::terminal(hardware.board),
                      count > 1 ? fmt::format("0 to {}", count - 1) : "only channel 0",
                      hardware.kernels > 1 ? fmt::format(" for each of {} kernels", hardware.kernels) : ""),
          {"'memory: auto' places all fields"});
      return false;
    }
    // Stripes take turns, so the slowest one would limit them all.
    if (const std::string kinds = mixed_kinds(hardware, buffer); !kinds.empty()) {
      const Array& array = program.arrays[place.array];
      diagnostics.error(Code::kImpossiblePlacement, place.where,
                        fmt::format("a buffer of '{}' is striped over {}",
                                    program.together(place.array).size() > 1 ? array.vector : array.shown(), kinds),
                        {"use channels of one kind for each buffer"});
      return false;
    }
  }
  return true;
}

}  // namespace

bool check_places(const Program& program, const Hardware& hardware, Diagnostics& diagnostics) {
  if (!hardware.bus) return true;
  const bool is_known = hardware.channels.count() > 0;
  if (hardware.bus->memory_auto && !is_known) {
    diagnostics.error(Code::kImpossiblePlacement, hardware.bus->where,
                      "'memory: auto' needs a board whose memory channels are known",
                      {"set one (hardware.board, --board), or place the fields: memory: {field: [0, 1]}"});
    return false;
  }
  for (const Placement& place : hardware.bus->memory) {
    if (!check_placement(program, place, diagnostics)) return false;
    if (is_known && !check_on_board(program, hardware, place, diagnostics)) return false;
  }
  return true;
}

}  // namespace rtlgen::spec
