// Roles, streams, boundaries, parameters, start data and overrides.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "frontend/frontend.hpp"
#include "frontend/schema/schema.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::frontend {
namespace {

using spec::BoundaryKind;
using spec::Role;

const char* const kHotspot = R"(
name: hotspot
description: chip temperature
source: "Rodinia 3.1"
grid: [64, 32]
fields:
  t: {boundary: {x: reflect, y: {constant: k / 4}}}
  power: {type: float16}
  heat: {}
params:
  k: 2
  cap: {value: k / 4, runtime: true}
update:
  - d: {expr: "t[0,-1] + t[0,1]", boundary: symmetric}
  - heat: d[1,0] + power
  - t: {expr: t + cap * d, border: keep}
iterations: 100
inputs:
  t: {kind: hotspot, value: 80, background: 20, radius: 3}
  power: maps/power.npy
hardware: {cells_per_cycle: 4, steps: 8, clock_mhz: 300.5, device: xcu, extents: fixed,
           ram: block, board: kcu105}
)";

spec::Stencil loaded(const std::string& text, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  auto stencil = load_text(text, "dir/test.yaml", sets, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  return stencil.ok() ? *stencil : spec::Stencil{};
}

TEST(Program, EverythingIsUnderstood) {
  const spec::Stencil s = loaded(kHotspot);
  EXPECT_EQ(spec::describe(s) + spec::describe_hardware(s.hardware), R"(stencil hotspot: chip temperature
  source      Rodinia 3.1
  grid        64 x 32 (2,048 cells), 100 time steps
arrays
  t           float32 state, boundary {x: reflect, y: {constant: 0.5}}
              window 1 x 3 (3 taps, x 0..0, y -1..1)
  power       float16 input, boundary edge
              window 1 x 1 (1 tap, x 0..0, y 0..0)
  heat        float32 output, boundary edge
  d           float32 temporary, boundary symmetric
              window 2 x 1 (2 taps, x 0..1, y 0..0)
run-time parameters
  cap         float32 = 0.5
one time step
  d: float32 = t[0,-1] + t[0,1]
  heat: float32 = d[1,0] + float32(power)
  t: float32 = t + cap * d (border: keep)
start data
  t: a hot spot of value 80 and radius 3 on a background of 20
  power from dir/maps/power.npy
hardware
  4 cells per cycle, 8 steps per pass, 300.5 MHz on xcu, extents fixed
  board kcu105
)");
  EXPECT_EQ(s.hardware.ram, spec::RamChoice::kBlock);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[0]->kind, BoundaryKind::kReflect);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[1]->constant, 0x3f000000U);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[2]->kind, BoundaryKind::kEdge);
}

TEST(Program, FixedPointIsUnderstood) {
  const spec::Stencil s = loaded(R"(
name: fix
grid: [8]
type: "fixed<16,8>"
rounding: truncate
overflow: saturate
fields:
  a: {boundary: {constant: -0.1}}
  b: {type: "ufixed<8,8>"}
params:
  k: {value: 0.3, type: "fixed<20,16>"}
update:
  - a: abs(a) * 0.1 + fixed<16,8>(fixed<20,16>(b) * k) + fixed<16,8>(int8(a))
  - b: ufixed<8,8>(a) / abs(b)
)");
  EXPECT_EQ(s.rounding, spec::Rounding::kTruncate);
  EXPECT_EQ(s.overflow, spec::Overflow::kSaturate);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[0]->constant, 0xffe6U);
  EXPECT_EQ(spec::to_text(s, s.stages[spec::StageId(0)].root),
            "abs(a) * 0.1015625 + fixed<16,8>(fixed<20,16>(b) * 0.3000030517578125) + fixed<16,8>(int8(a))");
  EXPECT_EQ(spec::to_text(s, s.stages[spec::StageId(1)].root), "ufixed<8,8>(a) / b") << "abs of what has no sign";
  EXPECT_NE(spec::describe(s).find("fixed point rounds down (truncate), saturates on overflow"), std::string::npos);
  EXPECT_EQ(spec::value_text(spec::Type::fixed_of(64, 64), 1),
            "0.0000000000000000000542101086242752217003726400434970855712890625");
  EXPECT_EQ(spec::value_text(spec::Type::fixed_of(64, 0), std::uint64_t{1} << 63), "-9223372036854775808.0");
  EXPECT_EQ(loaded("name: d\ngrid: [8]\nfields: {a: {}}\nupdate: [{a: \"a[1]\"}]\n").overflow, spec::Overflow::kWrap);
}

