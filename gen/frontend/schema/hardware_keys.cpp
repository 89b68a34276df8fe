// One line per member that a command may change.
#include "frontend/schema/hardware_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/given.hpp"
#include "spec/hardware.hpp"
#include "spec/program.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

std::string channels_text(const std::vector<int>& channels) {
  return channels.size() == 1 ? fmt::to_string(channels.front()) : fmt::format("[{}]", fmt::join(channels, ", "));
}

std::string place_text(const spec::Placement& place) {
  std::vector<std::string> buffers;
  for (const std::vector<int>& channels : place.buffers) buffers.push_back(channels_text(channels));
  return fmt::format("[{}]", fmt::join(buffers, ", "));
}

void add_bus(const spec::Program& program, const std::optional<spec::Bus>& from, const spec::Bus& to,
             std::vector<std::string>& keys) {
  const spec::Bus before = from.value_or(spec::Bus{});
  if (!from || to.bits != before.bits) keys.push_back(bus_bits_key(to));
  if (to.clock_mhz != before.clock_mhz) keys.push_back(fmt::format("hardware.bus.clock_mhz={:.6g}", to.clock_mhz));
  if (to.memory.empty() && !before.memory.empty()) keys.emplace_back("hardware.memory=auto");
  for (const spec::Placement& place : to.memory) {
    const auto same = [&](const spec::Placement& p) { return p.array == place.array && p.buffers == place.buffers; };
    if (std::any_of(before.memory.begin(), before.memory.end(), same)) continue;
    const std::vector<spec::ArrayId> placed = program.together(place.array);
    if (placed.front() != place.array) continue;  // included in the vector's first component
    const spec::Array& first = program.arrays[place.array];
    keys.push_back(
        fmt::format("hardware.memory.{}={}", placed.size() > 1 ? first.vector : first.shown(), place_text(place)));
  }
}

}  // namespace

std::vector<std::string> hardware_keys(const spec::Program& program, const spec::Hardware& from,
                                       const spec::Hardware& to) {
  const bool changed[] = {to.cells_per_cycle != from.cells_per_cycle, to.steps != from.steps,
                          to.block != from.block || to.block_auto != from.block_auto, to.ram != from.ram};
  std::vector<std::string> keys, shape = shape_keys(to);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (changed[i]) keys.push_back(std::move(shape[i]));
  }
  if (to.hops != from.hops) keys.push_back(hops_key(to.hops));
  if (to.arithmetic != from.arithmetic) keys.push_back(arithmetic_key(to));
  if (to.dsp_limit != from.dsp_limit && to.dsp_limit) keys.push_back(dsp_limit_key(*to.dsp_limit));
  if (to.dsp_sums != from.dsp_sums && to.dsp_sums) keys.push_back(dsp_sums_key(*to.dsp_sums));
  if (to.bus) add_bus(program, from.bus, *to.bus, keys);
  if (to.clock_mhz != from.clock_mhz) keys.push_back(clock_key(to.clock_mhz));
  return keys;
}

std::vector<std::string> shape_keys(const spec::Hardware& hardware) {
  static const char* const kRam[] = {"auto", "block", "distributed", "ultra"};
  return {
      fmt::format("hardware.cells_per_cycle={}", hardware.cells_per_cycle),
      fmt::format("hardware.steps={}", hardware.steps),
      hardware.block_auto ? "hardware.block=auto" : fmt::format("hardware.block=[{}]", fmt::join(hardware.block, ", ")),
      fmt::format("hardware.ram={}", kRam[static_cast<int>(hardware.ram)])};
}

std::string bus_bits_key(const spec::Bus& bus) { return fmt::format("hardware.bus.bits={}", bus.bits); }

std::string bus_key(const GivenBus& bus) {
  return fmt::format("hardware.bus={{bits: {}, clock_mhz: {:g}}}", bus.bits, bus.clock_mhz);
}

std::string hops_key(int hops) { return fmt::format("hardware.hops={}", hops); }

std::string form_word(spec::ArithmeticForm form) {
  static const char* const kForm[] = {"ieee", "aligned", "auto"};
  return kForm[static_cast<int>(form)];
}

std::string arithmetic_key(const spec::Hardware& hardware) {
  return "hardware.arithmetic=" + form_word(hardware.arithmetic);
}

std::string dsp_limit_key(int blocks) { return fmt::format("hardware.dsp_limit={}", blocks); }

std::string dsp_sums_key(int additions) { return fmt::format("hardware.dsp_sums={}", additions); }

std::string clock_key(double mhz) { return fmt::format("hardware.clock_mhz={:.6g}", mhz); }

std::string device_key(const std::string& family) { return "hardware.device=" + family; }

std::vector<std::string> board_keys(const std::string& name, const std::string& family) {
  return {"hardware.board=" + safe::yaml_scalar(OutsideText(name)), device_key(family)};
}

}  // namespace rtlgen::frontend
