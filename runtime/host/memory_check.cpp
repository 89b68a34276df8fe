// Writes patterns, reads them back, and reports differences.
#include "host/memory_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <tuple>

#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kBlock = 64;                        ///< bytes of a tagged block
constexpr std::uint64_t kWindow = 256;                      ///< bytes around a transfer with an offset
constexpr std::uint64_t kUnknown = std::uint64_t{1} << 48;  ///< more than the size of any memory
constexpr std::uint64_t kTagMark = 0xa5;

enum class Pattern : std::uint8_t { kWalking, kAddress, kRandom };
constexpr std::array kPatterns = {Pattern::kWalking, Pattern::kAddress, Pattern::kRandom};

const char* name_of(Pattern pattern) {
  return pattern == Pattern::kWalking ? "walking ones" : pattern == Pattern::kAddress ? "addresses" : "random bytes";
}

/// A value that identifies a place: mark, channel, address.
std::uint64_t tag(int channel, std::uint64_t address) {
  return kTagMark << 56 | std::uint64_t{static_cast<std::uint8_t>(channel)} << 48 | address;
}

std::optional<std::pair<int, std::uint64_t>> tagged_place(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  if (value >> 56 != kTagMark) return std::nullopt;
  return std::pair(static_cast<int>(value >> 48 & 0xffU), value & (kUnknown - 1));
}

Bytes tags(int channel, std::uint64_t address, std::uint64_t bytes) {
  Bytes out(bytes);
  for (std::uint64_t i = 0; i < bytes; i += 8) {
    const std::uint64_t value = tag(channel, address);
    std::memcpy(&out[i], &value, std::min<std::uint64_t>(8, bytes - i));
  }
  return out;
}

Bytes bytes_of(Pattern pattern, std::uint64_t address, std::uint64_t bytes, std::uint64_t seed) {
  Bytes out(bytes);
  std::uint64_t state = seed * 2654435761U + address + 1;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t at = address + i;
    if (pattern == Pattern::kWalking) {
      // A single bit moves through a word of 32 bytes, so that each bit of a bus is 1 alone once.
      const std::uint64_t bit = at / 32 % 256;
      out[i] = bit / 8 == at % 32 ? static_cast<std::uint8_t>(1U << bit % 8) : 0;
    } else if (pattern == Pattern::kAddress) {
      out[i] = static_cast<std::uint8_t>((at & ~std::uint64_t{7}) >> 8 * (at % 8));
    } else {
      state = state * 6364136223846793005U + 1442695040888963407U;
      out[i] = static_cast<std::uint8_t>(state >> 56);
    }
  }
  return out;
}

struct Difference {
  int channel = 0;
  std::uint64_t address = 0, count = 0, bytes = 0;  ///< address of the first different byte; different bytes; all bytes
  std::uint8_t wrote = 0, read = 0;
  std::set<int> lanes;             ///< byte lanes of the bus that differ
  std::uint8_t low = 0, high = 0;  ///< bits that were wrongly read as 0 and as 1
};

std::optional<Difference> difference(int channel, std::uint64_t address, const Bytes& wrote, const Bytes& read,
                                     int beat_bytes) {
  Difference d;
  d.channel = channel;
  d.bytes = wrote.size();
  for (std::size_t i = 0; i < wrote.size(); ++i) {
    if (wrote[i] == read[i]) continue;
    if (d.count++ == 0) d.address = address + i, d.wrote = wrote[i], d.read = read[i];
    d.lanes.insert(static_cast<int>((address + i) % static_cast<std::uint64_t>(beat_bytes)));
    d.low = static_cast<std::uint8_t>(d.low | (wrote[i] & ~read[i]));
    d.high = static_cast<std::uint8_t>(d.high | (read[i] & ~wrote[i]));
  }
  return d.count > 0 ? std::optional(d) : std::nullopt;
}

