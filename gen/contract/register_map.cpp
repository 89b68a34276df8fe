// Names, addresses and meanings of the registers that all tops have.
#include "contract/register_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contract/core_interface.hpp"
#include "support/check.hpp"

namespace rtlgen::contract {

namespace {

constexpr std::uint32_t kFirstRegister = 0x10;  ///< below it is the map of ap_ctrl_hs

/// The register for a core port whose value the host computes: the port's name without the prefix; "" for any other
/// port.
std::string register_of(const Port& port) {
  static const std::set<PortRole> kNumbers = {
      PortRole::kRowWords, PortRole::kRows,      PortRole::kPlanes,   PortRole::kPlaneWords, PortRole::kTail,
      PortRole::kExtentX,  PortRole::kPhaseX,    PortRole::kPhaseY,   PortRole::kPhaseZ,     PortRole::kGap,
      PortRole::kPasses,   PortRole::kGridWords, PortRole::kGridRows, PortRole::kBlocksX,    PortRole::kBlocksY,
      PortRole::kBypass,   PortRole::kFirstStep};
  if (kNumbers.contains(port.role)) return port.name.substr(std::string("cfg_").size());
  return port.role == PortRole::kParam ? port.name : "";
}

auto named(const std::vector<BusRegister>& registers, const std::string& name) {
  return std::find_if(registers.begin(), registers.end(), [&](const BusRegister& r) { return r.name == name; });
}

}  // namespace

bool RegisterMap::has(const std::string& name) const { return named(registers, name) != registers.end(); }

const BusRegister& RegisterMap::find(const std::string& name) const {
  const auto found = named(registers, name);
  RTLGEN_CHECK(found != registers.end(), "the map has no register " + name);
  return *found;
}

const BusRegister& RegisterMap::of_core(const std::string& port) const {
  const auto found =
      std::find_if(core_numbers.begin(), core_numbers.end(), [&](const auto& n) { return n.first == port; });
  RTLGEN_CHECK(found != core_numbers.end(), "no register gives the core its " + port);
  return find(found->second);
}

int RegisterMap::words(bool is_status) const {
  int words = 0;
  for (const BusRegister& r : registers) words += r.is_status == is_status ? r.words() : 0;
  return words;
}

void RegisterMap::config(const std::string& name, int bits, const std::string& meaning) {
  if (!has(name)) registers.push_back({name, 0, bits, false, meaning});
}

void RegisterMap::status(const std::string& name, int bits, const std::string& meaning) {
  if (!has(name)) registers.push_back({name, 0, bits, true, meaning});
}

void RegisterMap::add_core_numbers(const std::vector<Port>& ports) {
  for (const Port& port : ports) {
    const std::string name = register_of(port);
    if (name.empty()) continue;
    config(name, port.width, port.name + " of the core");
    core_numbers.emplace_back(port.name, name);
  }
}

void RegisterMap::add_identity(std::uint32_t identity, const std::string& what) {
  status("identity", 32, fmt::format("{:#010x}: {}", identity, what));
  status("version", 32, "8 bits each: contract with the host; the generator's major, minor, patch");
  status("digest", 32, "of the hardware: plan, registers, contract; as in manifest.json");
}

void RegisterMap::add_monitors(const std::vector<Port>& ports) {
  if (std::none_of(ports.begin(), ports.end(), [](const Port& port) { return port.role == PortRole::kMonitor; }))
    return;
  status("monitors_shown", 32, "passes whose monitors have been shown; complete after the run");
  for (const Port& port : ports) {
    if (port.role == PortRole::kMonitor) status(port.name, port.width, "monitor of the last pass; valid after the run");
  }
}

void RegisterMap::place() {
  std::uint32_t offset = kFirstRegister;
  for (BusRegister& r : registers) {
    r.offset = offset;
    offset += 4 * static_cast<std::uint32_t>(r.words());
  }
  while ((std::uint32_t{1} << address_bits) < offset) ++address_bits;
}

}  // namespace rtlgen::contract
