// Places of ports in the words of a serial line.
#include "contract/line_top.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::contract {

namespace {

constexpr int kByte = 8;

int bytes_of(int bits) { return std::max(1, static_cast<int>(ceil_div(bits, kByte))); }

/// Puts `port` behind the others; returns the bits up to its end.
int put(std::vector<LineField>& list, const Port& port, int low) {
  list.push_back({port.name, port.index, low, port.width});
  return low + port.width;
}

}  // namespace

LineTop line_top(const CoreInterface& core) {
  LineTop top;
  int settings = 0, in = 0, load = 0, out = 0;
  top.status_bytes = kLineDigestBytes + 1;
  for (const Port& port : core.ports) {
    switch (port.role) {
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
        break;
      case PortRole::kLoadData:
        load = std::max(load, put(top.loads, port, 0));
        break;
      case PortRole::kInData:
        in = put(top.ins, port, in);
        break;
      case PortRole::kOutData:
        out = put(top.outs, port, out);
        break;
      case PortRole::kMonitor:
        put(top.monitors, port, top.status_bytes * kByte);
        top.status_bytes += bytes_of(port.width);
        break;
      default:
        settings = put(top.settings, port, settings);
    }
  }
  top.settings_bytes = bytes_of(settings);
  top.in_bytes = bytes_of(std::max(in, load));
  top.out_bytes = bytes_of(out);
  return top;
}

}  // namespace rtlgen::contract