std::string lanes_text(const std::set<int>& lanes, int beat_bytes) {
  if (static_cast<int>(lanes.size()) == beat_bytes)
    return beat_bytes == 1 ? "the byte lane" : fmt::format("all {} byte lanes", beat_bytes);
  constexpr std::size_t kMost = 8;
  std::vector<int> some(lanes.begin(), lanes.end());
  const bool is_long = some.size() > kMost;
  some.resize(std::min(some.size(), kMost));
  return fmt::format("byte {} {}{} of {}", by_number(lanes.size(), "lane", "lanes"), fmt::join(some, ", "),
                     is_long ? ", ..." : "", beat_bytes);
}

Finding differing(const Difference& d, const MemoryTest& test, const std::string& doing) {
  Finding finding;
  finding.holds = false;
  finding.seen = fmt::format("{}: {} of {} {}; the first at channel {}, address {:#x}: wrote {:#04x}, read {:#04x}; {}",
                             doing, d.count, counted(d.bytes, "byte"), by_number(d.count, "differs", "differ"),
                             d.channel, d.address, d.wrote, d.read, lanes_text(d.lanes, test.beat_bytes));
  if (d.lanes.size() == 1 && (d.low == 0 || d.high == 0))
    finding.seen += fmt::format("; bits {:#04x} read as {}", d.low | d.high, d.low == 0 ? 1 : 0);
  finding.expected = "every byte reads back what was written";
  if (d.lanes.size() <= static_cast<std::size_t>(test.beat_bytes) / 8)
    finding.causes = {
        fmt::format("a data pin or byte lane of the DRAM of channel {}: calibration, pins, seating of the "
                    "module",
                    d.channel),
        "timing of the memory interface is violated: see the timing report of the build"};
  else
    finding.causes = {
        fmt::format("addresses of channel {} are decoded wrongly, or it has not been calibrated", d.channel),
        "the DMA engine or its driver uses another address than requested",
        "another program or kernel uses the same memory"};
  return finding;
}

/// Transfers of one channel; errors name the address.
class Transfers {
 public:
  Transfers(const MemoryTest& test, Backend& backend, int channel)
      : test_(test), backend_(backend), channel_(channel) {}

  void write(std::uint64_t address, const Bytes& bytes) {
    seconds_up_ += timed("write", address, bytes.size(),
                         [&] { backend_.write_memory(channel_, address, bytes.data(), bytes.size()); });
  }
  Bytes read(std::uint64_t address, std::uint64_t count) {
    Bytes bytes(count, 0xee);
    seconds_down_ +=
        timed("read", address, count, [&] { backend_.read_memory(channel_, address, bytes.data(), count); });
    return bytes;
  }
  void reset_clock() { seconds_up_ = seconds_down_ = 0; }
  [[nodiscard]] double seconds_up() const { return seconds_up_; }
  [[nodiscard]] double seconds_down() const { return seconds_down_; }

 private:
  template <typename Move>
  double timed(const char* verb, std::uint64_t address, std::uint64_t bytes, const Move& move) {
    const double begin = test_.now ? test_.now() : 0;
    try {
      move();
    } catch (const Error& fault) {
      throw DeviceError(fmt::format("channel {}: cannot {} {} bytes at address {:#x} (offset {} of 64): {}", channel_,
                                    verb, bytes, address, address % kBlock, fault.what()));
    }
    return test_.now ? test_.now() - begin : 0;
  }

  const MemoryTest& test_;
  Backend& backend_;
  int channel_;
  double seconds_up_ = 0, seconds_down_ = 0;
};

std::uint64_t usable(const MemoryTest& test, Backend& backend, int channel) {
  return std::min(backend.capacity(channel), test.largest + kWindow);
}

