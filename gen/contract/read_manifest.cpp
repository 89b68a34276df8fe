// Reads manifest.json.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "contract/card_map.hpp"
#include "contract/clock.hpp"
#include "contract/manifest.hpp"
#include "contract/run_settings.hpp"
#include "support/counted.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::contract {

namespace {

using Json = nlohmann::json;

ManifestError unreadable(const std::string& why) {
  return ManifestError(fmt::format("manifest.json cannot be read: {}", why));
}

/// The number in a text of hexadecimal digits, with or without a leading 0x.
std::uint64_t hexadecimal(const Json& json) {
  const auto text = json.get<std::string>();
  const std::string digits = text.starts_with("0x") ? text.substr(2) : text;
  constexpr int kHex = 16;
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, kHex);
  if (error != std::errc() || stop != end) throw unreadable(fmt::format("'{}' is not a hexadecimal number", text));
  return value;
}

/// Whether a design can have `number` under `key`. Converting 1e300 to an integer is undefined, 0.5 would become 0,
/// and -1 about 2^64.
bool is_possible(std::string_view key, const nlohmann::json& number) {
  constexpr double kMost = 1e9;
  constexpr std::array<std::string_view, 3> kClocks = {"_mhz", "_ps", "_ns"};
  // Distances in a frame may be negative, a block that wraps need not reach beyond its ghosts, and axis -1 means none.
  constexpr std::array<std::string_view, 5> kSigned = {"planes", "rows", "words", "stride", "grid_axis"};
  if (number.is_number_float()) {
    const bool clock = std::any_of(kClocks.begin(), kClocks.end(), [&](std::string_view unit) {
      return key.size() > unit.size() && key.substr(key.size() - unit.size()) == unit;
    });
    return clock && number.get<double>() >= 0 && number.get<double>() <= kMost;
  }
  const bool negative = number.is_number_integer() && !number.is_number_unsigned() && number.get<std::int64_t>() < 0;
  return !negative || std::find(kSigned.begin(), kSigned.end(), key) != kSigned.end();
}

/// The least and greatest value of a number that hosts compute with.
struct NumberRange {
  std::string_view key;
  std::int64_t low, high;
};

constexpr std::int64_t kMostExtent = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostCells = std::int64_t{1} << 40;
constexpr std::int64_t kMostDistance = 1 << 22;  // rows or planes; times the words of a row, it fits in 64 bits
constexpr std::int64_t kMostBits = 1 << 20;      // per word

constexpr auto kNumberRanges = std::to_array<NumberRange>({
    {"contract", 0, kMostExtent},
    {"cells_per_cycle", 1, 1024},
    {"steps", 1, 65536},
    {"hops", 0, 65536},
    {"maximum", 1, kMostExtent},
    {"minimum", 1, kMostExtent},
    {"low", 0, kMostExtent},
    {"high", 0, kMostExtent},
    {"extents", 0, kMostExtent},
    {"stride", -kMostExtent, kMostExtent},
    {"planes", -kMostDistance, kMostDistance},
    {"rows", -kMostDistance, kMostDistance},
    {"words", -kMostCells, kMostCells},
    {"row_words", 0, kMostCells},
    {"total_lag_words", 0, kMostCells},
    {"total_latency", 0, kMostExtent},
    {"most_slices", 0, kMostCells},
    {"way_back", 0, kMostExtent},
    {"row_unit", 1, kMostBits},
    {"axes", 1, 16},
    {"bus_bits", 1, kMostBits},
    {"burst_beats", 1, kMostBits},
    {"fifo_beats", 1, kMostBits},
    {"bank_round", 1, kMostCells},
    {"bank_rounds", 0, kMostCells},
    {"channels", 0, 1023},
    {"buffers", 0, 1023},
    {"cell_bits", 1, kMostBits},
    {"components", 1, 1024},
    {"lanes", 1, 1024},
    {"word_bits", 1, kMostBits},
    {"grid_axis", -1, 16},
    {"offset", 0, kMostExtent},
    {"bits", 1, 64},
    {"width", 1, kMostBits},
    {"mode", 0, 255},
    {"baud", 1, 1000000000},
});

