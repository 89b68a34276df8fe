// Lookups, as logic and as ROM: every index of small types, ends and neighbours of large ones, against the definition.
#include "ops/lookup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hw/ir.hpp"
#include "operator_check.hpp"

namespace rtlgen::ops {
namespace {

Request lookup(const spec::Type& index, const spec::Type& result, std::vector<std::uint64_t> words) {
  Request r{spec::Op::kLookup, index, result, false, {std::nullopt}};
  r.table = {"curve", result, std::move(words)};
  return r;
}

std::vector<std::uint64_t> squares(std::size_t count, const spec::Type& type) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < count; ++i) words.push_back((i * i + 3) & type.mask());
  return words;
}

/// Indices worth trying: all of a small type, else those around 0, the end and the limits of the type.
std::vector<std::uint64_t> indices(const Request& r) {
  std::vector<std::uint64_t> out;
  if (r.operand.width <= 12) {
    for (std::uint64_t i = 0; i <= r.operand.mask(); ++i) out.push_back(i);
    return out;
  }
  const std::uint64_t centres[] = {0, r.table.values.size(), r.operand.mask() >> 1, r.operand.mask(), 1U << 12};
  for (const std::uint64_t centre : centres) {
    for (std::uint64_t d = 0; d < 70; ++d) {
      out.push_back((centre + d) & r.operand.mask());
      out.push_back((centre - d) & r.operand.mask());
    }
  }
  return out;
}

/// Streams indices through the module of so many ranks; the number that came out wrong.
int wrong(const Request& r, const hw::DelayModel& device, int latency) {
  hw::Interpreter module(build(r, device, latency));
  const std::vector<std::uint64_t> in = indices(r);
  int bad = 0;
  for (std::size_t i = 0; i < in.size() + static_cast<std::size_t>(latency); ++i) {
    if (i < in.size()) module.set("a", in[i]);
    const auto before = static_cast<std::size_t>(latency);
    if (i >= before && module.get("q") != evaluate(r, {in[i - before]})) ++bad;
    if (latency > 0) module.clock();
  }
  return bad;
}

TEST(Lookups, AreTheDefinitionInEveryForm) {
  const spec::Type results[] = {spec::Type::uint_of(8), spec::Type::float_of(8, 23), spec::Type::fixed_of(18, 12)};
  const spec::Type types[] = {spec::Type::uint_of(1), spec::Type::int_of(1),  spec::Type::uint_of(6),
                              spec::Type::int_of(7),  spec::Type::uint_of(8), spec::Type::int_of(9),
                              spec::Type::int_of(32), spec::Type::uint_of(64)};
  for (const char* family : {"generic", "xc7", "ice40hx"}) {
    const hw::DelayModel device = *hw::DelayModel::find(family);
    for (const std::size_t size : {1U, 2U, 3U, 16U, 17U, 64U, 65U, 100U, 256U, 300U}) {
      for (const spec::Type& index : types) {
        const Request r = lookup(index, results[size % 3], squares(size, results[size % 3]));
        const int latency = latency_for(r, device, 5000);
        EXPECT_EQ(wrong(r, device, latency), 0) << family << " " << size << " " << index.name();
        EXPECT_LE(latency, 4) << family << " " << size << " " << index.name();
      }
    }
  }
}

/// The comparison would notice: another table gives other words.
TEST(Lookups, OfAnotherTableDiffer) {
  const hw::DelayModel device = *hw::DelayModel::find("xc7");
  const spec::Type type = spec::Type::uint_of(8);
  Request r = lookup(type, type, squares(256, type));
  hw::Module m = build(r, device, latency_for(r, device, 5000));
  for (hw::Item& item : m.items) {
    if (auto* memory = std::get_if<hw::Memory>(&item)) memory->contents[7].set_bit(0, !memory->contents[7].bit(0));
  }
  hw::Interpreter module(m);
  module.set("a", 7);
  for (int i = 0; i < kRomStages; ++i) module.clock();
  EXPECT_NE(module.get("q"), evaluate(r, {7}));
}

/// Up to the words that a LUT holds a table is logic, and one whose words are all the same always.
TEST(Lookups, AreStoredWhereTheyAreLarge) {
  const spec::Type type = spec::Type::uint_of(8);
  const auto stored = [&](const char* family, std::size_t size) {
    return is_stored(lookup(type, type, squares(size, type)), *hw::DelayModel::find(family));
  };
  EXPECT_FALSE(stored("xc7", 64));
  EXPECT_TRUE(stored("xc7", 65));
  EXPECT_FALSE(stored("ice40hx", 16));
  EXPECT_TRUE(stored("ice40hx", 17));
  EXPECT_FALSE(is_stored(lookup(type, type, std::vector<std::uint64_t>(256, 5)), *hw::DelayModel::find("xc7")));
}

/// Bits that are the same in all words take no memory.
TEST(Lookups, StoreWhatDiffers) {
  const hw::DelayModel device = *hw::DelayModel::find("xc7");
  const spec::Type type = spec::Type::uint_of(16);
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 128; ++i) words.push_back(0xa500 | (i & 7) << 2);
  const Request r = lookup(spec::Type::uint_of(7), type, words);
  const int latency = latency_for(r, device, 5000);
  const hw::Module m = build(r, device, latency);
  for (const hw::Item& item : m.items) {
    const auto* memory = std::get_if<hw::Memory>(&item);
    EXPECT_TRUE(memory == nullptr || memory->width == 3);
  }
  EXPECT_EQ(wrong(r, device, latency), 0);
}

/// Two tables of one name and size are two modules.
TEST(Lookups, AreNamedByTheirWords) {
  const spec::Type type = spec::Type::uint_of(8);
  std::set<std::string> names;
  for (const std::size_t size : {3U, 4U, 5U}) names.insert(base_name(lookup(type, type, squares(size, type))));
  names.insert(base_name(lookup(type, type, {3, 4, 8})));
  names.insert(base_name(lookup(type, spec::Type::int_of(8), {3, 4, 7})));
  EXPECT_EQ(names.size(), 5U);
}

}  // namespace
}  // namespace rtlgen::ops
