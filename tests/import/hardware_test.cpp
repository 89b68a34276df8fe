// Imported programs as hardware: program -> import -> YAML -> printed Verilog in Icarus and printed VHDL in
// GHDL, with stalls, against the golden engine. Grids are small, so that these simulators are quick; lanes and
// steps are the program's own.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "driver/design/hdl.hpp"
#include "driver/import/import_program.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "evidence.hpp"
#include "proven_case.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = test::source_folder();

/// Longest extents by number of axes, and those of programs whose window is wider than that.
spec::Extents longest(const std::string& file, int axes) {
  if (file == "contrast.soda") return {18, 17, 1};
  if (file == "erosion.soda" || file == "xcorr.soda") return {24, 21, 1};
  if (axes == 3) return {7, 6, 6};
  return axes == 2 ? spec::Extents{13, 10, 1} : spec::Extents{30, 1, 1};
}

/// A window of 17 x 17 in float32 is slow to simulate: one lane of it, with few registers.
const std::vector<std::string> kLight{"hardware.cells_per_cycle=1", "hardware.clock_mhz=10"};

driver::SimOptions simulation(const fs::path& yaml, const std::vector<std::string>& sets, runner::Hdl hdl) {
  driver::SimOptions options;
  options.run.source = {yaml.string(), sets};
  options.hdl = hdl;
  options.simulator = hdl == runner::Hdl::kVerilog ? runner::Simulator::kIcarus : runner::Simulator::kGhdl;
  options.random_stalls = true;
  return options;
}

/// Everything that is wrong with a run, "" if nothing is.
std::string fault_of(const driver::SimReport& r) {
  const std::int64_t words = r.settings.pass_words() * r.settings.passes;
  if (!r.failure.empty()) return r.failure;
  if (r.mismatches > 0) return fmt::format("{} cells differ", r.mismatches);
  if (r.unknown > 0) return fmt::format("{} cells are unknown", r.unknown);
  if (!r.match()) return "no match";
  if (r.measured.words_in != words || r.measured.words_out != words) return "words were lost";
  if (!r.within_bound()) return fmt::format("{} cycles, promised {}", r.measured.cycles, r.cycle_bound);
  if (!r.stalled || r.stalled->input_stalls == 0 || r.stalled->output_stalls == 0) return "there were no stalls";
  const std::int64_t cells =
      r.extents[0] * r.extents[1] * r.extents[2] * static_cast<std::int64_t>(r.measured.outputs.size());
  return r.ignored < cells ? "" : "no cell was compared";
}

/// A program as YAML in a folder that goes with the object, and the overrides that make it small.
class Imported {
 public:
  explicit Imported(const std::string& file) : yaml_(folder_.path() / (file + ".yaml")) {
    driver::ImportOptions import;
    import.file = (kSource / "tests/import/programs" / file).string();
    import.out = yaml_.string();
    Diagnostics diagnostics;
    if (!driver::import_program(import, diagnostics)) throw std::runtime_error(diagnostics.render());
    const auto prepared = driver::prepare({import.out, {}}, diagnostics);
    if (!prepared) throw std::runtime_error(diagnostics.render());
    const spec::Stencil& stencil = (*prepared)->stencil();
    const spec::Extents most = longest(file, stencil.axes);
    std::vector<std::int64_t> grid;
    for (std::size_t a = 0; a < static_cast<std::size_t>(stencil.axes); ++a)
      grid.push_back(std::min(stencil.grid[a], most[a]));
    sets_.push_back(fmt::format("grid=[{}]", fmt::join(grid, ", ")));
    for (const spec::Param& p : stencil.params) sets_.push_back(fmt::format("params.{}.value=0.75", p.name));
    if (file == "contrast.soda") sets_.insert(sets_.end(), kLight.begin(), kLight.end());
  }

  [[nodiscard]] const fs::path& yaml() const { return yaml_; }
  [[nodiscard]] const std::vector<std::string>& sets() const { return sets_; }

 private:
  runner::TemporaryFolder folder_;
  fs::path yaml_;
  std::vector<std::string> sets_;
};

std::vector<std::string> programs() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(kSource / "tests/import/programs")) {
    if (entry.path().extension() != ".md") files.push_back(entry.path().filename());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(std::string file) {
  std::replace(file.begin(), file.end(), '.', '_');
  return file;
}

void expect_clean(const std::string& claim, const driver::SimOptions& options) {
  auto evidence = evidence_of(claim, options);
  ASSERT_TRUE(evidence);
  evidence->path(kSource, "tests/import/hardware_test.cpp");
  RTLGEN_UNLESS_PROVEN(*evidence);
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_EQ(fault_of(*report), "");
}

class ImportedHardware : public testing::TestWithParam<std::string> {};

TEST_P(ImportedHardware, VerilogAgrees) {
  const Imported program(GetParam());
  expect_clean(GetParam(), simulation(program.yaml(), program.sets(), runner::Hdl::kVerilog));
}

TEST_P(ImportedHardware, VhdlAgrees) {
  const Imported program(GetParam());
  driver::SimOptions options = simulation(program.yaml(), program.sets(), runner::Hdl::kVhdl);
  // 600 words through 200 float operators take GHDL minutes; a Verilated model is built once and cached.
  if (GetParam() == "contrast.soda") options.simulator = runner::Simulator::kVerilator;
  expect_clean(GetParam(), options);
}

INSTANTIATE_TEST_SUITE_P(Programs, ImportedHardware, testing::ValuesIn(programs()),
                         [](const auto& program) { return test_name(program.param); });

/// SODA's contrast as bench/soda has it, all of whose border cells matter; the imported one runs in VHDL too (label
/// all).
TEST(ContrastHardware, AgreesWithEveryBorderCell) {
  std::vector<std::string> sets = kLight;
  sets.emplace_back("grid=[7, 6]");
  expect_clean("contrast of bench/soda", simulation(kSource / "bench/soda/contrast.yaml", sets, runner::Hdl::kVerilog));
}

/// The comparison can fail: hardware of what was imported, golden results of a program with another divisor.
TEST(ImportedHardwareCheck, AnotherExpectationIsFound) {
  const Imported program("blur.soda");
  std::string text = runner::read_file(program.yaml());
  const std::size_t at = text.find("/ 3)", text.find("- blurred:"));
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 4, "/ 5)");
  const fs::path twisted = program.yaml().string() + ".twisted.yaml";
  runner::write_file(twisted, text);
  Diagnostics diagnostics;
  const auto right = driver::prepare({program.yaml().string(), program.sets()}, diagnostics);
  ASSERT_TRUE(right.ok()) << diagnostics.render();
  for (const runner::Hdl hdl : {runner::Hdl::kVerilog, runner::Hdl::kVhdl}) {
    driver::SimOptions options = simulation(twisted, program.sets(), hdl);
    options.edit_sources = [&](runner::Sources& sources) { sources = driver::core_sources(**right, hdl); };
    const auto report = driver::simulate(options, diagnostics);
    ASSERT_TRUE(report.ok()) << diagnostics.render();
    EXPECT_GT(report->mismatches, 0);
    EXPECT_NE(fault_of(*report), "");
  }
}

TEST(ImportedHardwareCheck, EveryProgramIsThere) { EXPECT_GE(programs().size(), 32U); }

}  // namespace
}  // namespace rtlgen::test