/// Throws unless `value`, a number or not, is allowed under `key`, directly or in a list. Lists of names share keys
/// with numbers.
void check_value(std::string_view key, const nlohmann::json& value, bool in_list) {
  const auto refuse = [&](const std::string& why) {
    throw ManifestError(fmt::format("manifest.json is damaged: '{}' is {}{}", key, value.dump(), why));
  };
  if (value.is_number() && !is_possible(key, value)) refuse("");
  const bool is_clock = key == "period_ps" || key == "bus_mhz" || key == "memory_mhz" || key == "input_mhz";
  const auto* const range =
      std::find_if(kNumberRanges.begin(), kNumberRanges.end(), [&](const NumberRange& r) { return r.key == key; });
  if (value.is_structured() || (range == kNumberRanges.end() && !is_clock)) return;
  if (value.is_string() && (in_list || key == "mode")) return;
  if (!value.is_number()) refuse(", not a number");
  if (is_clock) {
    if (value.get<double>() <= 0) refuse(", not above 0");
    return;
  }
  const bool is_huge = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
  const std::int64_t number = is_huge ? 0 : value.get<std::int64_t>();
  if (is_huge || number < range->low || number > range->high)
    refuse(fmt::format(", not from {} to {}", range->low, range->high));
}

/// Keys that describe the inside of the core, which hosts do not read.
bool is_inside(std::string_view key) {
  constexpr std::array<std::string_view, 4> kInside = {"executor", "monitors", "numbers", "core_numbers"};
  return std::find(kInside.begin(), kInside.end(), key) != kInside.end();
}

void check_numbers(const nlohmann::json& manifest) {
  struct JsonPlace {
    std::string key;
    const nlohmann::json* value;
    bool in_list;
  };
  std::vector<JsonPlace> left = {
      {"", &manifest, false}};  // no recursion, because nesting may be as deep as the text is long
  while (!left.empty()) {
    const auto [key, value, in_list] = left.back();
    left.pop_back();
    check_value(key, *value, in_list);
    if (value->is_object()) {
      for (const auto& item : value->items()) {
        if (!is_inside(item.key())) left.push_back({item.key(), &item.value(), false});
      }
    } else if (value->is_array()) {
      for (const nlohmann::json& inside : *value) left.push_back({key, &inside, true});
    }
  }
}

Distance distance(const Json& j) { return {j.at("planes"), j.at("rows"), j.at("words")}; }

void read_core(const Json& j, CoreInterface& core) {
  core.module = j.at("top");
  core.axes = j.at("shell").at("axes");
  core.cells_per_cycle = j.at("cells_per_cycle");
  core.steps = j.at("steps");
  core.hops = j.value("hops", 0);
  core.maximum = j.at("extents").at("maximum");
  core.minimum = j.at("extents").at("minimum");
  core.ghost_low = j.at("ghosts").at("low");
  core.ghost_high = j.at("ghosts").at("high");
  if (j.contains("block")) {
    core.block = j.at("block").at("extents");
    core.block_wraps = j.at("block").at("wraps");
  }
  core.total_lag = distance(j.at("total_lag"));
  core.total_latency = j.at("total_latency");
  core.row_unit = j.at("row_unit");
  core.by_rows = true;
  if (j.contains("gap")) core.gap = {j.at("gap").at("most_slices"), j.at("gap").at("way_back")};
}

/// The limits that versions before the key `gap` used.
GapLimits old_gap_limits(const RegisterMap& map) {
  const int bits = map.has("gap") ? map.find("gap").bits : 63;
  return {static_cast<std::int64_t>((std::uint64_t{1} << std::min(bits, 63)) - 1), kRowReturn};
}

ShellStream read_stream(const Json& j) {
  ShellStream s;
  s.name = j.at("field");
  s.is_out = j.at("direction") == "out";
  s.is_held = j.at("held");
  s.components = j.value("components", 1);
  s.cell_bits = j.at("cell_bits");
  s.lanes = j.at("lanes");
  s.word_bits = j.at("word_bits");
  s.axes = j.at("axes");
  s.grid_axis = j.at("grid_axis");
  s.blocked = j.at("blocked");
  s.wraps = j.at("wraps");
  s.ping_pong = j.at("ping_pong");
  s.buffers = j.at("buffers").get<std::vector<std::vector<int>>>();
  return s;
}

/// Eight hexadecimal digits.
std::uint32_t float_bits(const Json& j) {
  const auto digits = j.get<std::string>();
  if (digits.size() != 8 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw ManifestError("manifest.json is damaged: '" + digits + "' is not eight hexadecimal digits");
  return static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16));
}

