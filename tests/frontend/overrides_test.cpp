// --set on keys with a short and a long form, and mistakes in one.
#include "frontend/schema/overrides.hpp"

#include <gtest/gtest.h>

#include "frontend/frontend.hpp"
#include "frontend/yaml/edit.hpp"
#include "frontend/yaml/source_file.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

const char* const kText = R"(name: demo
grid: [16, 16]
fields: {u: {}, v: {}}
params:
  f: {value: 0.5, type: float16, runtime: true}
  g: {values: [1, 2], type: float32}
  plain: 3
update:
  - v: v[1,0]
  - u: {expr: "u[-1,0]*float32(f)*g*plain + v", border: keep}
monitor: {change: {of: u, reduce: max_change}}
until: change < 0.5
inputs: {u: {kind: constant, value: 2}}
hardware: {steps: 2, bus: {bits: 512, burst: 16}, memory: {u: [0, 1]}}
)";

spec::Stencil loaded(const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  auto stencil = load_text(kText, "a.yaml", sets, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  return stencil.ok() ? *stencil : spec::Stencil{};
}

const spec::Param* param(const spec::Stencil& s, const std::string& name) {
  for (const spec::Param& p : s.params) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

TEST(Override, ABareValueKeepsTheRestOfTheLongForm) {
  const spec::Stencil s = loaded({"params.f=0.75"});
  const spec::Param* f = param(s, "f");
  ASSERT_NE(f, nullptr) << "it is still a register";
  EXPECT_EQ(f->type, spec::Type::float_of(5, 10));
  EXPECT_EQ(f->value, 0x3a00U);
}

TEST(Override, OfALineAndOfTheBus) {
  const spec::Stencil s = loaded({"update.1.u=u*float32(f)*g*plain + v[1,0]", "hardware.bus=256"});
  EXPECT_EQ(s.stages[spec::StageId(1)].border, spec::Border::kKeep);
  EXPECT_EQ(s.stages[spec::StageId(1)].text, "u*float32(f)*g*plain + v[1,0]");
  EXPECT_EQ(s.hardware.bus->bits, 256);
  EXPECT_EQ(s.hardware.bus->burst, 16);
}

TEST(Override, AMappingReplacesTheLongForm) {
  EXPECT_EQ(param(loaded({"params.f={value: 0.25, type: float16}"}), "f"), nullptr);
}

TEST(Override, OneValueTakesThePlaceOfAList) {
  const spec::Stencil s = loaded({"params.g=4"});
  EXPECT_EQ(param(s, "g"), nullptr) << "a constant is not a list by step";
}

TEST(Override, AFileTakesThePlaceOfARule) {
  const spec::Stencil s = loaded({"inputs.u=start.npy"});
  ASSERT_EQ(s.inputs.size(), 1U);
  EXPECT_EQ(s.inputs[0].kind, spec::DataKind::kFile);
}

TEST(Override, EditsAreTheSame) {
  Diagnostics diagnostics;
  Texts texts;
  const Edited edited = edit_text("params:\n  f: {value: 0.5, runtime: true}  # of mine\n", "a.yaml", {"params.f=0.75"},
                                  texts, diagnostics);
  EXPECT_EQ(edited.text, "params:\n  f: {value: 0.75, runtime: true}  # of mine\n") << edited.in_the_way;
}

// ---------------------------------------------------------------- mistakes

struct Mistake {
  std::string set;
  std::string expected;  ///< in the message or a note
};

TEST(Override, EveryMistakeIsSaid) {
  const std::vector<Mistake> mistakes = {
      {"hardware.steps", "did you mean 'hardware.steps=...'?"},
      {"steps", "did you mean 'hardware.steps=...'?"},
      {"=4", "write it as key.path=value"},
      {"hardware..steps=4", "an empty part"},
      {"hardware.stesp=4", "did you mean 'steps'?"},
      {"hardwre.steps=4", "did you mean 'hardware'?"},
      {"hardware.step=4", "did you mean 'steps'?"},
      {"hardware.cells=4", "did you mean 'cells_per_cycle'?"},
      {"hardware.clock=4", "did you mean 'clock_mhz'?"},
      {"steps=4", "hardware.steps"},
      {"hardware.steps=", "no value is given for"},
      {"hardware=", "no value is given for"},
      {"params.f=", "no value is given for"},
      {"hardware.steps=-1", "from 1 to 4096"},
      {"hardware.steps=0", "from 1 to 4096"},
      {"hardware.steps=99999999999999999999", "from 1 to 4096"},
      {"hardware.steps=2.5", "must be an integer"},
      {"hardware.steps=[2]", "must be an integer"},
      {"hardware.clock_mhz=.nan", "must be a number"},
      {"hardware.clock_mhz=1e400", "must be a number"},
      {"params.f=[1, 2]", "cannot be a run-time parameter"},
      {"params.f=.nan", "no meaning in an expression"},
      {"params.f=1/0", "division by zero"},
      {"params.f=1e400", "infinite in float16"},
      {"params.ff=1", "did you mean 'f'?"},
      {"params.plian=1", "did you mean 'plain'?"},
      {"params.plian.type=int8", "did you mean 'plain'?"},
      {"fields.w={}", "there is no field 'w'"},
      {"fields.w.boundary=wrap", "'fields' has no 'w'"},
      {"monitor.chnge.of=u", "did you mean 'change'?"},
      {"update.2.u=u", "this list has 2 items: 0 to 1"},
      {"update.1.v.border=ignore", "line 1 assigns u"},
      {"hardware.bus=100", "'bus' cannot be '100'"},
      {"hardware.bus.bits=100", "'bits' cannot be '100'"},
      {"hardware.memory.u=99", "from 0 to 63"},
      {"hardware.memory.w=1", "there is no field 'w'"},
      {"inputs.w=a.npy", "there is no field 'w'"},
      {"hardware.board=kcu150", "did you mean 'kcu105'?"},
      {"grid=16", "a list of integers"},
  };
  for (const Mistake& m : mistakes) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(kText, "a.yaml", {m.set}, diagnostics).ok()) << m.set;
    EXPECT_NE(diagnostics.render().find(m.expected), std::string::npos) << m.set << "\n" << diagnostics.render();
    EXPECT_EQ(diagnostics.all().front().where.file.substr(0, 6), "--set ") << m.set << "\n" << diagnostics.render();
  }
}

