// Keys of compiled simulations, Verilator's options for a core's modules, and the build that a run takes.
// Nothing is compiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>

#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "large.hpp"
#include "runner/folder.hpp"
#include "runner/runner.hpp"
#include "runner/shape.hpp"
#include "runner/simulated_design.hpp"
#include "runner/verilator.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::runner {
namespace {

using testing::HasSubstr;
using testing::Not;

class Key : public testing::Test {
 protected:
  void SetUp() override {
    setenv("RTLGEN_CACHE", (folder_.path() / "cache").c_str(), 1);
    const std::string file = (folder_.path() / "large.yaml").string();
    write_file(file, test::kLarge);
    Diagnostics diagnostics;
    const auto prepared = driver::prepare({file, {}}, diagnostics);
    ASSERT_TRUE(prepared.ok()) << diagnostics.render();
    prepared_ = *prepared;
    design_ = driver::simulated(prepared_->plan);
    verilog_ = driver::core_sources(*prepared_, Hdl::kVerilog);
    vhdl_ = driver::core_sources(*prepared_, Hdl::kVhdl);
    traced_.trace = true;
  }
  void TearDown() override { unsetenv("RTLGEN_CACHE"); }

  [[nodiscard]] std::string key(const Sources& sources, const BuildOptions& options) const {
    return verilator_key(design_, sources, options);
  }

