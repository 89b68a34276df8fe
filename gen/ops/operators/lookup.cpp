// Lookups: the index is clamped to the first and last word of a table and selects a word. Tables with as many words as
// a LUT holds are logic, larger ones are ROMs in block RAM.
#include "ops/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline.hpp"
#include "hw/rom.hpp"
#include "ops/description.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"
#include "support/widths.hpp"

namespace rtlgen::ops {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

std::int64_t last_place(const Request& r) { return static_cast<std::int64_t>(r.table.values.size()) - 1; }

/// The position in the table for an index, clamped to 0 and the last position, with as many bits as the last position
/// has.
Value place_of(Builder& b, const Request& r, Value index) {
  const std::int64_t last = last_place(r);
  const int width = bits_for(last);
  const bool is_signed = r.operand.is_signed();
  const int magnitude_width = index.width - (is_signed ? 1 : 0);
  if (magnitude_width == 0) return b.zero(width);  // 0 and -1
  const Value magnitude = index.slice(magnitude_width - 1, 0);
  const Value low = magnitude_width > width ? magnitude.slice(width - 1, 0) : zext(magnitude, width);
  const Value highest = b.constant(width, static_cast<std::uint64_t>(last));
  Value beyond = ult(highest, low);
  if (magnitude_width > width) beyond = beyond | reduce_or(magnitude.slice(magnitude_width - 1, width));
  const Value place = b.name("place", mux(b.name("beyond", beyond), highest, low));
  return is_signed ? mux(index.msb(), b.zero(width), place) : place;
}

Value looked_up(Builder& b, const Request& r, const Values& v) {
  if (last_place(r) == 0) return b.constant(r.result.width, r.table.values[0]);
  return table(b.name("address", place_of(b, r, v[0])), r.table.values, r.result.width);
}

std::uint64_t exact_lookup(const Request& r, const std::vector<std::uint64_t>& v) {
  return r.table.value_at(r.operand, v[0]);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kLookup>() {
  return {.name = "lookup",
          .build = {.floats = looked_up, .wholes = looked_up, .fixed = looked_up},
          .exact = {.floats = exact_lookup, .wholes = exact_lookup, .fixed = exact_lookup}};
}

bool is_stored(const Request& r, const hw::DelayModel& device) {
  const auto& words = r.table.values;
  if (words.size() <= std::size_t{1} << device.lut_inputs) return false;
  return std::any_of(words.begin(), words.end(), [&](std::uint64_t word) { return word != words[0]; });
}

int rom_period_ps(const hw::DelayModel& device) {
  const bool packs = !device.cells || device.cells->amd;
  return device.memory_read + (packs ? 0 : device.register_overhead);
}

hw::Module address_module(const Request& r) {
  hw::Builder b(base_name(r));
  b.role("table");
  b.header_line("the entries are in block RAM");
  b.output("q", place_of(b, r, b.input(operand_port(0), r.operand.width, "index")));
  return b.finish();
}

hw::Module stored_module(const Request& r, const hw::DelayModel& device, int latency, const std::string& name,
                         hw::Cut cut, int period_ps) {
  RTLGEN_CHECK(latency >= kRomStages, "the registers of a ROM are fixed");
  hw::Module comb = address_module(r);
  describe(r, comb);
  comb.header.push_back(fmt::format("latency {}, a new index every cycle", counted(latency, "cycle")));
  std::vector<hw::Bits> words;
  for (const std::uint64_t word : r.table.values) words.emplace_back(r.result.width, word);
  return hw::behind_rom(hw::pipeline(comb, device, latency - kRomStages, name, cut, period_ps), words);
}

}  // namespace rtlgen::ops