/// Keys of tables, functions and lines of groups.
TEST(Override, ReachesWhatIsWrittenShort) {
  const auto text = [](const std::string& values, const std::string& body, const std::string& line) {
    return "name: a\ngrid: [8]\nfields: {t: {}}\ntables:\n  curve: " + values + "\nfunctions:\n  g(a): " + body +
           "\n  f(a):\n    let: {b: a + 1}\n    value: a*b\nupdate:\n  - repeat: 2\n    lines:\n      - t: " + line +
           "\n";
  };
  const std::string curve = "{values: [1, 2, 3], type: uint8}", value = "float32(curve[x]) + g(f(t))";
  const std::string before = text(curve, "2*a", value);
  const std::pair<const char*, std::string> cases[] = {
      {"tables.curve=[4, 5]", text("{values: [4, 5], type: uint8}", "2*a", value)},
      {"tables.curve.values=[4, 5]", text("{values: [4, 5], type: uint8}", "2*a", value)},
      {"functions.g(a).value=3*a", text(curve, "3*a", value)},
      {"functions.g(a)=3*a", text(curve, "3*a", value)},
      {"update.0.lines.0.t=float32(curve[1]) + g(f(t))", text(curve, "2*a", "float32(curve[1]) + g(f(t))")},
      {"update.0.lines.0.t.where=x > 2", text(curve, "2*a", "{expr: \"" + value + "\", where: x > 2}")},
      {"update.0.lines.0.t.arithmetic=fused", text(curve, "2*a", "{expr: \"" + value + "\", arithmetic: fused}")},
  };
  for (const auto& [set, wanted] : cases) {
    Diagnostics diagnostics;
    const auto one = load_text(before, "a.yaml", {set}, diagnostics);
    const auto two = load_text(wanted, "a.yaml", {}, diagnostics);
    ASSERT_TRUE(one.ok() && two.ok()) << set << "\n" << diagnostics.render();
    EXPECT_EQ(spec::describe(*one), spec::describe(*two)) << set;
  }
  // The values of `let` stay.
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(before, "a.yaml", {"functions.f(a)=b"}, diagnostics).ok()) << diagnostics.render();
}