TEST(Program, StreamsFollowTheLines) {
  const spec::Stencil s = loaded(R"(
name: chain
grid: [8]
fields: {a: {}, b: {}}
update:
  - d: a[1] + b
  - a: a + d
  - d: d + a
  - b: d[-1]
  - a: a[1] + d
)");
  ASSERT_EQ(s.streams.size(), 7U);
  EXPECT_EQ(s.streams[spec::StreamId(0)], (spec::Stream{spec::ArrayId(0), {}}));
  EXPECT_EQ(s.streams[spec::StreamId(1)], (spec::Stream{spec::ArrayId(1), {}}));
  EXPECT_EQ(s.streams[spec::StreamId(2)], (spec::Stream{spec::ArrayId(2), spec::StageId(0)}));
  EXPECT_EQ(s.stages[spec::StageId(1)].old_stream, spec::StreamId(0));
  EXPECT_EQ(s.stages[spec::StageId(2)].old_stream, spec::StreamId()) << "temporaries have no old value";
  EXPECT_EQ(s.stages[spec::StageId(4)].old_stream, spec::StreamId(3));
  EXPECT_EQ(s.first_stream(spec::ArrayId(0)), spec::StreamId(0));
  EXPECT_EQ(s.final_stream(spec::ArrayId(0)), spec::StreamId(6));
  EXPECT_EQ(s.final_stream(spec::ArrayId(1)), spec::StreamId(5));
  EXPECT_EQ(s.first_stream(spec::ArrayId(2)), spec::StreamId());
  // Line 3 reads the d of line 1 and the a of line 2; line 5 the a of line 2 as well.
  const auto stream_of = [&](int stage, int arg) {
    const spec::Node& root = s.nodes[s.stages[spec::StageId(stage)].root];
    return s.nodes[root.args[static_cast<std::size_t>(arg)]].stream;
  };
  EXPECT_EQ(stream_of(2, 0), spec::StreamId(2));
  EXPECT_EQ(stream_of(2, 1), spec::StreamId(3));
  EXPECT_EQ(stream_of(4, 0), spec::StreamId(3));
  EXPECT_EQ(stream_of(4, 1), spec::StreamId(4));
}

TEST(Program, RolesFollowFromUse) {
  const auto role = [](const std::string& update, std::size_t array) {
    return loaded("name: r\ngrid: [8]\nfields: {a: {}, b: {}}\nupdate:\n" + update).arrays[spec::ArrayId(array)].role;
  };
  EXPECT_EQ(role("  - b: a\n", 0), Role::kInput);
  EXPECT_EQ(role("  - b: a\n", 1), Role::kOutput);
  EXPECT_EQ(role("  - b: a + b\n", 1), Role::kState);
  EXPECT_EQ(role("  - b: a * 2\n  - a: b\n", 1), Role::kState) << "read later in the same step";
  EXPECT_EQ(role("  - b: {expr: 'a[1]', border: keep}\n", 1), Role::kState) << "keep reads the old value";
}

TEST(Program, DefaultsAreThoseOfTheTable) {
  const spec::Stencil s = loaded("name: n\ngrid: [5, 6, 7]\nfields: {a: }\nupdate:\n  - a: a + 1\n");
  EXPECT_EQ(s.axes, 3);
  EXPECT_EQ(s.cells(), 210);
  EXPECT_EQ(s.iterations, 1);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].type, spec::Type::float_of(8, 23));
  EXPECT_EQ(s.subnormals, spec::Subnormals::kKeep);
  EXPECT_EQ(s.hardware.cells_per_cycle, 1);
  EXPECT_EQ(s.hardware.steps, 1);
  EXPECT_EQ(s.hardware.clock_mhz, 200.0);
  EXPECT_EQ(s.hardware.device, "xc7");
  EXPECT_EQ(s.hardware.extents, spec::ExtentMode::kRuntime);
}

