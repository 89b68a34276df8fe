// Names and fields of rtl/rtlgen_control.v, and the plan's registers after them.
#include "flow/registers.hpp"

#include <algorithm>
#include <map>

#include "contract/register_map.hpp"
#include "contract/shell.hpp"

namespace rtlgen::flow {

namespace {

constexpr std::uint32_t kPage = 4096;

std::vector<Register> control_registers() {
  const auto kRead = Access::kReadOnly, kBoth = Access::kReadWrite;
  return {{"CTRL",
           0x0,
           32,
           kBoth,
           "begins and ends a run (ap_ctrl_hs)",
           {{"AP_START", 0, 1, kBoth, "begins a run; 1 until it is done"},
            {"AP_DONE", 1, 1, kRead, "a run has finished; cleared when read"},
            {"AP_IDLE", 2, 1, kRead, "no run"},
            {"AP_READY", 3, 1, kRead, "set and cleared with ap_done"},
            {"AUTO_RESTART", 7, 1, kBoth, "a finished run is followed by the next one"},
            {"SW_RESET", 8, 1, kBoth, "ends the run with an error"},
            {"INTERRUPT", 9, 1, kRead, "the interrupt"}},
           -1},
          {"GIER", 0x4, 32, kBoth, "global interrupt enable", {{"ENABLE", 0, 1, kBoth, "enables the interrupt"}}, -1},
          {"IP_IER",
           0x8,
           32,
           kBoth,
           "interrupt enable",
           {{"AP_DONE", 0, 1, kBoth, "ap_done sets its bit"}, {"AP_READY", 1, 1, kBoth, "ap_ready sets its bit"}},
           -1},
          {"IP_ISR",
           0xc,
           32,
           kBoth,
           "interrupt status, toggled by writing 1",
           {{"AP_DONE", 0, 1, kBoth, "ap_done has occurred"}, {"AP_READY", 1, 1, kBoth, "ap_ready has occurred"}},
           -1}};
}

/// The channel of each register that holds an address; for a striped buffer, that of the first stripe. Buffers in a
/// channel with a register for its start have none, because their addresses are relative to it.
std::map<std::string, int> channels_of_addresses(const contract::Shell& shell) {
  std::map<std::string, int> channels;
  for (const contract::ShellChannel& c : shell.channels) {
    if (c.has_base) channels[contract::ShellChannel::base_of(c.number)] = c.number;
  }
  if (!channels.empty()) return channels;
  for (const contract::ShellStream& s : shell.streams) {
    for (int b = 0; b < 2; ++b) {
      const auto& stripes = s.buffers[static_cast<std::size_t>(std::min(b, s.banks() - 1))];
      for (const char* end : {"first", "last"})
        channels["buffer_" + std::to_string(b) + "_" + end + "_of_" + s.name] = stripes.front();
    }
  }
  return channels;
}

}  // namespace

std::vector<Register> register_list(const contract::Shell& shell) {
  std::vector<Register> list = control_registers();
  const auto channels = channels_of_addresses(shell);
  for (const contract::BusRegister& r : shell.map.registers) {
    const auto channel = channels.find(r.name);
    list.push_back({r.name,
                    r.offset,
                    32 * r.words(),
                    r.is_status ? Access::kReadOnly : Access::kReadWrite,
                    r.meaning,
                    {},
                    channel == channels.end() ? -1 : channel->second});
  }
  return list;
}

std::uint32_t register_range(const contract::Shell& shell) {
  return std::max(kPage, std::uint32_t{1} << shell.map.address_bits);
}

}  // namespace rtlgen::flow
