// Reads and writes lines of counts.
#include "synthesis/counts.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "runner/folder.hpp"
#include "support/errors.hpp"

namespace rtlgen::synthesis {

namespace {

constexpr const char* kVersion = "# Yosys ";
constexpr const char* kHead =
    "# digest of module, family and Yosys: LUTs of logic, shift registers, memories; flip-flops; RAM; DSP; wide LUTs\n";

}  // namespace

Counts Counts::load(const std::string& path) {
  Counts counts;
  if (!std::filesystem::exists(path)) return counts;
  std::istringstream lines(runner::read_file(path));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with(kVersion)) counts.version_ = line.substr(std::string(kVersion).size());
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string digest, more;
    model::Area a;
    words >> digest >> a.logic_luts >> a.shift_luts >> a.memory_luts >> a.flip_flops >> a.rams >> a.dsps >> a.wide_luts;
    if (!words || words >> more || digest != shortened(digest))
      throw EnvironmentError(fmt::format("{}:{}: '{}' is not a line of counts", path, number, line));
    counts.areas_.emplace(digest, a);
  }
  if (counts.version_.empty())
    throw std::runtime_error(fmt::format("{}: no line '{}VERSION' names the version that counted", path, kVersion));
  return counts;
}

void Counts::save(const std::string& path) const {
  std::string text = kVersion + version_ + "\n" + kHead;
  for (const auto& [digest, a] : areas_) {
    text += fmt::format("{} {} {} {} {} {} {} {}\n", digest, a.logic_luts, a.shift_luts, a.memory_luts, a.flip_flops,
                        a.rams, a.dsps, a.wide_luts);
  }
  runner::write_file(path, text);
}

std::optional<model::Area> Counts::find(const std::string& digest) {
  const auto found = areas_.find(shortened(digest));
  if (found == areas_.end()) return std::nullopt;
  used_.insert(found->first);
  return found->second;
}

void Counts::add(const std::string& digest, const model::Area& area) {
  areas_.insert_or_assign(shortened(digest), area);
  used_.insert(shortened(digest));
}

void Counts::drop_unused() {
  std::erase_if(areas_, [&](const auto& entry) { return !used_.contains(entry.first); });
}

}  // namespace rtlgen::synthesis