TEST(Board, GivesFamilyAndBlockRams) {
  const std::string text = "name: n\ngrid: [8]\nfields: {a: {}}\nupdate:\n  - a: a + 1\n";
  const spec::Hardware intel = loaded(text, {"hardware.board=de5net"}).hardware;
  EXPECT_EQ(intel.board, "de5net");
  EXPECT_EQ(intel.device, "stratixv");
  EXPECT_EQ(intel.ram_blocks, 2560);
  EXPECT_EQ(intel.device_where.file, "--set hardware.board=de5net");
  const spec::Hardware xilinx = loaded(text, {"hardware.board=adm_pcie_ku3", "hardware.device=xcu"}).hardware;
  EXPECT_EQ(xilinx.device, "xcu");
  EXPECT_EQ(xilinx.ram_blocks, 2160);
  EXPECT_EQ(loaded(text, {"hardware.board=u250", "hardware.ram_blocks=7"}).hardware.ram_blocks, 7);
  const spec::Hardware none = loaded(text).hardware;
  EXPECT_EQ(none.device, "xc7");
  EXPECT_EQ(none.ram_blocks, 0);
}

/// dir/test.yaml names them, so that is where they are looked for.
TEST(Board, MayBeAFileOfOnesOwn) {
  const std::string boards = test::source_folder() + "/boards";
  const std::string text = "name: n\ngrid: [8]\nfields: {a: {}}\nupdate:\n  - a: a + 1\n";
  for (const std::string& path : {boards + "/xupv5", boards + "/xupv5/", boards + "/xupv5/board.yaml"}) {
    const spec::Hardware hardware = loaded(text, {"hardware.board=" + path}).hardware;
    EXPECT_EQ(hardware.device, "xc5v") << path;
    EXPECT_EQ(hardware.ram_blocks, 296) << path;
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(text, "dir/test.yaml", {"hardware.board=./mine"}, diagnostics).ok());
  ASSERT_EQ(diagnostics.error_count(), 1);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0101");
  EXPECT_EQ(diagnostics.all()[0].where.file, "dir/mine");
}

TEST(Program, ParamsInAnyOrder) {
  const spec::Stencil s = loaded(
      "name: n\ngrid: [8]\nfields: {a: {type: float64}}\nparams: {c: b / 3, b: 2 * d, d: 5e-1}\n"
      "update:\n  - a: a * c\n");
  EXPECT_EQ(spec::to_text(s, s.stages[spec::StageId(0)].root), "a * 0.3333333333333333");
}

TEST(Program, EveryShippedConfigurationIsUnderstood) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    Diagnostics diagnostics;
    const auto stencil = load_file(entry.path().string(), {}, diagnostics);
    EXPECT_EQ(diagnostics.render(), "");
    if (!stencil) continue;
    EXPECT_EQ(stencil->name, entry.path().stem().string());
    EXPECT_FALSE(stencil->source.empty()) << entry.path() << " cites no source";
  }
  EXPECT_GE(count, 12);
}

TEST(Program, WarningsDoNotFail) {
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text("name: n\ngrid: [8]\nfields: {a: {}}\nupdate:\n  - a: a / 0\n", "f", {}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0320");
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::kWarning);
}

TEST(Program, TheLinesOfATimeStepHaveALimit) {
  for (const int lines : {4096, 4097}) {
    std::string text = "name: many\ngrid: [8]\ntype: int16\nfields: {a: {}}\nupdate:\n";
    for (int i = 1; i < lines; ++i) text += "  - t" + std::to_string(i) + ": a\n";
    text += "  - a: a + 1\n";
    Diagnostics diagnostics;
    static_cast<void>(load_text(text, "many.yaml", {}, diagnostics));
    const bool refused =
        diagnostics.render().find("error[RG0332]: the time step has more than 4096 lines\n") != std::string::npos;
    EXPECT_EQ(refused, lines > 4096) << lines;
  }
}

constexpr const char* kZeroDivisor = "name: n\ngrid: [8]\nfields: {a: {}}\nupdate:\n  - a: a / 0\n";

TEST(Warnings, HaveNamesAndAreReportedOnce) {
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(kZeroDivisor, "f", {}, diagnostics).ok());
  EXPECT_TRUE(load_text(kZeroDivisor, "f", {}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].name, "zero-divisor");
  EXPECT_NE(diagnostics.render().find("f:5:10: warning[RG0320 zero-divisor]: "), std::string::npos)
      << diagnostics.render();
}

