// Printed modules behave as hw::Interpreter says: in Verilator (both languages, any state), and in
// Icarus and GHDL's own simulator, where after reset no bit may be unknown.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "random_module.hpp"
#include "sim_bench.hpp"
#include "support/outside_text.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

const emit::Banner kBanner{"0.0.0", OutsideText("configs/random.yaml"), "01234567"};
constexpr int kResetCycles = 12;

test::Bench sample(std::uint64_t first_seed, bool all_known, bool roms = true) {
  std::vector<hw::Module> modules;
  for (std::uint64_t seed = first_seed; modules.size() < 6; ++seed) {
    test::RandomOptions options;
    options.expressions = 80;
    options.tables = true;
    options.roms = roms;
    options.wide = false;
    options.all_known = all_known;
    options.output_register = false;
    options.state = modules.size() % 3 != 2;
    hw::Module module = test::random_module(seed, options);
    bool narrow = true;  // the interpreter's ports have at most 64 bits
    for (const hw::Signal& s : module.signals) {
      narrow = narrow && (s.kind == hw::SignalKind::kWire || s.width <= 64);
    }
    if (narrow) modules.push_back(std::move(module));
  }
  return test::make_bench(std::move(modules), 400, kResetCycles, first_seed);
}

/// Writes the design in a language; returns the names of its source files.
std::vector<std::string> write_design(const test::Bench& bench, emit::Language language, const std::string& folder) {
  hw::verify(bench.design);
  const auto files = emit::emit_design(bench.design, language, kBanner);
  test::write_files(folder, files);
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < files.size(); ++i) names.push_back(files[i].path);
  return names;
}

/// Compares from line `from` on; names the first difference.
void compare(const std::vector<std::string>& outputs, const std::vector<std::string>& expected, std::size_t from) {
  ASSERT_EQ(outputs.size(), expected.size()) << (outputs.empty() ? "" : outputs.front());
  for (std::size_t i = from; i < outputs.size(); ++i) {
    ASSERT_EQ(outputs[i], expected[i]) << "first difference in cycle " << i;
  }
}

TEST(Simulation, VerilogInVerilator) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = sample(1000, false);
  const std::string folder = test::fresh_folder("sim_verilator");
  const auto files = write_design(bench, emit::Language::kVerilog, folder);
  compare(test::run_verilator(bench, folder, files), bench.expected, 0);
}

/// The results where delay lines are rings; `edit` changes what is printed.
std::vector<std::string> outputs_of_rings(const test::Bench& bench, const std::string& folder,
                                          const std::function<std::string(std::string)>& edit) {
  auto files = emit::emit_design(bench.design, emit::Language::kVerilog, kBanner, emit::Lines::kEither);
  files.pop_back();
  std::vector<std::string> names;
  for (emit::File& file : files) {
    file.text = "`define RTLGEN_RINGS\n" + edit(file.text);
    names.push_back(file.path);
  }
  test::write_files(folder, files);
  return test::run_verilator(bench, folder, names);
}

TEST(Simulation, RingsInVerilatorAreTheDelayLines) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = sample(1000, false);
  int rings = 0;
  const auto count = [&](std::string text) {
    rings += text.find("_at == ") != std::string::npos ? 1 : 0;
    return text;
  };
  compare(outputs_of_rings(bench, test::fresh_folder("sim_rings"), count), bench.expected, 0);
  EXPECT_GT(rings, 0) << "no delay line is long enough to be a ring";
  const auto shorter = [](std::string text) {
    // A counter that has stopped makes one cycle of every delay.
    for (std::size_t at = 0; (at = text.find("_at + ", at)) != std::string::npos;) text.replace(at, 6, "_at * ");
    return text;
  };
  EXPECT_NE(outputs_of_rings(bench, test::fresh_folder("sim_short_rings"), shorter), bench.expected);
}

TEST(Simulation, VhdlByWayOfGhdlInVerilator) {
  RTLGEN_NEED_TOOLS();
  // For a ROM, GHDL writes Verilog about which Verilator warns.
  const test::Bench bench = sample(2000, false, false);
  const std::string folder = test::fresh_folder("sim_ghdl_verilator");
  const auto files = write_design(bench, emit::Language::kVhdl, folder);
  ASSERT_EQ(test::ghdl_analyse(folder, files, "08"), "");
  ASSERT_EQ(test::ghdl_synthesise(folder, "bench_top", "08", "from_vhdl.v"), "");
  compare(test::run_verilator(bench, folder, {"from_vhdl.v"}), bench.expected, 0);
}

TEST(Simulation, VerilogInIcarusWithoutUnknowns) {
  RTLGEN_NEED_TOOLS();
  for (const std::uint64_t seed : {3000U, 3100U, 3200U}) {
    const test::Bench bench = sample(seed, true);
    const std::string folder = test::fresh_folder("sim_icarus");
    const auto files = write_design(bench, emit::Language::kVerilog, folder);
    compare(test::run_icarus(bench, folder, files), bench.expected, kResetCycles);
  }
}

TEST(Simulation, VhdlInGhdlWithoutUnknowns) {
  RTLGEN_NEED_TOOLS();
  for (const std::uint64_t seed : {4000U, 4100U, 4200U}) {
    const test::Bench bench = sample(seed, true);
    const std::string folder = test::fresh_folder("sim_ghdl");
    const auto files = write_design(bench, emit::Language::kVhdl, folder);
    for (const std::string standard : {"93", "08"}) {
      compare(test::run_ghdl(bench, folder, files, standard), bench.expected, kResetCycles);
    }
  }
}

TEST(Simulation, ComparisonNoticesAChangedOperator) {
  RTLGEN_NEED_TOOLS();
  const test::Bench bench = sample(3000, true);
  const std::string folder = test::fresh_folder("sim_changed");
  const auto files = write_design(bench, emit::Language::kVerilog, folder);
  std::string text = test::read_text(folder + "/" + files.front());
  const std::size_t at = text.find(" ^ ", text.find("assign out"));
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 3, " | ");
  test::write_files(folder, {{files.front(), text}});
  const auto outputs = test::run_icarus(bench, folder, files);
  ASSERT_EQ(outputs.size(), bench.expected.size());
  bool differs = false;
  for (std::size_t i = kResetCycles; i < outputs.size(); ++i) {
    differs = differs || outputs[i] != bench.expected[i];
  }
  EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace rtlgen