/// Writes tags to all channels before reading any: a tag found in a channel shows the channel to which it was written.
std::optional<Finding> cross_check(const MemoryTest& test, Backend& backend) {
  for (const int c : test.channels) {
    backend.reserve(c, usable(test, backend, c));
    Transfers(test, backend, c).write(0, tags(c, 0, kWindow));
  }
  for (const int c : test.channels) {
    const Bytes wrote = tags(c, 0, kWindow), read = Transfers(test, backend, c).read(0, kWindow);
    const auto d = difference(c, 0, wrote, read, test.beat_bytes);
    if (!d) continue;
    const auto place = tagged_place(read.data());
    if (!place || place->first == c ||
        std::find(test.channels.begin(), test.channels.end(), place->first) == test.channels.end())
      return differing(*d, test, "a different value in each channel");
    return Finding{false,
                   fmt::format("channel {} returns what was written to channel {}", c, place->first),
                   "each channel returns what was written to it",
                   {"channels are swapped, or share memory: the channel map in the manifest belongs to another card "
                    "(--manifest, --kernel)",
                    "an address bit above the channel's size is lost between DMA and memory"}};
  }
  return std::nullopt;
}

/// Tries sizes and patterns from address 0. A size that fails is tried with all patterns, because a sparse one shows
/// less.
std::optional<Finding> check_sizes(const MemoryTest& test, Transfers& transfers, int channel, std::uint64_t most) {
  for (std::uint64_t size = 4; size <= most; size *= 4) {
    std::optional<Difference> worst;
    const char* pattern_of_worst = "";
    for (const Pattern pattern : kPatterns) {
      const Bytes wrote = bytes_of(pattern, 0, size, test.seed + size);
      transfers.reset_clock();
      transfers.write(0, wrote);
      const auto d = difference(channel, 0, wrote, transfers.read(0, size), test.beat_bytes);
      if (!d || (worst && worst->count >= d->count)) continue;
      worst = d;
      pattern_of_worst = name_of(pattern);
    }
    if (worst) return differing(*worst, test, fmt::format("{} bytes, {}", size, pattern_of_worst));
  }
  return std::nullopt;
}

/// Tries every offset within 64 bytes; the neighbouring bytes must not change.
std::optional<Finding> check_offsets(const MemoryTest& test, Transfers& transfers, int channel) {
  for (std::uint64_t offset = 0; offset < kBlock; offset += static_cast<std::uint64_t>(test.offset_step)) {
    for (const std::uint64_t size : {std::uint64_t{4}, kBlock + 4}) {
      Bytes window(kWindow, static_cast<std::uint8_t>(0x5a + offset));
      transfers.write(0, window);
      const Bytes part = bytes_of(Pattern::kRandom, kBlock + offset, size, test.seed);
      transfers.write(kBlock + offset, part);
      std::copy(part.begin(), part.end(), window.begin() + static_cast<std::ptrdiff_t>(kBlock + offset));
      const auto d = difference(channel, 0, window, transfers.read(0, kWindow), test.beat_bytes);
      if (d) return differing(*d, test, fmt::format("write of {} bytes at offset {} of 64", size, offset));
      const auto again =
          difference(channel, kBlock + offset, part, transfers.read(kBlock + offset, size), test.beat_bytes);
      if (again) return differing(*again, test, fmt::format("read of {} bytes at offset {} of 64", size, offset));
    }
  }
  return std::nullopt;
}

/// "8192 MiB", "64 KiB", "100 bytes".
std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKiB = std::uint64_t{1} << 10, kMiB = std::uint64_t{1} << 20;
  if (bytes % kMiB == 0) return fmt::format("{} MiB", bytes / kMiB);
  return bytes % kKiB == 0 ? fmt::format("{} KiB", bytes / kKiB) : fmt::format("{} bytes", bytes);
}

std::string rate_text(std::uint64_t bytes, double seconds) {
  if (seconds <= 0) return "not measured";
  const double rate = static_cast<double>(bytes) / seconds;
  constexpr double kKilo = 1e3, kMega = 1e6, kGiga = 1e9;
  return rate >= kGiga   ? fmt::format("{:.2f} GB/s", rate / kGiga)
         : rate >= kMega ? fmt::format("{:.0f} MB/s", rate / kMega)
                         : fmt::format("{:.0f} kB/s", rate / kKilo);
}

/// The largest power of four that fits.
std::uint64_t largest_size(std::uint64_t most) {
  std::uint64_t size = 4;
  while (size * 4 <= most) size *= 4;
  return size;
}