/// The warnings about `expression` in a line, with their notes.
std::string warnings_in(const std::string& expression, const std::string& more = "") {
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text("name: n\ngrid: [8]\nfields: {t: {}, u: {}, m: {type: uint<1>}, v: {components: 3}}\n" + more +
                            "update:\n  - m: m\n  - u: u + v.0\n  - v: v\n  - t: \"" + expression + "\"\n",
                        "f", {}, diagnostics)
                  .ok())
      << expression << diagnostics.render();
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += d.name + ": " + d.message + " | " + d.notes.front() + "\n";
  return out;
}

TEST(Warnings, ChainsOfComparisonsCompareTruthValues) {
  const auto chain = [](const std::string& symbol, const std::string& note) {
    return "truth-sum: '" + symbol + "' compares the truth value (uint<1>) of a comparison, which is 0 or 1 | " + note +
           "\n";
  };
  EXPECT_EQ(warnings_in("0 < t < 1 ? t : 0"), chain("<", "write `0 < t && t < 1`"));
  EXPECT_EQ(warnings_in("1 >= t[1] + 1 > 0 ? t : 0"), chain(">", "write `1 >= t[1] + 1 && t[1] + 1 > 0`"));
  EXPECT_EQ(warnings_in("(0 < t) <= m ? t : 0"), chain("<=", "write `(0 < t) && t <= m`"));
  EXPECT_EQ(warnings_in("m > (t > 0) ? t : 0"), chain(">", "a cast marks it as intended: uint<1>(...)"));
  EXPECT_EQ(warnings_in("f(t) ? t : 0", "functions: {f(a): 0 < a < 1}\n"),
            chain("<", "for a < b < c, write a < b && b < c"));
  for (const char* const meant : {"0 < t && t < 1", "(0 < t) == (t < 1)", "(0 < t) != m", "m < 1", "m > 0", "1 > m",
                                  "uint<1>(0 < t) < 1", "0 < (t > 0 ? t : u)", "(t > 0) == 1"})
    EXPECT_EQ(warnings_in(std::string(meant) + " ? t : 0"), "") << meant;
}

TEST(Warnings, AreErrorsOrSilentByPolicy) {
  Diagnostics strict;
  strict.set_policy({{}, true});
  EXPECT_FALSE(load_text(kZeroDivisor, "f", {}, strict).ok());
  EXPECT_EQ(strict.error_count(), 1);
  EXPECT_NE(strict.render().find("error[RG0320 zero-divisor]: "), std::string::npos) << strict.render();

  Diagnostics quiet;
  quiet.set_policy({{Code::kZeroDivisor}, true});
  EXPECT_TRUE(load_text(kZeroDivisor, "f", {}, quiet).ok());
  EXPECT_TRUE(quiet.all().empty());

  Diagnostics other;
  other.set_policy({{Code::kTruthSum}, false});
  EXPECT_TRUE(load_text(kZeroDivisor, "f", {}, other).ok());
  EXPECT_EQ(other.all().size(), 1U);
}

TEST(Warnings, ADescriptionSwitchesItsOwnOff) {
  Diagnostics diagnostics;
  diagnostics.set_policy({{}, true});
  const auto stencil =
      load_text(std::string("no_warn: [zero-divisor, narrow-wrap]\n") + kZeroDivisor, "f", {}, diagnostics);
  ASSERT_TRUE(stencil.ok()) << diagnostics.render();
  EXPECT_EQ(stencil->no_warn, (std::vector{Code::kZeroDivisor, Code::kNarrowWrap}));
}

TEST(Warnings, TheKeysWordsAreThoseOfTheTable) {
  std::vector<std::string> names = choices_of(key_spec("no_warn"));
  for (const std::string& name : names) EXPECT_TRUE(warning_code(name)) << name;
  for (const std::string& name : warning_names()) {
    const auto code = warning_code(name);
    ASSERT_TRUE(code) << name;
    EXPECT_EQ(warning_code(to_string(*code)), code);
    EXPECT_EQ(warning_name(*code), name);
    const bool of_imports = to_string(*code) >= "RG0610" && to_string(*code) <= "RG0629";
    const bool of_key = std::find(names.begin(), names.end(), name) != names.end();
    EXPECT_EQ(of_key, !of_imports && name != "double-literal") << name;
  }
  EXPECT_EQ(warning_code("RG0303"), std::nullopt) << "an error";
  EXPECT_EQ(warning_name(Code::kUndefinedName), "");
}

