// A Vitis kernel's project without Vitis: its packaging and link configuration in a stand-in, lint of the kernel, the
// Makefile with stand-ins of the tools, and what is refused. Mutants show that the stand-in finds faults.
#include <gmock/gmock.h>

#include <filesystem>

#include "checks.hpp"
#include "kept_run.hpp"
#include "mutants.hpp"
#include "test_paths.hpp"
#include "vitis_facts.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

/// Verilator's warnings of a kernel.
std::string lint_of(const driver::PlannedProject& project, const std::string& folder) {
  std::vector<std::string> command = {"verilator", "--lint-only", "-Wall", "--top-module", project.flow().top()};
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v")) command.push_back(file.path);
  }
  put_files(folder, project.files());
  return kept_run(folder, command).output;
}

class VitisProject : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = fresh_folder(std::string("vitis_") + GetParam());
    put_files(folder_, project_.files());
  }
  /// The facts are the same for all changes of scripts.
  void put_facts() { put_files(folder_, {{"facts.txt", vitis_facts(project_, Elaborated(project_))}}); }

  driver::PlannedProject project_ = planned(
      kTiny, GetParam(), {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.memory={t: [0, 1], power: 3}"});
  std::string folder_;
};

TEST_P(VitisProject, KernelsAreClean) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(lint_of(project_, folder_), "");
  // The kernels of both cards differ in their names alone (kernel_test).
  if (std::string(GetParam()) != "u250") return;
  for (const auto& [stencil, sets] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"heat1d", {}}, {"diffusion3d", {}}, {"../examples/host/heat", {}}}) {
    EXPECT_EQ(lint_of(planned(stencil, GetParam(), sets), fresh_folder(std::string("vitis_lint_") + GetParam())), "")
        << stencil;
  }
}

/// Vitis' requirements on memory ports: 64-bit addresses, the board's width.
TEST_P(VitisProject, MemoryPortsAreAsVitisWantsThem) {
  RTLGEN_NEED_TOOLS();
  const Elaborated elaborated(project_);
  const auto& ports = elaborated.modules.at(elaborated.top).at("ports");
  for (const int channel : {0, 1, 3}) {
    for (const auto& [name, bits] : {std::pair{"awaddr", 64U}, {"araddr", 64U}, {"wdata", 512U}, {"rdata", 512U}})
      EXPECT_EQ(ports.at(fmt::format("m_axi_{}_{}", channel, name)).at("bits").size(), bits) << name;
  }
  EXPECT_FALSE(ports.contains("m_axi_2_awaddr"));
  EXPECT_EQ(ports.at("s_axi_control_wdata").at("bits").size(), 32U);
}

TEST_P(VitisProject, TheStandInPackagesIt) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  EXPECT_THAT(vitis_judged(folder_), StartsWith("ok "));
}

TEST_P(VitisProject, SoItDoesWithACoreInVhdlAndOtherStencils) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder(std::string("vitis_vhdl_") + GetParam());
  const auto vhdl = planned(kTiny, GetParam(),
                            {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.memory={t: [0, 1], power: 3}"},
                            driver::HdlChoice::kVhdl);
  put_files(folder, vhdl.files());
  // Same kernel, other sources.
  put_files(folder, {{"facts.txt", vitis_facts(vhdl, Elaborated(project_))}});
  EXPECT_THAT(vitis_judged(folder), StartsWith("ok "));
  if (std::string(GetParam()) != "u280") return;
  for (const char* stencil : {"diffusion3d", "../examples/host/heat"}) {
    const std::string other = fresh_folder(std::string("vitis_other_") + GetParam());
    const auto project = planned(stencil, GetParam());
    put_files(other, project.files());
    put_files(other, {{"facts.txt", vitis_facts(project, Elaborated(project))}});
    EXPECT_THAT(vitis_judged(other), StartsWith("ok ")) << stencil;
  }
}

