// Positions of ports in words of a serial line.
#include "contract/line_top.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::contract {

namespace {

constexpr int kByte = 8;

int bytes_of(int bits) { return std::max(1, static_cast<int>(ceil_div(bits, kByte))); }

/// Appends `port` to the list at bit `low`; returns the bit after it.
int put(std::vector<LineField>& list, const Port& port, int low) {
  list.push_back({port.name, port.index, low, port.width, port.arrays});
  return low + port.width;
}

/// The part of the line protocol that carries a port.
enum class Place : std::uint8_t { kNowhere, kSettings, kLoad, kIn, kOut, kStatus };

Place place_of(PortRole role) {
  switch (role) {
    case PortRole::kClock:
    case PortRole::kReset:
    case PortRole::kPasses:
    case PortRole::kLoadValid:
    case PortRole::kLoadLast:
    case PortRole::kInValid:
    case PortRole::kInReady:
    case PortRole::kLateValid:
    case PortRole::kLateReady:
    case PortRole::kOutValid:
    case PortRole::kOutReady:
    case PortRole::kDone:
    case PortRole::kConfigError:
    case PortRole::kMonitorValid:
      return Place::kNowhere;
    case PortRole::kRowWords:
    case PortRole::kRows:
    case PortRole::kPlanes:
    case PortRole::kPlaneWords:
    case PortRole::kTail:
    case PortRole::kExtentX:
    case PortRole::kPhaseX:
    case PortRole::kPhaseY:
    case PortRole::kPhaseZ:
    case PortRole::kGap:
    case PortRole::kGridWords:
    case PortRole::kGridRows:
    case PortRole::kBlocksX:
    case PortRole::kBlocksY:
    case PortRole::kBypass:
    case PortRole::kFirstStep:
    case PortRole::kParam:
      return Place::kSettings;
    case PortRole::kLoadData:
      return Place::kLoad;
    case PortRole::kInData:
      return Place::kIn;
    case PortRole::kOutData:
      return Place::kOut;
    case PortRole::kMonitor:
      return Place::kStatus;
  }
  return Place::kNowhere;
}

}  // namespace

LineTop line_top(const CoreInterface& core) {
  LineTop top;
  int settings = 0, in = 0, load = 0, out = 0;
  top.status_bytes = kLineDigestBytes + 1;
  for (const Port& port : core.ports) {
    switch (place_of(port.role)) {
      case Place::kNowhere:
        break;
      case Place::kSettings:
        settings = put(top.settings, port, settings);
        break;
      case Place::kLoad:
        load = std::max(load, put(top.loads, port, 0));
        break;
      case Place::kIn:
        in = put(top.ins, port, in);
        break;
      case Place::kOut:
        out = put(top.outs, port, out);
        break;
      case Place::kStatus:
        put(top.monitors, port, top.status_bytes * kByte);
        top.status_bytes += bytes_of(port.width);
        break;
    }
  }
  top.settings_bytes = bytes_of(settings);
  top.in_bytes = bytes_of(std::max(in, load));
  top.out_bytes = bytes_of(out);
  return top;
}

}  // namespace rtlgen::contract
