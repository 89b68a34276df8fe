// Reads /sys/bus/pci.
#include "host/pci_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

namespace fs = std::filesystem;

std::string line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string target_of(const fs::path& link) {
  std::error_code none;
  const fs::path target = fs::read_symlink(link, none);
  return none ? "" : target.filename().string();
}

/// "8.0 GT/s PCIe" -> 3; 0: unknown.
int generation(const std::string& speed) {
  static const std::map<std::string, int> kGenerations = {{"2.5", 1},  {"5.0", 2}, {"5", 2},    {"8.0", 3}, {"8", 3},
                                                          {"16.0", 4}, {"16", 4},  {"32.0", 5}, {"32", 5}};
  const auto found = kGenerations.find(speed.substr(0, speed.find(' ')));
  return found == kGenerations.end() ? 0 : found->second;
}

std::string link_text(const std::string& width, const std::string& speed) {
  const int number = generation(speed);
  return fmt::format("x{} {}", width, number > 0 ? fmt::format("Gen{}", number) : speed);
}

/// Lines such as "0x00000000f0000000 0x00000000f00fffff 0x0000000000040200": first and last address, flags.
std::vector<PciBar> bars_in(const fs::path& file) {
  constexpr std::size_t kBars = 6;
  std::vector<PciBar> bars;
  std::ifstream in(file);
  for (std::string first, last, flags; bars.size() < kBars && in >> first >> last >> flags;) {
    const std::uint64_t begin = std::strtoull(first.c_str(), nullptr, 16),
                        end = std::strtoull(last.c_str(), nullptr, 16);
    bars.push_back({end > begin ? end - begin + 1 : 0, begin != 0});
  }
  return bars;
}

/// Whether the first word of a function's configuration, vendor and device, reads as all ones.
bool is_silent(const fs::path& file) {
  constexpr int kOnes = 0xff;
  std::ifstream in(file, std::ios::binary);
  for (int byte = 0; byte < 4; ++byte) {
    if (in.get() != kOnes) return false;
  }
  return true;
}

/// The sum of the lines such as "TOTAL_ERR_FATAL 2".
std::uint64_t link_errors(const fs::path& folder) {
  std::uint64_t sum = 0;
  for (const char* kind : {"aer_dev_correctable", "aer_dev_nonfatal", "aer_dev_fatal"}) {
    std::ifstream in(folder / kind);
    for (std::string word; in >> word;) {
      std::uint64_t count = 0;
      if (word.starts_with("TOTAL") && in >> count) sum += count;
    }
  }
  return sum;
}

const std::vector<std::string> kLossCauses = {
    "the card was removed, lost power or was programmed while Linux used it (surprise removal): remove the function, "
    "then rescan the bus",
    "the slot has switched the card off: power, temperature"};

/// Adds to a finding that holds what is wrong with the link.
void note_link(const PciFacts& facts, const PciNeeds& needs, Finding& finding) {
  const int width = std::atoi(facts.width.c_str()), speed = generation(facts.speed);
  const bool below = (width > 0 && width < needs.lanes) || (speed > 0 && speed < needs.generation);
  if (below) {
    finding.seen += ", below the board's";
    if (needs.lanes > 0) finding.seen += fmt::format(" x{}", needs.lanes);
    if (needs.generation > 0) finding.seen += fmt::format(" Gen{}", needs.generation);
  }
  if (below || facts.is_degraded()) {
    finding.seen += ": check slot and seating";
    finding.causes = {"the slot has fewer lanes or a lower generation than the card: see the board's manual",
                      "the card is not seated well, or its contacts or riser are dirty",
                      "power saving lowers the speed of an idle link: `lspci -vv` during a run shows the real one"};
  }
  if (facts.link_errors > 0)
    finding.causes.emplace_back("the errors of the link have the slot, a riser or the card's contacts as their cause");
}

std::string id_text(const std::string& id) { return id.starts_with("0x") ? id.substr(2) : id; }

}  // namespace

std::string PciFacts::text() const {
  std::string text = fmt::format("{}:{} at {}", id_text(vendor), id_text(device), address);
  if (width.empty() || most_width.empty())
    text += ", /sys shows no link";
  else
    text += fmt::format(", link {} of {}", link_text(width, speed), link_text(most_width, most_speed));
  text += driver.empty() ? ", no driver" : ", driver " + driver;
  if (!iommu_group.empty()) text += ", IOMMU group " + iommu_group;
  if (link_errors > 0) text += fmt::format(", {} reported", counted(link_errors, "link error"));
  return text;
}

