// Reads /sys/bus/pci.
#include "host/pci_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

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
  return text;
}

bool PciFacts::is_degraded() const {
  const bool is_narrow = std::atoi(width.c_str()) < std::atoi(most_width.c_str());
  return is_narrow || (generation(speed) > 0 && generation(speed) < generation(most_speed));
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

Finding check_function(const PciFacts& facts, const std::string& driver, bool needs_iommu) {
  Finding finding{true, facts.text(), fmt::format("a PCI function with the driver {}", driver), {}};
  const auto fail = [&](std::string seen, std::vector<std::string> causes) {
    finding.holds = false;
    if (!seen.empty()) finding.seen = std::move(seen);
    finding.causes = std::move(causes);
    return finding;
  };
  if (facts.vendor.empty())
    return fail(fmt::format("no PCI function {} exists", facts.address),
                {"the card is not programmed, or has been programmed since the last scan of the bus",
                 "the card is not seated, or has no power"});
  if (facts.driver != driver)
    return fail("",
                {facts.driver.empty() ? fmt::format("{} is not loaded, or does not support this device", driver)
                                      : fmt::format("the device is bound to {} instead of {}", facts.driver, driver)});
  if (needs_iommu && facts.iommu_group.empty()) {
    finding.expected += " and an IOMMU group";
    return fail("", {"the IOMMU is off in the firmware settings or in Linux (intel_iommu=on or amd_iommu=on)"});
  }
  if (!facts.is_degraded()) return finding;
  finding.seen += ": check slot and seating";
  finding.causes = {"the slot has fewer lanes or a lower generation than the card: see the board's manual",
                    "the card is not seated well, or its contacts or riser are dirty",
                    "power saving lowers the speed of an idle link: `lspci -vv` during a run shows the real one"};
  return finding;
}

}  // namespace rtlgen::host