/// Copies of the kernel, each with banks of its own.
TEST_P(VitisProject, SoItDoesWithSeveralKernels) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder(std::string("vitis_kernels_") + GetParam());
  const auto four = planned(kTiny, GetParam(), {"hardware.steps=1", "hardware.kernels=4"});
  put_files(folder, four.files());
  put_files(folder, {{"facts.txt", vitis_facts(four, Elaborated(four))}});
  EXPECT_THAT(vitis_judged(folder), StartsWith("ok "));
  std::string link = file_of(four, "link.cfg");
  const std::string second = GetParam() == std::string("u250") ? "_2.m_axi_0:DDR[1]" : "_2.m_axi_0:HBM[8]";
  ASSERT_NE(link.find(second), std::string::npos) << link;
  put_files(folder, {{"link.cfg", link.replace(link.find(second), 3, "_1.")}});
  EXPECT_THAT(vitis_judged(folder), HasSubstr("link.cfg")) << "a kernel without memory";
}

/// Ways to write the same that public scripts use: what is right must not be refused.
TEST_P(VitisProject, IdiomsAreAccepted) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  const struct {
    std::string file, from, to;
  } idioms[] = {
      {"tcl/vitis.tcl", "set core [ipx::current_core]\n  set_property sdx_kernel true $core",
       "set_property sdx_kernel true [ipx::current_core]\n  set core [ipx::current_core]"},
      {"tcl/vitis.tcl", "[ipx::get_bus_interfaces $port -of_objects $core]",
       "[ipx::get_bus_interfaces -of $core \"$port\"]"},
      {"tcl/vitis.tcl", "  set_property bit_offset $bit $made", "  set_property BIT_OFFSET $bit $made"},
      {"tcl/vitis.tcl", "[ipx::add_register $name $block]", "[ipx::add_register -quiet \"$name\" $block]"},
      {"tcl/vitis.tcl", "  set_property address_offset $offset $made",
       "  set_property address_offset [format 0x%X $offset] $made"},
      {"tcl/vitis.tcl", "set_property supported_families {} $core", "set_property supported_families { } $core"},
      {"tcl/vitis.tcl", "xilinx.com:signal:${kind}_rtl:1.0", "xilinx.com:signal:${kind}:1.0"},
      {"tcl/vitis.tcl", "  package_xo -force -xo_path", "  package_xo \\\n    -force \\\n    -xo_path"},
      {"tcl/vitis.tcl", "  close_project\n", "  close_project -delete\n"},
      {"package_kernel.tcl", "set least_version 2022.1", "set least_version \"2022.1\"; # or newer"},
      {"link.cfg", "save-temps=1", "save-temps = 1"},
  };
  for (const auto& [file, from, to] : idioms) {
    std::string text = file_of(project_, file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    put_files(folder_, {{file, text.replace(text.find(from), from.size(), to)}});
    EXPECT_THAT(vitis_judged(folder_), StartsWith("ok ")) << to;
    put_files(folder_, {{file, file_of(project_, file)}});
  }
}