TEST(Program, ExtentsAreConstantsOfAFixedGrid) {
  const auto text = [](const char* hardware) {
    return std::string(
               "name: n\ngrid: [64, 16]\nfields: {u: {boundary: {constant: nz}}}\nparams: {dx: 1/nx, dy: {value: "
               "2.5/(ny - 1), type: float32}}\n"
               "update:\n  - u: u[1,0]*dx + u[0,1]*dy\nhardware: {") +
           hardware + "}\n";
  };
  const spec::Stencil s = loaded(text("extents: fixed"));
  EXPECT_EQ(spec::to_text(s, s.stages[spec::StageId(0)].root), "u[1,0] * 0.015625 + u[0,1] * 0.16666667");
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[0]->constant, 0x3f800000U)
      << "an axis that the grid lacks has one cell";
  EXPECT_EQ(spec::to_text(loaded(text("extents: fixed"), {"grid=[32, 16]"}), spec::NodeId(0)).empty(), false);
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(text("steps: 1"), "a.yaml", {}, diagnostics).ok());
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0317");
  EXPECT_NE(diagnostics.render().find("extents: fixed"), std::string::npos);
}

TEST(Overrides, ReachEveryKey) {
  const spec::Stencil s =
      loaded(kHotspot, {"grid=[128, 16]", "hardware.steps=2", "fields.t.boundary=edge", "iterations=7",
                        "params.cap.value=0.25", "params.k.value=3", "update.0.d.expr=t[0,-2] + t", "subnormals=flush",
                        "name=other", "inputs.power={kind: zero}", "update.2.t=t + cap * d", "hardware.board="});
  EXPECT_EQ(s.grid[0], 128);
  EXPECT_EQ(s.hardware.steps, 2);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].boundary[1]->kind, BoundaryKind::kEdge);
  EXPECT_EQ(s.iterations, 7);
  EXPECT_EQ(s.params[spec::ParamId(0)].value, 0x3e800000U);
  EXPECT_EQ(spec::to_text(s, s.stages[spec::StageId(0)].root), "t[0,-2] + t");
  EXPECT_EQ(s.stages[spec::StageId(2)].text, "t + cap * d");
  EXPECT_EQ(s.stages[spec::StageId(2)].border, spec::Border::kKeep) << "a bare value leaves the rest of a line";
  EXPECT_EQ(s.name, "other");
  EXPECT_EQ(s.inputs[1].kind, spec::DataKind::kZero);
}

TEST(Overrides, AddKeysThatAreNotThere) {
  const std::string text = "name: n\ngrid: [8]\nfields:\n  a:\nupdate:\n  - a: a[1] + 1\n";
  const spec::Stencil s =
      loaded(text, {"hardware.cells_per_cycle=4", "fields.a.type=int<7>", "update.0.a.border=keep"});
  EXPECT_EQ(s.hardware.cells_per_cycle, 4);
  EXPECT_EQ(s.arrays[spec::ArrayId(0)].type, spec::Type::int_of(7));
  EXPECT_EQ(s.stages[spec::StageId(0)].border, spec::Border::kKeep);
}

TEST(Overrides, LaterOnesWinAndAreLocated) {
  const std::string text = "name: n\ngrid: [8]\nfields: {a: {}}\nupdate:\n  - a: a + 1\n";
  EXPECT_EQ(loaded(text, {"iterations=3", "iterations=4"}).iterations, 4);
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(text, "f", {"hardware.stpes=4"}, diagnostics).ok());
  EXPECT_EQ(diagnostics.all()[0].where.file, "--set hardware.stpes=4");
  EXPECT_EQ(diagnostics.all()[0].where.line, 0);
}

TEST(Program, LineEndsAndByteOrderMarkDoNotMatter) {
  const std::string text =
      "\xEF\xBB\xBFname: n\r\ngrid: [8]\r\nfields: {a: {}}\r\nupdate:\r\n  - a: |\r\n      a +\r\n "
      "     1\r\n";
  EXPECT_EQ(loaded(text).stages[spec::StageId(0)].text, "a + 1");
}

}  // namespace
}  // namespace rtlgen::frontend
