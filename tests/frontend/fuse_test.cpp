// Which terms a linear expression has, and where it ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

constexpr const char* kFields =
    "fields: {u: {}, v: {}, w: {}, t: {}}\nparams: {k: {value: 0.5, runtime: true}, c: 0.1}\n";

/// The value of t, as it is built.
std::string built(const std::string& expression, const std::string& settings = "arithmetic: fused\n") {
  const std::string text = fmt::format("name: a\ngrid: [9]\n{}{}update:\n  - t: {}\n  - u: u + 0*(v + w + k*c + t)\n",
                                       settings, kFields, expression);
  Diagnostics diagnostics;
  const auto loaded = load_text(text, "a.yaml", {}, diagnostics);
  if (!loaded.ok()) return diagnostics.render();
  return spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root);
}

TEST(Fuse, MultipliesOut) {
  EXPECT_EQ(built("u + v - w"), "sum(u, v, -w)");
  EXPECT_EQ(built("u - (v - w)"), "sum(u, -v, w)");
  EXPECT_EQ(built("-(u + v) + w"), "sum(-u, -v, w)");
  EXPECT_EQ(built("0.5*(u + v)"), "sum(0.5 * u, 0.5 * v)");
  EXPECT_EQ(built("2*(u - 0.25*(v + w))"), "sum(2.0 * u, -0.5 * v, -0.5 * w)");
  EXPECT_EQ(built("(u + v)/4"), "sum(0.25 * u, 0.25 * v)");
}

TEST(Fuse, AddsTermsOfOneValueButKeepsOneAsItIs) {
  EXPECT_EQ(built("u + 0.5*u + v"), "sum(u, 0.5 * u, v)");
  EXPECT_EQ(built("0.5*u + 0.25*u + v"), "sum(0.75 * u, v)");
  EXPECT_EQ(built("u + u + v"), "sum(2.0 * u, v)");
  EXPECT_EQ(built("u + v - u"), "v");
  EXPECT_EQ(built("u + v + w - u - v - w"), "0.0");
  EXPECT_EQ(built("0.5*u + 0.5*u + v"), "sum(u, v)");
  EXPECT_EQ(built("u + 1 + 2 + v"), "sum(u, v, 3.0)");
}

/// docs/language_fused.md: with the NaN or infinity that such a value has.
TEST(Fuse, TermsWithoutACoefficientAreGone) {
  EXPECT_EQ(built("sum(0.0*u, v, w)", ""), "sum(v, w)");
  EXPECT_EQ(built("dot(u, 0.0, v, w)", ""), "w * v");
  EXPECT_EQ(built("0.0*u + v + w"), "sum(v, w)");
  EXPECT_EQ(built("1e-30*(1e-30*u) + v + w"), "sum(v, w)");
  EXPECT_EQ(built("1e-30*(1e-30*(u*v)) + v + w"), "sum(v, w)");
  EXPECT_EQ(built("1e-30*(1e-30*(k*u)) + v + w"), "sum(v, w)");
  EXPECT_EQ(built("1e-40*u + v + w"), "sum(1e-40 * u, v, w)");
  EXPECT_EQ(built("1e-40*u + v + w", "subnormals: flush\narithmetic: fused\n"), "sum(v, w)");
  EXPECT_EQ(built("u + v + 1 - 1"), "sum(u, v)");
  EXPECT_EQ(built("sum(0.0*u, 0.0*v)", ""), "0.0");
  EXPECT_EQ(built("0.0*u + v", ""), "0.0 * u + v");
}

TEST(Fuse, OneTermIsThatTerm) {
  EXPECT_EQ(built("dot(u, v)", ""), "v * u");
  EXPECT_EQ(built("\"sum(i in 0..0: u[i])\"", ""), "u");
  EXPECT_EQ(built("\"sum(i in 0..0: -u[i])\"", ""), "-u");
  EXPECT_EQ(built("\"sum(i in 0..0: 0.5*u[i])\"", ""), "0.5 * u");
  EXPECT_EQ(built("u - v + v"), "u");
}

TEST(Fuse, FactorsThatAreTheSameInEveryCellAreFactors) {
  EXPECT_EQ(built("u + k*(v + w)"), "sum(u, k * v, k * w)");
  EXPECT_EQ(built("u - k*v*c"), "sum(u, -(k * 0.1) * v)");
  EXPECT_EQ(built("u + v + k"), "sum(u, v, k)");
  EXPECT_EQ(built("k*(u + 2)"), "sum(k * u, 2.0 * k)");
  EXPECT_EQ(built("k*c*u + v"), "sum(k * 0.1 * u, v)");
  EXPECT_EQ(built("(k - c)*u + (c - k)*u + v"), "sum((k - 0.1) * u, (0.1 - k) * u, v)");
  EXPECT_EQ(built("u*k/c/k + v + w"), "sum(u * k / 0.1 / k, v, w)");
}