/// Call after reading the registers, which the blocks need.
void read_self_test(const Json& j, Shell& shell) {
  constexpr int kModes = 3;
  const auto need = [&](const std::string& name) {
    if (!shell.map.has(name)) throw ManifestError("manifest.json is damaged: the self-test has no register " + name);
    return name;
  };
  need(kSelfTestModes);
  for (const char* operand : kSelfTestOperands) need(operand);
  for (const Json& b : j.at("blocks")) {
    shell.self_test.blocks.push_back({b.at("mode"), need(b.at("result")), b.at("computes")});
    const int mode = shell.self_test.blocks.back().mode;
    if (mode < 0 || mode >= kModes) throw ManifestError("manifest.json is damaged: a hard block has an invalid mode");
  }
  for (const Json& a : j.at("assumptions")) {
    SelfTest::Assumption assumption{a.at("name"), a.at("what"), {}};
    for (const Json& c : a.at("cases")) {
      const bool any_nan = c.at("expected") == kAnyNan;
      assumption.cases.push_back({need(c.at("result")), float_bits(c.at("a")), float_bits(c.at("b")),
                                  float_bits(c.at("c")),
                                  any_nan ? std::nullopt : std::optional(float_bits(c.at("expected")))});
    }
    shell.self_test.assumptions.push_back(std::move(assumption));
  }
}

void read_shell(const Json& j, Shell& shell) {
  shell.module = j.at("module");
  shell.bus_bits = j.at("bus_bits");
  shell.bus_mhz = j.at("bus_mhz");
  shell.burst_beats = j.at("burst_beats");
  // Only for places of buffers: cards without them work, too.
  // The library of g++ 12 gives the width as an unsigned number to clang.
  shell.fifo_log2 = static_cast<int>(std::bit_width(j.value("fifo_beats", 1U << shell.fifo_log2))) - 1;
  shell.bank_round = j.value("bank_round", shell.bank_round);
  for (const Json& s : j.at("streams")) shell.streams.push_back(read_stream(s));
  const auto rounds = j.value("bank_rounds", std::vector<std::int64_t>());
  for (const Json& c : j.at("channels")) {
    ShellChannel channel;
    channel.number = c;
    if (shell.channels.size() < rounds.size()) channel.bank_round = rounds[shell.channels.size()];
    shell.channels.push_back(channel);
  }
  if (!rounds.empty() && rounds.size() != shell.channels.size())
    throw ManifestError("manifest.json is damaged: bank_rounds is not one number per channel");
  for (const Json& r : j.at("registers")) {
    shell.map.registers.push_back(
        {r.at("name"), r.at("offset"), r.at("bits"), r.at("access") == "read", r.at("meaning")});
  }
  if (j.contains("self_test")) read_self_test(j.at("self_test"), shell);
}

void check_core(const CoreInterface& core) {
  const auto expect = [](bool holds, const std::string& text) {
    if (!holds) throw ManifestError("manifest.json is damaged: " + text);
  };
  expect(core.axes <= 3, "the grid has more than three axes");
  std::int64_t cells = 1;
  for (std::size_t a = 0; a < core.maximum.size(); ++a) {
    expect(core.minimum[a] <= core.maximum[a], "the smallest extents are larger than the largest");
    expect(core.maximum[a] <= kMostCells / cells, fmt::format("the grid has more than {} cells", kMostCells));
    cells *= core.maximum[a];
  }
}

/// Checks what the layout of arrays relies on; every manifest of rtlgen guarantees it.
void check_streams(const Shell& shell) {
  const auto expect = [](bool holds, const std::string& text) {
    if (!holds) throw ManifestError("manifest.json is damaged: " + text);
  };
  expect(shell.bus_bits >= 8 && shell.bus_bits % 8 == 0, "bus_bits is not a number of whole bytes");
  const auto is_round = [](std::int64_t round) { return (round & (round - 1)) == 0; };
  expect(is_round(shell.bank_round), "bank_round is not a power of two");
  for (const ShellChannel& c : shell.channels)
    expect(is_round(c.bank_round.value_or(0)), "one of bank_rounds is not a power of two");
  expect(!shell.streams.empty(), "there are no streams");
  for (const ShellStream& s : shell.streams) {
    expect(s.components >= 1 && s.components <= 64 && s.cell_bits >= s.components && s.cell_bits % s.components == 0 &&
               s.component_bits() <= 64 && s.lanes >= 1 && s.word_bits >= s.cell_bits * s.lanes,
           s.name + " has an impossible word size");
    expect(s.axes >= 1 && s.axes <= 3 && *std::max_element(s.grid_axis.begin(), s.grid_axis.end()) < 3,
           s.name + " has impossible axes");
    expect(!s.buffers.empty() && s.buffers.size() <= 2, s.name + " has no buffer, or more than two");
    for (const auto& channels : s.buffers)
      expect(!channels.empty() && channels.size() == s.buffers.front().size(), s.name + " has no channels");
  }
}

