// Start data that are expressions: the bits of a line, on any grid, and random numbers as docs/language_data.md defines
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "data/values.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/given_data.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "golden/engine.hpp"
#include "scratch.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

struct Start {
  spec::Stencil stencil;
  driver::RunData data;

  [[nodiscard]] const golden::Grid& of(const std::string& name) const {
    for (const spec::ArrayId a : stencil.arrays.ids()) {
      if (stencil.arrays[a].shown() == name) return data.inputs.at(a.index());
    }
    throw std::runtime_error("no field " + name);
  }
};

Start start_of(const std::string& yaml, const std::vector<std::int64_t>& extents = {}) {
  const Scratch scratch(yaml);
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.extents = extents;
  Diagnostics diagnostics;
  Start out;
  auto stencil = driver::read_stencil(options.source, diagnostics);
  EXPECT_TRUE(stencil.ok()) << yaml << diagnostics.render();
  if (!stencil.ok()) return out;
  out.stencil = *std::move(stencil);
  auto data = driver::load_run(out.stencil, out.stencil.hardware.extents, options, diagnostics);
  EXPECT_TRUE(data.ok()) << diagnostics.render();
  if (data.ok()) out.data = *std::move(data);
  return out;
}

/// The cells of `grid` as numbers.
std::vector<double> numbers(const golden::Grid& grid) {
  std::vector<double> out;
  for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(data::to_double(grid.type, grid.get(i)));
  return out;
}

/// A field `t` that starts with the expression, and a line that assigns it to `o`, which starts from the same.
void expect_line(const std::string& head, const std::string& type, const std::string& text,
                 const std::vector<std::int64_t>& extents = {}) {
  const std::string both = fmt::format(
      "name: a\ngrid: [7, 5, 3]\ntype: \"{0}\"\nfields: {{t: {{}}, o: {{}}}}\n{1}update:\n  - o: \"t - t + ({2})\"\n"
      "inputs: {{t: {{expr: \"{2}\"}}}}\n",
      type, head, text);
  const Start start = start_of(both, extents);
  const std::string line = fmt::format(
      "name: a\ngrid: [7, 5, 3]\ntype: \"{}\"\nfields: {{o: {{}}}}\n{}update:\n  - o: \"{}\"\n", type, head, text);
  const Start other = start_of(line, extents);
  const auto result = golden::run(other.stencil, other.data.extents, {}, 1, other.data.params);
  const golden::Grid& got = start.of("t");
  const golden::Grid& want = result.begin()->second;
  ASSERT_EQ(got.extents, want.extents);
  for (std::int64_t i = 0; i < want.cells(); ++i)
    ASSERT_EQ(got.get(i), want.get(i)) << type << " " << text << " at " << i;
}

TEST(StartValues, HaveTheBitsOfALine) {
  expect_line("", "float32", "exp(-(float32(x) - 2.5)*(float32(x) - 2.5)/3) + float32(y)/float32(z + 1)");
  expect_line("", "float64", "pow(float64(x) + 0.1, float64(y)/3) / float64(z)");
  expect_line("", "float16", "sqrt(float16(x*y) - 3)");
  expect_line("subnormals: flush\n", "float32", "1.0e-38*float32(x)/float32(y + 1)");
  expect_line("", "int16", "int16(x*y*1000) * int16(z - 1)");
  expect_line("rounding: truncate\noverflow: saturate\n", "fixed<12,6>",
              "fixed<12,6>(float32(x)*7.77) * fixed<12,6>(z)");
  expect_line("", "uint<1>", "x == y || z > 1");
  expect_line("params: {a: 3, c: [1, 10], r: {value: 0.5, runtime: true}}\n", "float32",
              "add(k in 0..1: c[k]*float32(x + k)) + r*a");
  expect_line("tables: {lut: {type: float32, values: [3, 1, 4, 1, 5]}}\n", "float32", "lut[x - 1]*pi");
  expect_line("functions:\n  bump(a): exp(-hypot(float32(x) - a, float32(y)))\n", "float32", "bump(3.0) - bump(1.5)");
}

TEST(StartValues, AreThoseOfTheRunsGrid) {
  for (const std::vector<std::int64_t>& extents : {std::vector<std::int64_t>{7, 5, 3}, {4, 2, 3}, {1, 1, 1}})
    expect_line("", "float32", "float32(nx*100 + ny*10 + nz) + float32(x)", extents);
}

