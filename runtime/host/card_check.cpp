// Compares what the card block shows with the design.
#include "host/card_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "contract/card_map.hpp"
#include "host/kernel_clock.hpp"
#include "host/waiting.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

constexpr int kScratchBits = 32;
constexpr std::uint64_t kTestPage = 4096;

double mhz_of(std::uint32_t edges, double bus_mhz) { return edges * bus_mhz / contract::kCardWindow; }

struct MeteredClock {
  std::string word, name;
  double mhz = 0;
};

std::vector<MeteredClock> clocks_of(const CardBlock& card) {
  std::vector<MeteredClock> clocks = {{"kernel_edges", "the kernel clock", expected_kernel_mhz(card)}};
  for (int k = 0; k < card.channels(); ++k) {
    clocks.push_back({fmt::format("memory_edges_{}", k), fmt::format("the clock of memory channel {}", k),
                      card.facts().memory_mhz[static_cast<std::size_t>(k)]});
  }
  return clocks;
}

/// For the meters, more than two windows: polls take a few clocks each in a simulation.
constexpr int kMeterPolls = 60000;
constexpr double kMeterSeconds = 2;

/// Whether a clock has its frequency, now or soon; `mhz` is the last one seen.
bool has_frequency(const Design& design, const CardBlock& card, const MeteredClock& clock, double& mhz) {
  constexpr double kTolerance = 0.01;
  return wait_for(kMeterPolls, kMeterSeconds, [&] {
    mhz = mhz_of(card.read(clock.word), design.shell.bus_mhz);
    return std::abs(mhz / clock.mhz - 1) < kTolerance;
  });
}

/// The word of 32 bits that the tester writes at a byte address, in its mode `noise`.
std::uint32_t noise_at(std::uint64_t address, std::uint32_t seed) {
  std::uint32_t x = static_cast<std::uint32_t>(address / 4) ^ seed;
  x ^= x << 13U;
  x ^= x >> 17U;
  return x ^ x << 5U;
}

std::string lanes_text(std::uint64_t lanes) {
  std::vector<int> numbers;
  for (int lane = 0; lane < 64; ++lane) {
    if ((lanes >> lane & 1U) != 0) numbers.push_back(lane);
  }
  return fmt::format("{} {}", by_number(numbers.size(), "byte lane", "byte lanes"), fmt::join(numbers, ", "));
}

const std::vector<std::string> kMemoryCauses = {
    "a data pin or byte lane of the DRAM of this channel: calibration, pins, seating of the module",
    "timing of the memory's clock is violated: see the timing report of the build"};

/// The reason why a test stopped without a result, as a finding; one that holds if there is a result.
Finding ended(const CardBlock& card, int channel) {
  const auto flag = [&](const char* name) { return card.read("test", name) != 0; };
  const std::string where = fmt::format("memory channel {}: ", channel);
  Finding finding{false, "", "the test ends", {}};
  if (flag("no_response")) {
    finding.seen = where + "memory stopped responding";
    finding.causes = {"the memory controller hangs: its clock, its calibration, or a fault in the design"};
  } else if (flag("not_ready")) {
    finding.seen = where + "it is not ready";
    finding.causes = {"calibration or the clock of the controller was lost"};
  } else if (flag("aborted")) {
    finding.seen = where + "a reset ended the test";
    finding.causes = {"the kernel clock or a memory was lost during the test"};
  } else if (flag("bad_response")) {
    finding.seen = where + "memory responded with an error";
    finding.causes = kMemoryCauses;
  } else if (!flag("done")) {
    finding.seen = where + "the test does not end";
  } else {
    finding.holds = true;
  }
  return finding;
}