/// None if the board has none, or if the rtlgen that wrote the manifest made none.
std::optional<CardBlockFacts> read_card_block(const Json& j) {
  if (!j.contains("card") || !j.at("card").contains("block")) return std::nullopt;
  const Json& block = j.at("card").at("block");
  CardBlockFacts facts;
  facts.offset = block.at("offset");
  facts.kernel_mhz = mhz_of_period(j.at("period_ps").get<double>());
  facts.memory_mhz = block.at("memory_mhz").get<std::vector<double>>();
  if (facts.offset % 4 != 0) throw ManifestError("manifest.json is damaged: the card block has an odd offset");
  if (facts.memory_mhz.empty() || facts.memory_mhz.size() > kCardChannels)
    throw ManifestError(fmt::format("manifest.json is damaged: a card block of {}, not of 1 to {}",
                                    counted(facts.memory_mhz.size(), "memory channel"), kCardChannels));
  if (block.contains("kernel_clock")) {
    const Json& clock = block.at("kernel_clock");
    facts.clock = ClockSource{clock.at("family"), clock.at("input_mhz")};
  }
  return facts;
}

}  // namespace

nlohmann::json parse_manifest(const std::string& text) {
  try {
    nlohmann::json manifest = nlohmann::json::parse(text);
    check_numbers(manifest);
    return manifest;
  } catch (const Json::exception& fault) {
    throw unreadable(json_fault(fault.what()));
  }
}

std::uint32_t digest_in(const nlohmann::json& manifest) {
  try {
    const std::uint64_t digest = hexadecimal(manifest.at("digest"));
    if (digest > std::numeric_limits<std::uint32_t>::max()) throw unreadable("the digest has more than 32 bits");
    return static_cast<std::uint32_t>(digest);
  } catch (const Json::exception& fault) {
    throw unreadable(json_fault(fault.what()));
  }
}

Design read_design(const std::string& manifest) {
  try {
    const Json j = parse_manifest(manifest);
    if (j.at("format") != "rtlgen-manifest-1")
      throw ManifestError("manifest.json has a format that this library does not support");
    if (!j.contains("shell"))
      throw ManifestError("this accelerator has no shell: add hardware.bus to its description and generate it again");
    Design design;
    design.name = j.at("name");
    design.digest = digest_in(j);
    design.contract = j.value("contract", 0);
    if (design.contract > kContractVersion)
      throw ManifestError(fmt::format(
          "manifest.json follows version {} of the contract between host and card, but this library supports only {} "
          "and older: use the rtlgen that wrote it, or a newer one",
          design.contract, kContractVersion));
    read_core(j, design.core);
    check_core(design.core);
    read_shell(j.at("shell"), design.shell);
    if (!j.contains("gap")) design.core.gap = old_gap_limits(design.shell.map);
    check_streams(design.shell);
    design.card_block = read_card_block(j);
    for (const Json& port : j.at("ports")) {
      if (port.at("role") != "param") continue;
      constexpr std::string_view kPrefix = "param_";
      const auto name = port.at("name").get<std::string>();
      if (!name.starts_with(kPrefix))
        throw ManifestError(fmt::format("manifest.json is damaged: '{}' is not the name of a parameter's port", name));
      design.params.push_back({name.substr(kPrefix.size()), port.at("width"), hexadecimal(port.at("default_bits"))});
    }
    return design;
  } catch (const ManifestError&) {
    throw;
  } catch (const std::exception& fault) {
    throw unreadable(json_fault(fault.what()));
  }
}

}  // namespace rtlgen::contract