/// docs/language_data.md, once more.
std::uint64_t hash(std::uint64_t seed, std::uint64_t cell) {
  std::uint64_t s = seed + 0x9e3779b97f4a7c15 * (cell + 1);
  s = (s ^ (s >> 30)) * 0xbf58476d1ce4e5b9;
  s = (s ^ (s >> 27)) * 0x94d049bb133111eb;
  return s ^ (s >> 31);
}

void expect_random(const std::string& type, int bits) {
  const Start start =
      start_of(fmt::format("name: a\ngrid: [7, 5, 3]\ntype: \"{}\"\nfields: {{t: {{}}}}\nupdate: [t: t + t]\ninputs: "
                           "{{t: {{expr: random(42)}}}}\n",
                           type));
  const std::vector<double> got = numbers(start.of("t"));
  ASSERT_EQ(got.size(), 105U);
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], std::ldexp(static_cast<double>(hash(42, i) >> (64 - bits)), -bits)) << type << " " << i;
}

TEST(Random, IsWhatTheManualSays) {
  expect_random("float64", 53);
  expect_random("float32", 24);
  expect_random("float16", 11);
  expect_random("bfloat16", 8);
  expect_random("float<3,20>", 21);
  expect_random("float<2,9>", 9);
  expect_random("float<11,1>", 2);
}

TEST(Random, OfOtherTypesIsADouble) {
  const Start start = start_of(
      "name: a\ngrid: [7, 5]\nfields: {t: {type: uint8}, f: {type: \"fixed<16,12>\"}}\nupdate: [t: t + 1, f: f + f]\n"
      "inputs: {t: {expr: \"uint8(256.0*random(7))\"}, f: {expr: \"fixed<16,12>(4*random(8))\"}}\n");
  for (std::int64_t i = 0; i < 35; ++i) {
    const auto cell = static_cast<std::uint64_t>(i);
    EXPECT_EQ(start.of("t").get(i), hash(7, cell) >> 56);
    EXPECT_EQ(data::to_double(start.of("f").type, start.of("f").get(i)),
              std::nearbyint(std::ldexp(static_cast<double>(hash(8, cell) >> 11), -39)) / 4096);
  }
}

TEST(Random, InFloat64IsTheRulesOwn) {
  const std::string text = "name: a\ngrid: [9, 4]\ntype: float64\nfields: {t: {}}\nupdate: [t: t + t]\ninputs: {t: ";
  EXPECT_EQ(numbers(start_of(text + "{expr: random(1234567)}}\n").of("t")),
            numbers(start_of(text + "{kind: random, seed: 1234567}}\n").of("t")));
}

/// A field that has no start data: its name and --seed decide, not its place among the fields.
TEST(StartValues, OfFieldsWithoutDataFollowTheirNames) {
  const auto start = [](const std::string& fields) {
    return start_of("name: a\ngrid: [5, 4]\nfields: {" + fields + "}\nupdate:\n  - o: p + q + v.r + v.g\n");
  };
  const Start first = start("p: {}, q: {type: float32}, v: {components: [r, g]}, o: {}");
  for (const char* fields :
       {"q: {}, p: {}, v: {components: [r, g]}, o: {}", "o: {}, v: {components: [g, r]}, q: {}, p: {}"}) {
    const Start other = start(fields);
    for (const char* name : {"p", "q", "v.r"}) EXPECT_EQ(numbers(first.of(name)), numbers(other.of(name))) << name;
  }
  EXPECT_NE(numbers(first.of("p")), numbers(first.of("q")));
  const std::vector<std::pair<std::string, std::uint64_t>> seeds = {{"p", 0xaf63ed4c8602096fULL},
                                                                    {"v.r", 0x682712194e157975ULL}};
  for (const auto& [name, seed] : seeds) {
    const golden::Grid& grid = first.of(name);
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const double unit = static_cast<double>(hash(seed + 1, static_cast<std::uint64_t>(i)) >> 11) * 0x1p-53;
      EXPECT_EQ(grid.get(i), data::from_double(grid.type, unit)) << name;
    }
  }
}