/// The result of a test that has ended: the words that differ, or the rates.
Finding compared(const OnCardTest& test, const Design& design, const CardBlock& card, int channel) {
  const std::uint64_t first = static_cast<std::uint64_t>(channel) * test.channel_bytes;
  const std::uint32_t wrong = card.read("test_wrong");
  Finding finding{wrong == 0, "", "memory holds what is written", {}};
  if (wrong == 0) {
    const double bytes = static_cast<double>(test.bytes);
    const auto rate = [&](const char* clocks) {
      return bytes * design.shell.bus_mhz / card.read(clocks) / 1e3;  // GB/s of bytes a microsecond
    };
    finding.seen = fmt::format("channel {}: {:.2f} GB/s written, {:.2f} GB/s read", channel, rate("test_write_clocks"),
                               rate("test_read_clocks"));
    return finding;
  }
  const std::uint64_t beat_bytes = static_cast<std::uint64_t>(design.shell.bus_bits) / 8;
  const std::uint64_t at = card.read("test_bad_page") * kTestPage + card.read("test_bad_word", "beat") * beat_bytes +
                           4ULL * card.read("test_bad_word", "lane");
  const std::uint64_t lanes = std::uint64_t{card.read("test_bytes_high")} << 32U | card.read("test_bytes_low");
  finding.seen = fmt::format(
      "memory channel {}: {} of {} beats differ, in {}; the first at address {:#x}: wrote {:#010x}, "
      "read {:#010x}",
      channel, wrong, test.bytes / beat_bytes, lanes_text(lanes), at - first, noise_at(at, test.seed),
      card.read("test_seen"));
  finding.causes = kMemoryCauses;
  return finding;
}

}  // namespace

Finding check_card(const Design& design, const CardBlock& card) {
  const std::uint32_t magic = card.read("magic");
  Finding finding{magic == contract::kCardMagic,
                  fmt::format("the card block begins with {:#010x}", magic),
                  fmt::format("{:#010x}, \"RTCD\"", contract::kCardMagic),
                  {}};
  if (magic == kAllOnes) {
    finding.seen = "the card does not respond: its registers read as all ones";
    finding.causes = {"the card is not programmed, or has lost its bitstream",
                      "the card was programmed after the last scan of the bus, so its BARs are not mapped"};
    return finding;
  }
  if (!finding.holds) {
    finding.causes = {"another bitstream, or one that was made by an rtlgen version without a card block (--manifest)"};
    return finding;
  }
  const std::uint32_t before = card.read("scratch");
  for (int bit = 0; bit < kScratchBits; ++bit) {
    const std::uint32_t wrote = 1U << bit;
    card.write("scratch", wrote);
    const std::uint32_t read = card.read("scratch");
    if (read == wrote) continue;
    return {false,
            fmt::format("the scratch register: wrote {:#010x}, read {:#010x}", wrote, read),
            "every bit reads back what was written",
            {"timing of the bus clock is violated: see the timing report of the build"}};
  }
  card.write("scratch", before);
  const std::uint32_t digest = card.read("digest"), format = card.read("format", "version");
  finding = {digest == design.digest,
             fmt::format("card block of format {}, digest {:#010x}", format, digest),
             fmt::format("digest {:#010x}, as in the manifest", design.digest),
             {}};
  if (!finding.holds)
    finding.causes = {"the bitstream was built from another description, with other --set values or for another board",
                      "the bitstream was made by another rtlgen version: use the manifest.json of its project"};
  return finding;
}

