// Look-ups in the wiring of a board.
#include "board/wiring.hpp"

#include <algorithm>
#include <charconv>

namespace rtlgen::board {

namespace {

template <class T>
const T* named(const std::vector<T>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

template <class Number>
bool is_number(const std::string& text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size();
}

}  // namespace

bool IpParameter::takes(const std::string& value) const {
  if (!words.empty()) return std::find(words.begin(), words.end(), value) != words.end();
  if (kind == "integer") return is_number<int>(value);
  if (kind == "number") return is_number<double>(value);
  return !value.empty();
}

const IpPort* Ip::find_port(const std::string& port) const { return named(ports, port); }
const IpParameter* Ip::find_parameter(const std::string& parameter) const { return named(parameters, parameter); }

int IpUse::bits_of(const IpPort& port) const {
  if (is_number<int>(port.bits)) return std::stoi(port.bits);
  const std::size_t slash = port.bits.find('/');
  const auto size = sizes.find(port.bits.substr(0, slash));
  if (size == sizes.end()) return 0;
  return slash == std::string::npos ? size->second : size->second / std::stoi(port.bits.substr(slash + 1));
}

const Resources* IpUse::takes() const {
  const auto found = std::find_if(ip.areas.begin(), ip.areas.end(), [this](const IpArea& area) {
    return std::all_of(area.with.begin(), area.with.end(), [this](const auto& size) {
      const auto mine = sizes.find(size.first);
      return mine != sizes.end() && mine->second == size.second;
    });
  });
  return found == ip.areas.end() ? nullptr : &found->takes;
}

std::vector<std::pair<std::string, const std::vector<PortPins>*>> Wiring::pins_by_function() const {
  std::vector<std::pair<std::string, const std::vector<PortPins>*>> all = {
      {uart ? "uart" : "pcie", uart ? &uart->pins : &pcie.pins}, {"reset", &reset}};
  for (const WiredMemory& channel : memory) all.emplace_back("ddr", &channel.use.pins);
  all.emplace_back("leds", &leds);
  if (!oscillator.pins.empty()) all.emplace_back("clocks", &oscillator.pins);
  if (!high.empty()) all.emplace_back("others", &high);
  return all;
}

std::optional<WiredBus> Wiring::bus() const {
  if (platform) return WiredBus{platform->bus_bits, platform->bus_mhz};
  if (memory.empty()) return std::nullopt;
  return WiredBus{memory.front().use.sizes.at("data"), user_mhz};
}

std::vector<MemoryRange> Wiring::memory_map() const {
  std::vector<MemoryRange> map;
  std::uint64_t base = 0;
  for (const WiredMemory& channel : memory) {
    if (channel.bytes == 0) return {};
    map.push_back({base, channel.bytes});
    base += channel.bytes;
  }
  return map;
}

bool Wiring::has_card_block() const { return !uart && (tool == "vivado" || tool.starts_with("quartus")); }

bool Wiring::can_change_clock() const { return tool == "vivado" && !uart; }

}  // namespace rtlgen::board