Finding transfers_of(const MemoryTest& test, Backend& backend) {
  if (auto crossed = cross_check(test, backend)) return *std::move(crossed);
  std::vector<std::string> rates;
  for (const int c : test.channels) {
    Transfers transfers(test, backend, c);
    const std::uint64_t most = std::min(test.largest, backend.capacity(c));
    if (auto fault = check_sizes(test, transfers, c, most)) return *std::move(fault);
    const std::uint64_t size = largest_size(most);
    const double up = transfers.seconds_up(), down = transfers.seconds_down();
    rates.push_back(
        fmt::format("channel {}: {} up, {} down ({})", c, rate_text(size, up), rate_text(size, down), size_text(size)));
    if (auto fault = check_offsets(test, transfers, c)) return *std::move(fault);
  }
  constexpr std::size_t kShown = 4;
  const std::size_t count = rates.size();
  rates.resize(std::min(count, kShown));
  return {true,
          fmt::format("{}{}", fmt::join(rates, "; "), count > kShown ? fmt::format("; {} channels in all", count) : ""),
          "every byte reads back what was written",
          {}};
}

/// Addresses in a channel to test, in ascending order.
std::vector<std::uint64_t> places(std::uint64_t capacity) {
  std::vector<std::uint64_t> list = {0};
  for (std::uint64_t at = kBlock; at + kBlock <= capacity; at *= 2) list.push_back(at);
  if (capacity > kBlock && list.back() != capacity - kBlock) list.push_back(capacity - kBlock);
  return list;
}

Finding ends_of(const MemoryTest& test, Backend& backend, bool& is_unknown) {
  std::vector<std::string> sizes;
  for (const int c : test.channels) {
    const std::uint64_t capacity = backend.capacity(c);
    if (capacity < kBlock || capacity >= kUnknown) continue;
    Transfers transfers(test, backend, c);
    const std::vector<std::uint64_t> list = places(capacity);
    // From the end down, because the lowest address that another one overwrites shows where addresses wrap.
    for (auto at = list.rbegin(); at != list.rend(); ++at) transfers.write(*at, tags(c, *at, kBlock));
    for (const std::uint64_t at : list) {
      const Bytes wrote = tags(c, at, kBlock), read = transfers.read(at, kBlock);
      if (read == wrote) continue;
      const auto place = tagged_place(read.data());
      if (!place || place->second >= at || place->first != c)
        return differing(*difference(c, at, wrote, read, test.beat_bytes), test, fmt::format("address {:#x}", at));
      return {false,
              fmt::format("channel {}: address {:#x} holds what was written to address {:#x}: addresses wrap, the "
                          "channel has {} or an address bit is lost",
                          c, at, place->second, size_text(at - place->second)),
              size_text(capacity) + ", as declared",
              {"the board has a smaller memory module than the board file says",
               "the memory controller is configured for fewer row or bank bits",
               "the manifest belongs to another board (--manifest)"}};
    }
    sizes.push_back(fmt::format("channel {}: {}", c, size_text(capacity)));
  }
  is_unknown = sizes.empty();
  return {true, fmt::format("{}", fmt::join(sizes, "; ")), "every address holds its own value", {}};
}

/// A transfer that the driver or the card refused.
Finding refused(const Error& fault) {
  return {false,
          fault.what(),
          "every transfer ends without an error",
          {"the DMA driver refuses this address, size or alignment: see `dmesg`",
           "the memory responds with an error: it is not calibrated, or the address is beyond its end"}};
}

}  // namespace

Finding check_transfers(const MemoryTest& test, Backend& backend) {
  try {
    return transfers_of(test, backend);
  } catch (const Error& fault) {
    return refused(fault);
  }
}

EndsFinding check_ends(const MemoryTest& test, Backend& backend) {
  EndsFinding ends;
  try {
    ends.finding = ends_of(test, backend, ends.is_unknown);
  } catch (const Error& fault) {
    ends.finding = refused(fault);
  }
  return ends;
}

}  // namespace rtlgen::host
