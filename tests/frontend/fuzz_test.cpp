// Mutated descriptions must be accepted or refused, never crash, hang or fail without a reason.
#include <gtest/gtest.h>

#include <random>

#include "frontend/board/kernel_file.hpp"
#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

const std::string kSeed = R"(# a comment
name: fuzz
grid: [16, 8, 4]
type: float32
subnormals: keep
fields:
  t: {boundary: {x: reflect, y: {constant: 0.5}}}
  p: {type: "float<6,9>", boundary: edge}
  i: {type: int<12>}
  o: {}
params:
  a: 0.1
  b: {value: a * 2 + 0x10, type: float64}
  r: {value: 3, runtime: true}
update:
  - d: {expr: "t[0,-1,1] + t * 2.0e-3 - a", boundary: symmetric}
  - o: "d > 0 && !(t <= 1) ? min(d, t, 1) : sqrt(abs(-d)) / 3"
  - i: i[1,0,0] % 7 << 2 ^ ~i & 15 | int<12>(p)
  - t: {expr: t + r * float32(b) + float32(x + nx + step), border: keep}
iterations: 10
inputs:
  t: {kind: random, low: -1, high: 1, seed: 7}
  p: data/p.npy
hardware: {cells_per_cycle: 4, steps: 2, clock_mhz: 250}
)";

const std::string kKernelSeed = R"(# a comment
name: fuzz
device: {banks: 2, transaction_bytes: 64, latency: 120, clock_mhz: 250, used: {logic: 0.3, memory: 0.3, dsp: 0.3}, free: {logic: 0.83, memory: 0.89, dsp: 1.0}}
launch: {work_items: 4096, compute_units: 2, simd: 4}
kernel:
  - block: entry
    cycles: 2
  - loop: 128
    body:
      - block: inner
        cycles: 5
        memory: [{bytes: 4, coalesced: false, count: 2}]
        trip: 16
        unroll: 4
  - branch: [[{block: yes, cycles: 1}], [{block: no, cycles: 2.5, memory: [{bytes: 8}]}]]
)";

const std::vector<std::string>& fragments() {
  static const std::vector<std::string> all = {"[",
                                               "]",
                                               "{",
                                               "}",
                                               "(",
                                               ")",
                                               ",",
                                               ":",
                                               ": ",
                                               "- ",
                                               "\n",
                                               "  ",
                                               "\t",
                                               "#",
                                               "\"",
                                               "'",
                                               "|",
                                               ">",
                                               "&a",
                                               "*a",
                                               "<<: ",
                                               "!x ",
                                               "---\n",
                                               "...\n",
                                               "?",
                                               "0",
                                               "010",
                                               "1e9999",
                                               "-1",
                                               "9999999999999999999",
                                               "t",
                                               "t[1]",
                                               "sqrt",
                                               "min(",
                                               "float<",
                                               "<",
                                               "<<",
                                               ">>",
                                               "%",
                                               "/0",
                                               "~",
                                               "null",
                                               "true",
                                               "yes",
                                               "\xff",
                                               "\xc3\xa9",
                                               std::string(1, '\0'),
                                               "\\",
                                               "x",
                                               "update:\n",
                                               "params",
                                               "a: a",
                                               "((((((((",
                                               "--------"};
  return all;
}

std::string mutate(std::mt19937& random, std::string text) {
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::size_t edits = 1 + below(4);
  for (std::size_t e = 0; e < edits && !text.empty(); ++e) {
    const std::size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        text.erase(at, 1 + below(8));
        break;
      case 1:
        text.insert(at, fragments()[below(fragments().size())]);
        break;
      case 2:
        text[at] = static_cast<char>(below(256));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), 1 + below(40)));
        break;
      case 4:
        text.replace(at, 1, fragments()[below(fragments().size())]);
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