/// A value given for a run is a constant too.
TEST(StartValues, GivenParametersThatVanishAreNamed) {
  const Scratch scratch(
      "name: a\ngrid: [5]\ntype: float16\nfields: {t: {}}\nparams: {k: {value: 1, runtime: true}}\nupdate:\n  - t: "
      "k*t\n");
  const auto warnings = [&](const std::string& number) {
    driver::RunOptions options;
    options.source.file = scratch.file();
    driver::GivenData given;
    given.params.push_back({"k", number});
    options.given = std::make_shared<const driver::GivenData>(given);
    Diagnostics diagnostics;
    const auto stencil = driver::read_stencil(options.source, diagnostics);
    EXPECT_TRUE(driver::load_run(*stencil, stencil->hardware.extents, options, diagnostics).ok());
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) all += to_string(d.code) + " " + d.message;
    return all;
  };
  EXPECT_EQ(warnings("1e-9"), "RG0335 1e-09 becomes 0 in float16");
  EXPECT_EQ(warnings("-1e-9"), "RG0335 -1e-09 becomes 0 in float16");
  EXPECT_EQ(warnings("0.5"), "");
  EXPECT_EQ(warnings("0"), "");
}

TEST(StartValues, OfFieldsThatLackAxes) {
  const Start start = start_of(
      "name: a\ngrid: [4, 3, 5]\nfields: {t: {}, level: {axes: [z]}, plane: {axes: [x, z]}, one: {axes: []}}\n"
      "update: [t: t + level + plane + one]\n"
      "inputs:\n  level: {expr: \"float32(z*100 + nx*10 + ny)\"}\n  plane: {expr: \"random(3)\"}\n"
      "  one: {expr: \"float32(nx*ny*nz) + random(5)\"}\n",
      {3, 2, 4});
  EXPECT_EQ(numbers(start.of("level")), (std::vector<double>{32, 132, 232, 332}));
  const std::vector<double> plane = numbers(start.of("plane"));
  ASSERT_EQ(plane.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(plane[i], std::ldexp(static_cast<double>(hash(3, i) >> 40), -24)) << i;
  EXPECT_EQ(numbers(start.of("one")).size(), 1U);
  EXPECT_NEAR(numbers(start.of("one"))[0], 24 + std::ldexp(static_cast<double>(hash(5, 0) >> 40), -24), 2e-6);
}

TEST(StartValues, OfVectors) {
  const Start start = start_of(
      "name: a\ngrid: [4, 3]\nfields: {t: {components: 3}, v: {components: [a, b]}, w: {components: 2}}\nparams: {c: "
      "[5, 6, 7]}\n"
      "update:\n  - t: {each: k, expr: \"t.k + v.a + v.b + w.0 + w.1\"}\n"
      "inputs:\n  t: {each: k, expr: \"c[k] + 0*float32(x)\"}\n  v: {expr: [float32(x), float32(y)]}\n"
      "  w.0: {expr: 1.5}\n  w.1: {expr: random(2)}\n");
  EXPECT_EQ(numbers(start.of("t.0"))[3], 5);
  EXPECT_EQ(numbers(start.of("t.2"))[3], 7);
  EXPECT_EQ(numbers(start.of("v.a"))[7], 3);
  EXPECT_EQ(numbers(start.of("v.b"))[7], 1);
  EXPECT_EQ(numbers(start.of("w.0"))[0], 1.5);
  EXPECT_EQ(numbers(start.of("w.1"))[0], std::ldexp(static_cast<double>(hash(2, 0) >> 40), -24));
}

TEST(StartValues, TakeADescriptionsOwnRandom) {
  const Start start = start_of(
      "name: a\ngrid: [4]\nfields: {t: {}}\nfunctions:\n  random(a): 2*a\nupdate: [t: t + random(t)]\n"
      "inputs: {t: {expr: random(float32(x))}}\n");
  EXPECT_EQ(numbers(start.of("t")), (std::vector<double>{0, 2, 4, 6}));
}

TEST(StartValues, AreComputedAsWrittenInAnyArithmetic) {
  const std::string text =
      "grid: [40]\nfields: {t: {}}\nupdate:\n  - t: t + 0.1*t[1] + 0.3*t[-1]\n"
      "inputs: {t: {expr: \"float32(x)*0.1 + float32(x + 1)*0.3 - 0.7*float32(x*x)\"}}\n";
  EXPECT_EQ(numbers(start_of("name: a\narithmetic: fused\n" + text).of("t")),
            numbers(start_of("name: a\n" + text).of("t")));
}

}  // namespace
}  // namespace rtlgen::test