Finding check_clocks(const Design& design, const CardBlock& card) {
  // A change that has begun takes the lock only some clocks later.
  const auto is_steady = [&] { return card.read("clock", "busy") == 0 && card.read("state", "kernel_locked") != 0; };
  if (!wait_for(kMeterPolls, kMeterSeconds, is_steady)) {
    const bool is_locked = card.read("state", "kernel_locked") != 0;
    return {
        false, is_locked ? "a change of the kernel clock has not ended" : "the kernel clock is not locked", "a lock",
        card.read("clock", "busy") != 0
            ? std::vector<std::string>{fmt::format(
                  "its last change, to {:.1f} MHz (--clock), has not ended: `rtlgen run` loads the clock of the "
                  "bitstream again",
                  expected_kernel_mhz(card))}
            : std::vector<std::string>{"its source has no reference clock: on Intel cards, check the pin and the "
                                       "frequency of the oscillator",
                                       "the frequency of hardware.clock_mhz cannot be made from the reference clock"}};
  }
  const std::vector<MeteredClock> clocks = clocks_of(card);
  std::vector<std::string> seen, expected;
  const MeteredClock* wrong = nullptr;
  bool stands = false;
  for (const MeteredClock& clock : clocks) {
    double mhz = 0;
    const bool right = has_frequency(design, card, clock, mhz);
    seen.push_back(mhz == 0 ? clock.name + " has stopped" : fmt::format("{} {:.1f} MHz", clock.name, mhz));
    expected.push_back(fmt::format("{} {:.1f} MHz", clock.name, clock.mhz));
    if (right || wrong != nullptr) continue;
    wrong = &clock;
    stands = mhz == 0;
  }
  Finding finding{
      wrong == nullptr, fmt::format("{}", fmt::join(seen, "; ")), fmt::format("{}", fmt::join(expected, "; ")), {}};
  if (wrong != nullptr) {
    finding.causes = {stands ? wrong->name + " has no source: its oscillator, pin or PLL"
                             : wrong->name + " has another source or another divider than the project's",
                      "the bus clock, by which all are measured, has another frequency: PCIe of another generation"};
  }
  return finding;
}

Finding check_kernel_clock(const Design& design, const CardBlock& card, double mhz) {
  MeteredClock clock = clocks_of(card).front();
  clock.mhz = mhz;
  double seen = 0;
  const bool holds = has_frequency(design, card, clock, seen);
  return {holds,
          seen == 0 ? clock.name + " has stopped" : fmt::format("{:.1f} MHz", seen),
          fmt::format("{:.1f} MHz", mhz),
          {}};
}

Finding check_calibration(const CardBlock& card) {
  std::string closed;
  if (card.read("state", "transfers_closed") != 0 || card.read("state", "registers_closed") != 0) {
    const std::string refused = card.refused_transfer();
    closed = "a firewall had closed" + (refused.empty() ? "" : " (" + refused + ")") + " and was reset; ";
    card.request("reset", "bus");
  }
  // A firewall may close again, as soon as something behind it does not respond.
  if (card.wait_ready() && card.trouble().empty())
    return {true,
            closed + (card.channels() == 1 ? "memory is calibrated"
                                           : fmt::format("all {} memory channels are calibrated", card.channels())),
            "",
            {}};
  return {false,
          closed + card.trouble(),
          "every memory channel is calibrated",
          {"the reference clock or a pin of this channel, or its module: seating, another kind of module",
           "calibration at this temperature or voltage: read the controller's status with the vendor's tool"}};
}

Finding check_on_card(const OnCardTest& test, const Design& design, const CardBlock& card) {
  constexpr std::uint32_t kNoise = 1;
  constexpr int kPolls = 200000;
  Finding all{true, "", "memory holds what is written", {}};
  card.write("test_seed", test.seed);
  card.write("test_mode", kNoise);
  card.write("test_pages", static_cast<std::uint32_t>(test.bytes / kTestPage));
  for (int channel = test.first_channel; channel < test.first_channel + test.channels; ++channel) {
    card.write("test_page",
               static_cast<std::uint32_t>(static_cast<std::uint64_t>(channel) * test.channel_bytes / kTestPage));
    card.request("test_start", "start");
    static_cast<void>(wait_for(kPolls, test.patience_seconds, [&] {
      return card.read("test", "busy") == 0 || card.read("test", "no_response") != 0;
    }));
    Finding one = ended(card, channel);
    if (one.holds) one = compared(test, design, card, channel);
    if (!one.holds) return one;
    all.seen += (all.seen.empty() ? "" : "; ") + one.seen;
  }
  return all;
}

}  // namespace rtlgen::host