TEST(Fuzz, MutatedDescriptionsAreAcceptedOrRefusedWithAReason) {
  std::mt19937 random(2026);
  int accepted = 0;
  constexpr int kRuns = 6000;
  for (int run = 0; run < kRuns; ++run) {
    const std::string text = mutate(random, kSeed);
    Diagnostics diagnostics;
    const auto stencil = load_text(text, "fuzz.yaml", {}, diagnostics);
    ASSERT_EQ(stencil.ok(), !diagnostics.has_errors()) << text;
    if (stencil.ok()) {
      ++accepted;
      EXPECT_FALSE(spec::describe(*stencil).empty());
    } else {
      EXPECT_FALSE(diagnostics.render().empty());
    }
  }
  // Mutations in comments and numbers leave a description valid; most others do not.
  EXPECT_GT(accepted, kRuns / 200);
  EXPECT_LT(accepted, kRuns * 9 / 10);
}

TEST(Fuzz, MutatedOverrides) {
  std::mt19937 random(7);
  const std::vector<std::string> seeds = {"hardware.steps=4", "grid=[64, 64, 2]",
                                          "update.1.o=t + 1", "fields.t.boundary={x: edge}",
                                          "params.a=0.5",     "inputs.t={kind: zero}"};
  for (int run = 0; run < 1500; ++run) {
    Diagnostics diagnostics;
    const auto stencil = load_text(kSeed, "fuzz.yaml",
                                   {mutate(random, seeds[static_cast<std::size_t>(run) % seeds.size()])}, diagnostics);
    ASSERT_EQ(stencil.ok(), !diagnostics.has_errors());
  }
}

TEST(Fuzz, MutatedKernels) {
  std::mt19937 random(221);
  int accepted = 0;
  constexpr int kRuns = 4000;
  for (int run = 0; run < kRuns; ++run) {
    const std::string text = mutate(random, kKernelSeed);
    Diagnostics diagnostics;
    const auto program = load_kernel_text(text, "fuzz.yaml", diagnostics);
    ASSERT_EQ(program.ok(), !diagnostics.has_errors()) << text;
    accepted += program.ok() ? 1 : 0;
  }
  EXPECT_GT(accepted, kRuns / 200);
  EXPECT_LT(accepted, kRuns * 9 / 10);
}

TEST(Fuzz, SeedIsValid) {
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(kSeed, "fuzz.yaml", {}, diagnostics).ok()) << diagnostics.render();
  EXPECT_TRUE(load_kernel_text(kKernelSeed, "fuzz.yaml", diagnostics).ok()) << diagnostics.render();
}

/// Texts built to be slow: none may take noticeable time.
TEST(Fuzz, HostileShapes) {
  const std::string head = "name: n\ngrid: [8]\nfields: {t: {}}\n";
  std::vector<std::string> texts;
  const std::size_t size = 500000;
  texts.push_back(std::string(size, '['));
  texts.push_back(std::string(size, '{'));
  texts.push_back(head + "update:\n  - t: " + std::string(size, '('));
  texts.push_back(head + "update:\n  - t: t" + std::string(size, '-'));
  texts.push_back(head + "update:\n  - t: " + std::string(size, '1'));
  std::string lines = head + "update:\n";
  while (lines.size() < size) lines += "  - t: q\n";
  texts.push_back(lines);
  std::string params = head + "params:\n";
  for (int i = 0; params.size() < size; ++i) params += "  p" + std::to_string(i) + ": p" + std::to_string(i + 1) + "\n";
  texts.push_back(params + "update:\n  - t: t + p0\n");
  std::string keys = head;
  for (int i = 0; keys.size() < size; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  texts.push_back(keys);
  std::string ternary = head + "update:\n  - t: \"t\"";
  for (int i = 0; i < 50000; ++i) ternary.insert(ternary.size() - 1, " > 0 ? t");
  texts.push_back(ternary);
  std::string squares = head + "params:\n  p0: 3\n";
  for (int i = 1; i < 2000; ++i) {
    const std::string before = "p" + std::to_string(i - 1);
    squares += "  p" + std::to_string(i) + ": " + before + " * " + before + "\n";
  }
  texts.push_back(squares + "update:\n  - t: t + p1999\n");
  for (const std::string& text : texts) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(text, "hostile.yaml", {}, diagnostics).ok()) << text.substr(0, 80);
    EXPECT_TRUE(diagnostics.has_errors());
  }
}

}  // namespace
}  // namespace rtlgen::frontend