TEST(Fuse, ProductsOfTheCellAreTerms) {
  EXPECT_EQ(built("u + v*w"), "sum(u, v * w)");
  EXPECT_EQ(built("u - v*w"), "sum(u, -v * w)");
  EXPECT_EQ(built("u*v + v*u + w"), "sum(2.0 * u * v, w)");
  EXPECT_EQ(built("u*v*0.3 + v + w"), "sum(0.3 * u * v, v, w)");
  EXPECT_EQ(built("0.3*(u*v) + v + w"), "sum(0.3 * u * v, v, w)");
  EXPECT_EQ(built("u*(v*0.3) + v + w"), "sum(u * (v * 0.3), v, w)");
  EXPECT_EQ(built("k*u*v + v + w"), "sum(k * u * v, v, w)");
  EXPECT_EQ(built("k*(u*v) + v + w"), "sum(k * u * v, v, w)");
  EXPECT_EQ(built("u*v*w + v + w"), "sum(u * v * w, v, w)");
  EXPECT_EQ(built("(u + v + w)*(u - v - w)"), "sum(u, v, w) * sum(u, -v, -w)");
}

TEST(Fuse, EndsWhereNothingIsLinear) {
  EXPECT_EQ(built("u + v"), "u + v");
  EXPECT_EQ(built("0.5*u"), "0.5 * u");
  EXPECT_EQ(built("u/3"), "u / 3.0");
  EXPECT_EQ(built("max(u + v + w, 0)"), "max(sum(u, v, w), 0.0)");
  EXPECT_EQ(built("u + v + sqrt(u + v + w)"), "sum(u, v, sqrt(sum(u, v, w)))");
  EXPECT_EQ(built("\"u > v ? u + 2*v : w\""), "v < u ? sum(u, 2.0 * v) : w");
  EXPECT_EQ(built("u/v + w + u"), "sum(u / v, w, u)");
}

TEST(Fuse, CallsFuseInAnyArithmetic) {
  EXPECT_EQ(built("sum(u, v)", ""), "sum(u, v)");
  EXPECT_EQ(built("dot(0.5, u, v, w)", ""), "sum(0.5 * u, v * w)");
  EXPECT_EQ(built("sum(u, v, sqrt(u + v + w))", ""), "sum(u, v, sqrt(u + v + w))");
  EXPECT_EQ(built("w - 0.5*sum(u, v)", ""), "w - 0.5 * sum(u, v)");
  EXPECT_EQ(built("w - 0.5*sum(u, v)"), "sum(w, -0.5 * u, -0.5 * v)");
}

TEST(Fuse, OfALineAlone) {
  EXPECT_EQ(built("{expr: u + v + w, arithmetic: fused}", ""), "sum(u, v, w)");
  EXPECT_EQ(built("{expr: u + v + w, arithmetic: ieee}"), "u + v + w");
  EXPECT_EQ(built("{expr: u + v + w, arithmetic: program}"), "sum(u, v, w)");
}

/// The text that `check` prints is the same sum once more.
TEST(Fuse, TextReadsBack) {
  for (const char* expression : {"u + v - w", "u + 0.5*u + v", "2*(u - 0.25*(v + w))", "u - k*v*c", "u - v*w",
                                 "u + v + sqrt(u + v + w)", "u - 3*(v + k)"}) {
    const std::string text = built(expression);
    EXPECT_EQ(built(text, ""), text) << expression;
  }
}

TEST(Fuse, SumAndDotAreNoReservedNames) {
  Diagnostics diagnostics;
  const auto loaded =
      load_text("name: a\ngrid: [9]\nfields: {sum: {}, dot: {}}\nupdate:\n  - sum: sum + sum(sum, dot)\n", "a.yaml", {},
                diagnostics);
  ASSERT_TRUE(loaded.ok()) << diagnostics.render();
  EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), "sum + sum(sum, dot)");
}

/// Nor are the functions that are younger than programs with such fields.
TEST(Fuse, YoungFunctionsAreNoReservedNames) {
  for (const char* name : {"floor", "ceil", "trunc", "round", "rint", "tan", "atan", "cbrt", "exp2", "log2", "log10"}) {
    Diagnostics diagnostics;
    const std::string text =
        fmt::format("name: a\ngrid: [9]\nfields: {{{0}: {{}}}}\nupdate:\n  - {0}: {0}({0}[1]) + {0}\n", name);
    const auto loaded = load_text(text, "a.yaml", {}, diagnostics);
    ASSERT_TRUE(loaded.ok()) << diagnostics.render();
    EXPECT_EQ(spec::to_text(*loaded, loaded->stages[spec::StageId(0)].root), fmt::format("{0}({0}[1]) + {0}", name));
  }
}

}  // namespace
}  // namespace rtlgen::frontend