/// A component stands in a file by its name or by its number, and in a --set by either.
TEST(Override, ComponentsByNameAndNumber) {
  const auto text = [](const std::string& line, const std::string& inputs) {
    return "name: a\ngrid: [16, 16]\nfields: {t: {components: [r, g, b]}, u: {}}\nupdate:\n  - t.g: " + line +
           "\n  - u: u + t.b\ninputs:\n  t.r: " + inputs + "\n";
  };
  const std::string line = "t.g + t.r", input = "{kind: constant, value: 3}";
  const std::pair<const char*, std::string> cases[] = {
      {"inputs.t.r.value=4", text(line, "{kind: constant, value: 4}")},
      {"inputs.t.0.value=4", text(line, "{kind: constant, value: 4}")},
      {"inputs.t.g.kind=zero", text(line, input + "\n  t.g: {kind: zero}")},
      {"inputs.t.1.kind=zero", text(line, input + "\n  t.g: {kind: zero}")},
      {"update.0.t.g.where=u > 1", text("{expr: " + line + ", where: u > 1}", input)},
      {"update.0.t.1.where=u > 1", text("{expr: " + line + ", where: u > 1}", input)},
      {"update.0.t.1=t.g + 2*t.r", text("t.g + 2*t.r", input)},
  };
  for (const auto& [set, wanted] : cases) {
    Diagnostics diagnostics;
    const auto one = load_text(text(line, input), "a.yaml", {set}, diagnostics);
    const auto two = load_text(wanted, "a.yaml", {}, diagnostics);
    ASSERT_TRUE(one.ok() && two.ok()) << set << "\n" << diagnostics.render();
    EXPECT_EQ(spec::describe(*one), spec::describe(*two)) << set;
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(text(line, input), "a.yaml", {"update.1.u.wheer=u > 1"}, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("did you mean 'where'?"), std::string::npos) << diagnostics.render();
  // An item of a list of expressions is no component's line.
  Diagnostics of_list;
  EXPECT_TRUE(load_text("name: a\ngrid: [8, 8]\nfields: {t: {components: 2}}\nupdate:\n  - t: [t.1, t.0]\n", "a.yaml",
                        {"update.0.t.0=2*t.1"}, of_list)
                  .ok())
      << of_list.render();
}

TEST(Override, AKeyTwiceIsRefused) {
  const auto refused = [](const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    const bool good = check_sets(sets, diagnostics);
    EXPECT_EQ(good, !diagnostics.has_errors());
    return !good;
  };
  EXPECT_TRUE(refused({"hardware.steps=2", "hardware.steps=4"}));
  EXPECT_TRUE(refused({"hardware.steps=2", "hardware={steps: 4}"}));
  EXPECT_TRUE(refused({"params.f.value=2", "params.f=4"}));
  EXPECT_FALSE(refused({"hardware={steps: 4}", "hardware.steps=2"})) << "the second says one thing more exactly";
  EXPECT_FALSE(refused({"params.f.runtime=true", "params.f=4"})) << "a bare value leaves the rest";
  EXPECT_FALSE(refused({"params.f=4", "params.ff=4", "nonsense"}));
}

TEST(Override, TheProgramsOwnReplaceAUsers) {
  EXPECT_EQ(merged_sets({"hardware.steps=2", "grid=[8, 8]"}, {"hardware.steps=4"}),
            (std::vector<std::string>{"grid=[8, 8]", "hardware.steps=4"}));
}

}  // namespace
}  // namespace rtlgen::frontend
