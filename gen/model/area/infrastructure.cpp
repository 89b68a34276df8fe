// Yosys' counts of the modules around a core, as linear formulas.
#include "model/area/infrastructure.hpp"

#include <algorithm>

#include "contract/line_top.hpp"
#include "contract/shell.hpp"
#include "hw/ir.hpp"
#include "model/area/memories.hpp"

namespace rtlgen::model {

namespace {

/// LUTs and flip-flops of a module, and the additional ones per bit of the bus.
struct Row {
  double luts, flip_flops, luts_per_bit = 0, flip_flops_per_bit = 0;

  [[nodiscard]] Area at(double bits = 0) const {
    Area area;
    area.logic_luts = static_cast<std::int64_t>(luts + luts_per_bit * bits);
    area.flip_flops = static_cast<std::int64_t>(flip_flops + flip_flops_per_bit * bits);
    return area;
  }
};

// Yosys 0.23, synth_xilinx -family xc7 -flatten; buses of 128, 512 and 1024 bits.
constexpr Row kIn{832, 982, 0.58, 0}, kInBlocks{914, 548}, kInBank{486, 0}, kInStripe{865, 427};
constexpr Row kOut{880, 863, 0, 1.99}, kOutBlocks{1094, 549}, kOutBank{3, 0}, kOutStripe{620, 0, 0, 3.04};
constexpr Row kBank{226, 206, 0, 2.13}, kBankPort{291, 0};
constexpr Row kControlWord{28, 33}, kSequencer{260, 450}, kLoad{136, 66};
constexpr Row kUartHost{530, 616};
// Hosts of 256 and 512 bits, buses of 128 and 512. The block: its registers, its resets, the firewall of the registers,
// first refusals, the meter of the kernel clock and its change, which Intel's cards lack (1 % of it). A channel: its
// meter, its resets and the filter of its responses.
constexpr Row kTransferGuard{526, 478, 3.113, 4.25}, kMemoryTest{906, 493, 4.88, 4.227};
constexpr Row kCardBlock{1106, 847}, kCardChannel{118, 106}, kProbe{266, 246}, kProbeChoice{185, 0};
// Yosys 0.23, synth_ice40 and synth_ecp5: settings of 4 bytes, status of 5, words of 4 bytes; the other rows are per
// additional byte of each.
constexpr Row kIce40Line{590, 488}, kEcp5Line{873, 461}, kStatus{8, 8}, kSetting{0, 8}, kWord{4, 8};
constexpr int kLineSettings = 4, kLineStatus = 5, kLineWords = 8, kLineRams = 2;

}  // namespace

Area shell_area(const contract::Shell& shell, const Fabric& fabric) {
  Area sum;
  const double bits = shell.bus_bits;
  for (const contract::ShellStream& stream : shell.streams) {
    const bool out = stream.is_out;
    sum += (out ? kOut : kIn).at(bits);
    if (stream.blocked[0] || stream.blocked[1]) sum += (out ? kOutBlocks : kInBlocks).at();
    if (stream.banks() > 1) sum += (out ? kOutBank : kInBank).at();
    sum += (stream.stripes() - 1) * (out ? kOutStripe : kInStripe).at(bits);
    sum += stream.stripes() * fifo_memory(std::int64_t{1} << shell.fifo_log2, shell.bus_bits, fabric);
    if (stream.is_held) sum += kLoad.at();
  }
  for (const contract::ShellChannel& channel : shell.channels) {
    const auto ports = static_cast<std::int64_t>(channel.readers.size() + channel.writers.size());
    sum += kBank.at(bits) + std::max<std::int64_t>(ports - 2, 0) * kBankPort.at();
  }
  sum += kSequencer.at();
  sum += shell.map.words(false) * kControlWord.at();
  sum.dsps += static_cast<std::int64_t>(shell.self_test.blocks.size());
  return sum;
}

Area card_block_area(int channels, int probes, int host_bits, int bus_bits) {
  Area area = kTransferGuard.at(host_bits) + kMemoryTest.at(bus_bits) + kCardBlock.at() + channels * kCardChannel.at();
  area += probes * kProbe.at();
  if (probes > 1) area += kProbeChoice.at();
  return area;
}

Area uart_host_area() {
  Area area = kUartHost.at();
  area.rams = 1;
  return area;
}

Area uart_stream_area(const contract::LineTop& line, const Fabric& fabric) {
  const bool ecp5 = fabric.name == "ecp5";
  const std::int64_t settings = line.settings_bytes - kLineSettings, status = line.status_bytes - kLineStatus,
                     words = line.in_bytes + line.out_bytes - kLineWords;
  Area area =
      (ecp5 ? kEcp5Line : kIce40Line).at() + settings * kSetting.at() + status * kStatus.at() + words * kWord.at();
  area.rams = kLineRams;
  return area;
}

}  // namespace rtlgen::model