/// Mutants of package_kernel.tcl, tcl/vitis.tcl, link.cfg and the constraints: registers every third line, as they are
/// alike.
TEST_P(VitisProject, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  const std::vector<Change> changes = {
      {"left out", std::regex("^.*$"), ""},
      {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
      {"other number", std::regex("\\b(0x)?([0-9]+)\\b"), "$017$2"},
      {"option dropped", std::regex(" -[a-z_]+"), ""},
      {"other word",
       std::regex("(read-write|read-only|implementation|LATE|rtl|true|user_managed|m_axi_\\d|ap_clk|clock)\\b"),
       "other"},
      {"other port", std::regex("m_axi_[01]"), "m_axi_3"},
      {"other access", std::regex("read-only"), "read-write"},
      {"other clock", std::regex("\\$bus_clock|-clock ap_clk\\b"), "-clock ap_clk_2"},
      {"other memory", std::regex("(DDR|HBM)\\["), "PLRAM["}};
  std::vector<emit::File> files;
  for (const emit::File& file : project_.files()) {
    if (file.path == "package_kernel.tcl" || file.path == "tcl/vitis.tcl" || file.path == "link.cfg" ||
        file.path.starts_with("constraints/"))
      files.push_back(file);
  }
  const auto mutants = mutants_of(files, changes, [](const std::string& line, std::size_t number) {
    return (line.starts_with("  rtl/") || line.find(" 0x") != std::string::npos) && number % 3 != 0;
  });
  EXPECT_GE(mutants.size(), 100U);
  expect_found(GetParam(), mutants, 95, [&](const Mutant& mutant) {
    put_files(folder_, {{mutant.file, mutant.text}});
    const bool is_ok = vitis_judged(folder_).starts_with("ok ");
    put_files(folder_, {{mutant.file, file_of(project_, mutant.file)}});
    return is_ok;
  });
}

/// make with stand-ins of the tools in a folder of their own; `info` is what xclbinutil says.
class VitisMake : public VitisProject {
 protected:
  ProcessResult make(const std::string& info, const std::string& more = "SHELL=/bin/sh") {
    put_facts();
    const std::string top = project_.flow().top();
    put_files(
        folder_,
        {{"tools/vivado", fmt::format("#!/bin/sh\necho \"vivado $*\" >> calls\ntclsh {}/tests/project/vitis.tcl "
                                      "facts.txt || exit 1\ntouch build/{}.xo\n",
                                      test::source_folder(), top)},
         {"tools/v++",
          "#!/bin/sh\necho \"v++ $*\" >> calls\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && touch \"$2\"; shift; done\n"},
         {"tools/xclbinutil",
          "#!/bin/sh\necho \"xclbinutil $*\" >> calls\nfor word; do case $word in --info=*) cp info "
          "\"${word#--info=}\";; esac; done\n"},
         {"info", info}});
    for (const char* tool : {"vivado", "v++", "xclbinutil"})
      fs::permissions(folder_ + "/tools/" + tool, fs::perms::owner_all);
    return run_in(folder_, {"make", "VIVADO=tools/vivado", "VPP=tools/v++", "XCLBINUTIL=tools/xclbinutil", more});
  }
  static std::string clocks(const std::string& bus, const std::string& kernel) {
    return "Scalable Clocks\n---------------\n   Name:      DATA_CLK\n   Index:     0\n   Type:      DATA\n   "
           "Frequency: " +
           bus + " MHz\n\n   Name:      KERNEL_CLK\n   Index:     1\n   Type:      KERNEL\n   Frequency: " + kernel +
           " MHz\n";
  }
};

TEST_P(VitisMake, BuildsWhereTheToolsAre) {
  RTLGEN_NEED_TOOLS();
  const std::string top = project_.flow().top();
  const ProcessResult built = make(clocks("300", "200"));
  EXPECT_TRUE(built.ok()) << built.output;
  EXPECT_THAT(built.output, HasSubstr("ap_clk_2: 200 MHz of 200 MHz"));
  EXPECT_TRUE(fs::exists(folder_ + "/build/" + top + ".xclbin"));
  const std::string calls = read_text(folder_ + "/calls");
  EXPECT_THAT(calls, HasSubstr("vivado -mode batch -nojournal -log build/package.log -source package_kernel.tcl"));
  EXPECT_THAT(calls, HasSubstr(fmt::format("v++ --link --target hw --platform {} --config link.cfg ",
                                           project_.wiring.platform->name)));
  EXPECT_THAT(calls, HasSubstr(fmt::format("-o build/{0}.linked.xclbin build/{0}.xo", top)));
  EXPECT_EQ(read_text(folder_ + "/build/timing.txt"), "bus 300 300\nkernel 200 200\n");
  EXPECT_THAT(run_in(folder_, {"make", "clock"}).output,
              HasSubstr("kernel clock: runs at 200 MHz; the project has 200 MHz"));
  // Again: there is nothing to do. Another platform is the user's to name.
  EXPECT_TRUE(run_in(folder_, {"make", "VIVADO=tools/vivado", "VPP=tools/v++", "XCLBINUTIL=tools/xclbinutil"}).ok());
  EXPECT_EQ(read_text(folder_ + "/calls"), calls);
  EXPECT_THAT(run_in(folder_, {"make", "-n", "-B", "PLATFORM=mine"}).output, HasSubstr("--platform mine"));
}

TEST_P(VitisMake, EndsWhereTimingIsMissedOrAToolIsNot) {
  RTLGEN_NEED_TOOLS();
  const std::string made = folder_ + "/build/" + project_.flow().top() + ".xclbin";
  const auto fails = [&](const ProcessResult& result, const char* message) {
    EXPECT_FALSE(result.ok()) << message;
    EXPECT_THAT(result.output, HasSubstr(message));
    EXPECT_FALSE(fs::exists(made)) << message;
    fs::remove_all(folder_ + "/build");
  };
  fails(make(clocks("300", "187.5")), "timing is not met: ap_clk_2 runs at 187.5 MHz, not at 200");
  fails(make(clocks("250", "200")), "timing is not met: ap_clk runs at 250 MHz, not at 300");
  fails(make("nothing"), "nothing says what clock 0 (ap_clk) runs at");
  fails(make(clocks("300", "200"), "VPP=no_such_vpp"), "no_such_vpp is not in PATH: source the settings64.sh of Vitis");
}

/// v++ tries the strategies itself. A slower kernel is right, and may be taken.
TEST_P(VitisMake, TriesStrategiesAndTakesASlowerKernelWhereAllowed) {
  RTLGEN_NEED_TOOLS();
  EXPECT_TRUE(make(clocks("300", "200"), "EXPLORE=2").ok());
  const std::string calls = read_text(folder_ + "/calls");
  EXPECT_THAT(calls, HasSubstr("--vivado.impl.strategies Performance_ExtraTimingOpt,Performance_Explore "
                               "--advanced.param compiler.multiStrategiesWaitOnAllRuns=1 --temp_dir"));
  EXPECT_THAT(run_in(folder_, {"make", "-n", "-B", "EXPLORE=3", "JOBS=2"}).output,
              HasSubstr(",Performance_NetDelay_high --advanced.param compiler.multiStrategiesWaitOnAllRuns=1 "
                        "--vivado.impl.jobs 2 --temp_dir"));
  EXPECT_EQ(run_in(folder_, {"make", "-n", "-B"}).output.find("strategies"), std::string::npos);
  fs::remove_all(folder_ + "/build");
  const ProcessResult slower = make(clocks("300", "187.5"), "ALLOW_TIMING=1");
  EXPECT_TRUE(slower.ok()) << slower.output;
  EXPECT_THAT(slower.output,
              HasSubstr("ap_clk_2 runs at 187.5 MHz, not at 200; ALLOW_TIMING=1 takes the slower kernel"));
  EXPECT_THAT(run_in(folder_, {"make", "clock"}).output,
              HasSubstr("kernel clock: runs at 187.5 MHz; the project has 200 MHz"));
}

INSTANTIATE_TEST_SUITE_P(Boards, VitisProject, ::testing::Values("u250", "u280"),
                         [](const auto& board) { return std::string(board.param); });
INSTANTIATE_TEST_SUITE_P(Boards, VitisMake, ::testing::Values("u280"),
                         [](const auto& board) { return std::string(board.param); });

TEST(VitisScripts, AreCleanForShellcheck) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("vitis_shellcheck");
  const auto project = planned("hotspot2d", "u280");
  put_files(folder, {{"clocks.sh", file_of(project, "tcl/clocks.sh")}, {"wrong.sh", "#!/bin/sh\nrm $1\n"}});
  EXPECT_EQ(run_in(folder, {"shellcheck", "clocks.sh"}).output, "");
  EXPECT_THAT(run_in(folder, {"shellcheck", "wrong.sh"}).output, HasSubstr("SC2086"));
}