bool PciFacts::is_degraded() const {
  const bool is_narrow = std::atoi(width.c_str()) < std::atoi(most_width.c_str());
  return is_narrow || (generation(speed) > 0 && generation(speed) < generation(most_speed));
}

std::string PciFacts::loss() const {
  if (!exists()) return fmt::format("the function {} is no longer on the bus", address);
  return is_silent ? fmt::format("the configuration of {} reads as all ones", address) : "";
}

PciFacts pci_facts(const std::string& address, const std::string& root) {
  const fs::path folder = fs::path(root + "/sys/bus/pci/devices") / address;
  PciFacts facts;
  facts.address = address;
  facts.vendor = line_of(folder / "vendor");
  facts.device = line_of(folder / "device");
  facts.driver = target_of(folder / "driver");
  facts.iommu_group = target_of(folder / "iommu_group");
  facts.speed = line_of(folder / "current_link_speed");
  facts.most_speed = line_of(folder / "max_link_speed");
  facts.width = line_of(folder / "current_link_width");
  facts.most_width = line_of(folder / "max_link_width");
  facts.bars = bars_in(folder / "resource");
  facts.is_silent = is_silent(folder / "config");
  facts.link_errors = link_errors(folder);
  return facts;
}

std::string xdma_function(const std::string& device, const std::string& root) {
  return target_of(fs::path(root + "/sys/class/xdma") / (fs::path(device).filename().string() + "_user") / "device");
}

std::vector<std::string> functions_of(const std::string& driver, const std::string& root) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(fs::path(root + "/sys/bus/pci/drivers") / driver, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find(':') != std::string::npos) found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<PciFacts> functions_by(const std::string& vendor, const std::string& root) {
  std::vector<PciFacts> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root + "/sys/bus/pci/devices", ignored)) {
    if (line_of(entry.path() / "vendor") == vendor) found.push_back(pci_facts(entry.path().filename().string(), root));
  }
  std::sort(found.begin(), found.end(), [](const PciFacts& a, const PciFacts& b) { return a.address < b.address; });
  return found;
}

Finding check_function(const PciFacts& facts, const PciNeeds& needs) {
  Finding finding{true, facts.text(), fmt::format("a PCI function with the driver {}", needs.driver), {}};
  const auto fail = [&](const std::string& seen, std::vector<std::string> causes) {
    finding.holds = false;
    finding.seen += seen.empty() ? "" : ": " + seen;
    finding.causes = std::move(causes);
    return finding;
  };
  if (!facts.exists()) {
    finding.seen = fmt::format("no PCI function {} exists", facts.address);
    return fail("", {"the card is not programmed, or has been programmed since the last scan of the bus",
                     "the card is not seated, or has no power"});
  }
  if (facts.is_silent) return fail("its configuration reads as all ones", kLossCauses);
  if (facts.driver != needs.driver)
    return fail("", {facts.driver.empty()
                         ? fmt::format("{} is not loaded, or does not support this device", needs.driver)
                         : fmt::format("the device is bound to {} instead of {}", facts.driver, needs.driver)});
  if (needs.iommu && facts.iommu_group.empty()) {
    finding.expected += " and an IOMMU group";
    return fail("", {"the IOMMU is off in the firmware settings or in Linux (Intel's processors: intel_iommu=on)"});
  }
  const auto bar = static_cast<std::size_t>(needs.bar);
  if (bar < facts.bars.size() && needs.bar_bytes > 0) {
    finding.expected += fmt::format(", and {} bytes of registers in BAR {}", needs.bar_bytes, bar);
    if (facts.bars[bar].bytes < needs.bar_bytes)
      return fail(fmt::format("BAR {} has {} bytes", bar, facts.bars[bar].bytes),
                  {"the card has another bitstream than the manifest's (--manifest)"});
    if (!facts.bars[bar].is_assigned)
      return fail(fmt::format("BAR {} has no address", bar),
                  {"the card was programmed after the start of the machine: remove the function and rescan the bus, or "
                   "restart the machine",
                   "the firmware has no room for it: enable decoding above 4 GiB"});
  }
  note_link(facts, needs, finding);
  return finding;
}

}  // namespace rtlgen::host
