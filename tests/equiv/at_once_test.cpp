// Long simulations replace a pipeline by a function and a delay (hw/at_once.hpp). For operators of shipped
// configurations a SAT solver proves the two equal, for all inputs and all that registers may hold at the start.
// Products, which are too hard for it, are left to hw_test.
//
// A pipeline of L ranks forgets everything after L edges, so one output after L edges speaks for all later ones.
#include "hw/at_once.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <variant>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "kept_run.hpp"
#include "modules.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::equiv {
namespace {

const emit::Banner kProofBanner{"0.0.0", OutsideText("at_once.yaml"), "01234567"};

/// A pipeline and what replaces it.
struct Pair {
  hw::Module piped;
  hw::AtOnce forms;
  int edges = 0;  ///< after which they agree

  hw::Module& wrapper() { return forms.modules.back(); }
};

hw::DelayLine& line_of(hw::Module& wrapper) {
  for (hw::Item& item : wrapper.items) {
    if (auto* line = std::get_if<hw::DelayLine>(&item)) return *line;
  }
  throw std::runtime_error("a replacement without a delay line");
}

/// Pipelines of a configuration without instances and products: operators, and Kernels of integers.
std::vector<Pair> pairs_of(const Case& c) {
  std::vector<Pair> pairs;
  const hw::Design design = printed(c).design;
  const auto found = hw::pipelines_at_once(design);
  for (const hw::Module& m : design.modules) {
    const auto forms = found.find(m.name);
    const auto is_instance = [](const hw::Item& item) { return std::holds_alternative<hw::Instance>(item); };
    const auto is_product = [](const hw::Expr& e) {
      return e.kind == hw::ExprKind::kMul || e.kind == hw::ExprKind::kMulSigned;
    };
    if (forms == found.end() || !forms->second.replaces || std::ranges::any_of(m.items, is_instance) ||
        std::any_of(m.exprs.begin(), m.exprs.end(), is_product))
      continue;
    Pair pair{m, forms->second};
    pair.edges = line_of(pair.wrapper()).cycles + 1;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

/// "" if the wrapper gives what the pipeline gives after `edges` clock edges; else the message of Yosys.
std::string proof(Pair pair, int edges) {
  const std::string folder = test::fresh_folder("at_once_" + pair.piped.name);
  hw::Design design{"", pair.forms.modules, {}};
  pair.piped.name = "gold";
  pair.wrapper().name = "gate";
  design.modules.push_back(pair.piped);
  test::write_files(folder, {{"gold.v", emit::verilog(pair.piped, design, kProofBanner)},
                             {"now.v", emit::verilog(pair.forms.modules.front(), design, kProofBanner)},
                             {"gate.v", emit::verilog(pair.wrapper(), design, kProofBanner)}});
  const std::string script = fmt::format(
      "read_verilog gold.v; prep -flatten -top gold; design -stash gold; read_verilog now.v gate.v; "
      "prep -flatten -top gate; design -stash gate; design -copy-from gold -as gold gold; "
      "design -copy-from gate -as gate gate; miter -equiv -make_outputs -flatten gold gate miter; "
      "hierarchy -top miter; opt -full; sat -verify -prove trigger 0 -prove-skip {} -seq {} miter",
      edges, edges + 1);
  const ProcessResult result = test::kept_run(folder, {"yosys", "-q", "-p", script});
  return result.ok() ? "" : result.output;
}

TEST(AtOnceEquivalence, OperatorsAreTheirPipelines) {
  RTLGEN_NEED_TOOLS();
  std::set<std::string> proven;
  for (const Case& c : {Case{"diffusion2d", {"grid=[24,20]", "hardware.steps=2"}},
                        Case{"diffusion2d", {"grid=[24,20]", "hardware.steps=2", "type=float16"}},
                        Case{"diffusion2d", {"grid=[24,20]", "hardware.steps=2", "type=bfloat16"}}}) {
    for (const Pair& pair : pairs_of(c)) {
      if (!proven.insert(pair.piped.name).second) continue;
      EXPECT_EQ(proof(pair, pair.edges), "") << pair.piped.name;
      fmt::print("{}: {} edges\n", pair.piped.name, pair.edges);
      std::fflush(stdout);
    }
  }
  EXPECT_GE(proven.size(), 3U);
}

TEST(AtOnceEquivalence, AnotherDelayAndAnotherFunctionAreRefuted) {
  RTLGEN_NEED_TOOLS();
  Pair pair = pairs_of({"diffusion2d", {"grid=[24,20]", "hardware.steps=2", "type=float16"}}).front();
  EXPECT_EQ(proof(pair, pair.edges), "") << pair.piped.name;
  EXPECT_NE(proof(pair, pair.edges - 1), "") << "what registers held at the start is still seen";
  Pair late = pair;
  ++line_of(late.wrapper()).cycles;
  EXPECT_NE(proof(late, pair.edges + 1), "");
  Pair wrong = pair;
  for (hw::Expr& e : wrong.forms.modules.front().exprs) {
    if (e.kind == hw::ExprKind::kXor) e.kind = hw::ExprKind::kOr;
  }
  EXPECT_NE(proof(wrong, pair.edges), "");
}

}  // namespace
}  // namespace rtlgen::equiv
