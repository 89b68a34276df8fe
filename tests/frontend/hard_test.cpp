// Effects of `arithmetic: hard` on a line, and the parts that it leaves alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

using spec::Op;

/// How often each operation is in the nodes that the lines reach; empty if the program is refused.
std::map<Op, int> operations(const std::string& settings, const std::vector<std::string>& lines) {
  std::string text = "name: a\ngrid: [9]\n" + settings + "fields: {u: {}, v: {}, n: {type: int32}}\nupdate:\n";
  for (const std::string& line : lines) text += "  - " + line + "\n";
  Diagnostics diagnostics;
  const auto loaded = load_text(text, "a.yaml", {}, diagnostics);
  std::map<Op, int> found;
  if (!loaded.ok()) return found;
  std::vector<spec::NodeId> pending;
  std::map<spec::NodeId, bool> seen;
  for (const spec::Stage& stage : loaded->stages) pending.push_back(stage.root);
  while (!pending.empty()) {
    const spec::NodeId id = pending.back();
    pending.pop_back();
    if (std::exchange(seen[id], true)) continue;
    const spec::Node& node = loaded->nodes[id];
    if (!node.args.empty()) ++found[node.op];
    pending.insert(pending.end(), node.args.begin(), node.args.end());
  }
  return found;
}

using Found = std::map<Op, int>;

TEST(Hard, SumsDifferencesAndProductsOfFloat32) {
  EXPECT_EQ(operations("arithmetic: hard\n", {"u: u + v*u[1] - 3.0", "v: v*u", "n: n + 1"}),
            (Found{{Op::kHardAdd, 1}, {Op::kHardSub, 1}, {Op::kHardMul, 2}, {Op::kAdd, 1}}));
}

TEST(Hard, LeavesAllOtherOperations) {
  EXPECT_EQ(operations("arithmetic: hard\n",
                       {"u: min(u / v, -u) + fma(u, v, 1.0)", "v: \"u + v < 0.0 ? sqrt(u) : sum(u, v, 2.0)\"", "n: n"}),
            (Found{{Op::kHardAdd, 2},
                   {Op::kMin, 1},
                   {Op::kDiv, 1},
                   {Op::kNeg, 1},
                   {Op::kFma, 1},
                   {Op::kLt, 1},
                   {Op::kSelect, 1},
                   {Op::kSqrt, 1},
                   {Op::kFused, 1}}));
}

TEST(Hard, OfALineAloneOrOfAllButALine) {
  EXPECT_EQ(operations("", {"u: {expr: u + v, arithmetic: hard}", "v: u*v", "n: n"}),
            (Found{{Op::kHardAdd, 1}, {Op::kMul, 1}}));
  EXPECT_EQ(operations("arithmetic: hard\n", {"u: {expr: u + v, arithmetic: ieee}", "v: u*v", "n: n"}),
            (Found{{Op::kAdd, 1}, {Op::kHardMul, 1}}));
}

/// Conversions are soft, what they are of need not be.
TEST(Hard, OfIntegersThatBecomeFloat32) {
  EXPECT_EQ(operations("arithmetic: hard\n", {"u: u + float32(n + 1)", "v: v*2.0", "n: n"}),
            (Found{{Op::kHardAdd, 1}, {Op::kHardMul, 1}, {Op::kAdd, 1}, {Op::kCast, 1}}));
}

/// Printed as they are written.
TEST(Hard, ReadsAsIsWritten) {
  Diagnostics diagnostics;
  const auto loaded =
      load_text("name: a\ngrid: [9]\narithmetic: hard\nfields: {u: {}}\nupdate:\n  - u: u - (u[1] + 2.0)*u\n", "a.yaml",
                {}, diagnostics);
  ASSERT_TRUE(loaded.ok()) << diagnostics.render();
  EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), "u - (u[1] + 2.0) * u");
}

}  // namespace
}  // namespace rtlgen::frontend