/// The message about a description that does not suit the card.
std::string refused(const std::string& board, const std::string& set) {
  Diagnostics diagnostics;
  EXPECT_FALSE(
      driver::plan_project({{config("hotspot2d"), {set}}, board, "", driver::HdlChoice::kVerilog, false}, diagnostics)
          .ok())
      << set;
  return diagnostics.render();
}

TEST(VitisRefusals, SayWhatWouldSuit) {
  EXPECT_THAT(refused("u250", "hardware.memory={t: [0, 4]}"),
              HasSubstr("memory channel 4 does not exist: u250 has 0 to 3"));
  EXPECT_THAT(refused("u250", "hardware.bus={bits: 256, clock_mhz: 300}"),
              HasSubstr("a bus of 256 bits at 300 MHz, but that of AMD Alveo U250 has 512 bits at 300 MHz"));
  EXPECT_THAT(refused("u250", "hardware.clock_mhz=600"),
              HasSubstr("the kernel clock is 600 MHz, but the platform of AMD Alveo U250 "
                        "(xilinx_u250_gen3x16_xdma_4_1_202210_1) supports at most 500 MHz\n"
                        "  note: --set hardware.clock_mhz=500\n"));
  Diagnostics diagnostics;
  EXPECT_TRUE(driver::plan_project(
                  {{config("hotspot2d"), {"hardware.clock_mhz=500"}}, "u250", "", driver::HdlChoice::kVerilog, false},
                  diagnostics)
                  .ok())
      << "the note: " << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::test
