// Bits of Yosys' netlist; see timing_amd_reader.hpp.
#include "static_timing/timing_amd_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "static_timing/static_timing.hpp"

namespace rtlgen::synthesis {

AmdReader::AmdReader(const Json& module, const TimingSetup& setup) : module_(module) {
  name_bits();
  find_clocks(setup);
  for (const auto& [unused, c] : cells().items()) {
    const std::string type = c.at("type");
    for (const auto& [port, bits] : c.at("connections").items()) {
      const bool drives = c.at("port_directions").at(port) == "output";
      if (drives && port == "CO") {
        for (const Json& b : bits) carries_.insert(b.is_number() ? b.get<int>() : -1);
      }
      if (drives) continue;
      for (const Json& b : bits) {
        if (b.is_number()) count(type, port, b.get<int>());
      }
    }
  }
  for (const auto& [unused, p] : module_.at("ports").items()) {
    if (p.at("direction") != "output") continue;
    for (const Json& b : p.at("bits")) {
      if (b.is_number()) count("port", "", b.get<int>());
    }
  }
  join_inverters();
}

void AmdReader::count(const std::string& type, const std::string& port, int bit) {
  if (type == "CARRY4" && port == "CI") return;
  ++loads_[bit];
  const bool is_flip_flop = type.starts_with("FD");
  if ((type == "CARRY4" && port == "S") || (type.starts_with("MUXF") && port != "S") || (is_flip_flop && port == "D"))
    near_.insert(bit);
  if (!type.starts_with("LUT")) others_.insert(bit);
}

/// An inverter becomes part of the LUTs that read it, so its loads count for its driver.
void AmdReader::join_inverters() {
  for (const auto& [unused, c] : cells().items()) {
    if (c.at("type") != "INV") continue;
    const Json *in = bit(c, "I"), *out = bit(c, "O");
    if (in == nullptr || out == nullptr || !only_luts(out->get<int>())) continue;
    loads_[in->get<int>()] += loads(out->get<int>()) - 1;
  }
}

/// Names each bit by the shortest name that Yosys did not generate.
void AmdReader::name_bits() {
  for (const auto& [name, n] : module_.at("netnames").items()) {
    if (name.find('$') != std::string::npos) continue;
    const auto& bits = n.at("bits");
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (!bits[i].is_number()) continue;
      std::string full = bits.size() == 1 ? name : fmt::format("{}_{}", name, i);
      std::string& known = names_[bits[i].get<int>()];
      if (known.empty() || full.size() < known.size()) known = std::move(full);
    }
  }
  for (auto& [unused, name] : names_) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  }
}

void AmdReader::find_clocks(const TimingSetup& setup) {
  int number = 0;
  for (const TimingClock& clock : setup.clocks) {
    const auto& all = module_.at("netnames");
    if (!all.contains(clock.net)) throw std::runtime_error("static timing: no net is called " + clock.net);
    const Json& b = all.at(clock.net).at("bits")[0];
    if (b.is_number()) clocks_.emplace(b.get<int>(), number);
    ++number;
  }
}

int AmdReader::clock(const Json& cell, const std::string& port) const {
  const Json* const b = bit(cell, port);
  if (b == nullptr) return -1;
  const auto found = clocks_.find(b->get<int>());
  if (found == clocks_.end())
    throw std::runtime_error(fmt::format("static timing: {} has an unknown clock: {}",
                                         cell.at("type").get<std::string>(), name(b->get<int>())));
  return found->second;
}

const AmdReader::Json* AmdReader::bit(const Json& cell, const std::string& port, std::size_t index) {
  const auto& all = cell.at("connections");
  const auto found = all.find(port);
  if (found == all.end() || found->size() <= index || !(*found)[index].is_number()) return nullptr;
  return &(*found)[index];
}

std::vector<int> AmdReader::bits(const Json& cell, const std::string& port) {
  std::vector<int> all;
  const auto found = cell.at("connections").find(port);
  if (found == cell.at("connections").end()) return all;
  for (const Json& b : *found) {
    if (b.is_number()) all.push_back(b.get<int>());
  }
  return all;
}

/// A parameter, which is a bit vector as text or a number; 0 if it is missing or not a number.
int AmdReader::parameter(const Json& cell, const std::string& name) {
  if (!cell.contains("parameters") || !cell.at("parameters").contains(name)) return 0;
  const Json& value = cell.at("parameters").at(name);
  if (value.is_number()) return value.get<int>();
  const std::string text = value;
  if (text.empty() || text.find_first_not_of("01") != std::string::npos) return 0;
  return std::stoi(text, nullptr, 2);
}

int AmdReader::loads(int bit) const {
  const auto found = loads_.find(bit);
  return found == loads_.end() ? 0 : found->second;
}

bool AmdReader::in_slice(int bit) const { return loads(bit) == 1 && near_.contains(bit); }

std::string AmdReader::name(int bit) const {
  const auto found = names_.find(bit);
  return found == names_.end() ? fmt::format("n{}", bit) : found->second;
}

}  // namespace rtlgen::synthesis