  TemporaryFolder folder_;
  std::shared_ptr<const driver::Prepared> prepared_;
  SimulatedDesign design_;
  Sources verilog_, vhdl_;
  BuildOptions traced_;
};

TEST_F(Key, ModulesAreBlocksAndLibraryAsTheirMakersSay) {
  Shape shape = shape_of(design_, traced_);
  ASSERT_TRUE(shape.hierarchical && !shape.operators_traced);
  shape.kernels = true;
  const std::string verilog = block_lines(design_, verilog_, shape);
  EXPECT_THAT(verilog, HasSubstr("hier_block -module \"Large_kernel\"\n"));
  EXPECT_THAT(verilog, Not(HasSubstr("_executor"))) << "it says so itself";
  EXPECT_THAT(verilog, HasSubstr("tracing_off -file \"*rtlgen_fifo.v\"\n"));
  EXPECT_THAT(verilog, Not(HasSubstr("-file \"*Large_")));
  const std::string vhdl = block_lines(design_, vhdl_, shape);
  EXPECT_EQ(vhdl, "hier_block -module \"large_executor\"\nhier_block -module \"large_kernel\"\n");
  for (SourceModule& module : verilog_.modules) module.uses_clock = false;
  EXPECT_THAT(block_lines(design_, verilog_, shape), Not(HasSubstr("hier_block"))) << "no block without a clock";
}

TEST_F(Key, OfVhdlTheTranslatedFileSaysItsLines) {
  const SourceFile translated = {
      "from_vhdl.v",
      "module rtlgen_fifo_8_32 (\n  input clk);\nendmodule\n\nmodule large_kernel\n  (input clk);\nendmodule\nmodule "
      "Large_core\n(input clk);\nendmodule\nmodule float_add(\n);\nendmodule"};
  EXPECT_EQ(ghdl_trace_lines(vhdl_, translated),
            "tracing_off -file \"*from_vhdl.v\" -lines 1-4\ntracing_off -file \"*from_vhdl.v\" -lines 11-13\n");
}

/// The names of a block are those in GHDL's text: from version 6 on they end with the architecture.
TEST_F(Key, BlocksOfVhdlAreNamedAsInTheTranslatedFile) {
  Shape shape = shape_of(design_, traced_);
  ASSERT_TRUE(shape.hierarchical);
  shape.kernels = true;
  const auto text = [](const std::string& executor, const std::string& kernel) {
    return SourceFile{"from_vhdl.v", "module " + executor + "\n  (input clk);\nendmodule\nmodule " + kernel +
                                         "\n  (input clk);\nendmodule\nmodule Large_core\n  (input clk);\nendmodule\n"};
  };
  for (const auto& [executor, kernel] :
       {std::pair("large_executor", "large_kernel"), std::pair("large_executor_Brtl", "large_kernel_Brtl"),
        std::pair("\\large_executor_Brtl ", "\\large_kernel_Brtl ")}) {
    const SourceFile translated = text(executor, kernel);
    const auto plain = [](std::string name) {
      std::erase_if(name, [](char c) { return c == '\\' || c == ' '; });
      return name;
    };
    EXPECT_EQ(block_lines(design_, vhdl_, shape, &translated),
              "hier_block -module \"" + plain(executor) + "\"\nhier_block -module \"" + plain(kernel) + "\"\n");
    EXPECT_EQ(ghdl_trace_lines(vhdl_, translated), "") << "all are of the design";
  }
  const SourceFile other = text("large_engine", "large_kernel");
  EXPECT_THAT([&] { return block_lines(design_, vhdl_, shape, &other); },
              testing::ThrowsMessage<EnvironmentError>(HasSubstr(
                  "no module for the entity 'Large_executor'; it wrote: large_engine, large_kernel, Large_core")));
  const SourceFile foreign{"from_vhdl.v", "module some (input clk);\nendmodule\n"};
  EXPECT_THROW(ghdl_trace_lines(vhdl_, foreign), EnvironmentError);
}

TEST_F(Key, ChangesWithAllThatIsCompiled) {
  for (Sources sources : {verilog_, vhdl_}) {
    const std::string now = key(sources, traced_);
    EXPECT_EQ(key(sources, traced_), now);
    EXPECT_NE(key(sources, {}), now);
    Sources other = sources;
    other.files.front().text.insert(0, " ");
    EXPECT_NE(key(other, traced_), now);
  }
  const std::string now = key(verilog_, traced_);
  for (SourceModule& module : verilog_.modules) module.in_library = false;
  EXPECT_NE(key(verilog_, traced_), now) << "the waveform would show more";
}

TEST_F(Key, AShortRunTakesWhatIsThereForLongOnes) {
  EXPECT_FALSE(verilator_found(design_, verilog_, {}).has_value());
  BuildOptions long_run;
  long_run.cycles = std::numeric_limits<std::int64_t>::max();
  const std::filesystem::path entry = cached(key(verilog_, long_run), [](const auto&) {}).folder;
  ASSERT_NE(key(verilog_, long_run), key(verilog_, {}));
  const auto found = verilator_found(design_, verilog_, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->folder, entry);
  EXPECT_TRUE(found->hit);
  BuildOptions native;
  native.native_operators = true;
  EXPECT_FALSE(verilator_found(design_, verilog_, native).has_value());
}

TEST_F(Key, OnlyLongRunsWithoutAWaveformHaveRings) {
  BuildOptions options;
  EXPECT_FALSE(shape_of(design_, options).rings);
  options.cycles = std::numeric_limits<std::int64_t>::max();
  const Shape rtl = shape_of(design_, options);
  EXPECT_TRUE(rtl.rings);
  EXPECT_TRUE(rtl.hierarchical);
  EXPECT_THAT(rtl.optimize, HasSubstr("-O2"));
  options.native_operators = true;
  EXPECT_FALSE(shape_of(design_, options).hierarchical) << "a block costs more than native operators";
  options.cycles = kFlatRun;
  EXPECT_TRUE(shape_of(design_, options).hierarchical) << "compiling all Executors costs more than their blocks";
  EXPECT_TRUE(shape_of(design_, options).rings);
  options.trace = true;
  EXPECT_FALSE(shape_of(design_, options).rings) << "the waveform would lack the delay lines";
}

TEST_F(Key, AShortNativeRunTakesWhatIsThereForLongerOnes) {
  BuildOptions native;
  native.native_operators = true;
  BuildOptions longer = native;
  longer.cycles = kFlatRun;
  EXPECT_FALSE(verilator_found(design_, verilog_, native).has_value());
  cached(key(verilog_, longer), [](const auto&) {});
  EXPECT_TRUE(verilator_found(design_, verilog_, native).has_value());
  longer.cycles = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(verilator_found(design_, verilog_, longer).has_value()) << "a long run deserves its own";
}

TEST_F(Key, TheWaveformIsExplainedWhereItDoesNotShowEverything) {
  EXPECT_EQ(waveform_note(design_, traced_),
            "the waveform shows the inside of the first Executor and the ports of all 7");
  EXPECT_EQ(waveform_note(design_, {}), "");
}

}  // namespace
}  // namespace rtlgen::runner
