// component.xml of projects: its structure by xmllint, its contents against module, manifest and files. Mutants must be
// found.
#include <gmock/gmock.h>

#include "component.hpp"
#include "mutants.hpp"
#include "test_paths.hpp"
#include "vitis_facts.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

ProcessResult xmllint(const std::string& folder) {
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 60;
  return run_process({"xmllint", "--nonet", "--noout", "--relaxng",
                      test::source_folder() + "/tests/project/ipxact_2009.rng", "component.xml"},
                     options);
}

class IpXact : public ::testing::TestWithParam<const char*> {
 protected:
  /// "" where neither structure nor contents have a fault.
  std::string judged(Component& component, const std::string& text) {
    const auto faults = component.faults(text);
    if (!faults.empty()) return faults.front();
    put_files(folder_, {{"component.xml", text}});
    const ProcessResult structure = xmllint(folder_);
    return structure.ok() ? "" : structure.output;
  }

  driver::PlannedProject project_ =
      planned("hotspot2d", GetParam(), {"hardware.cells_per_cycle=2", "hardware.steps=2"});
  std::string folder_ = fresh_folder(std::string("ipxact_") + GetParam());
};

TEST_P(IpXact, ComponentsAreSound) {
  RTLGEN_NEED_TOOLS();
  Component component(project_, Elaborated(project_));
  EXPECT_THAT(component.faults(file_of(project_, "component.xml")), IsEmpty());
  put_files(folder_, {{"component.xml", file_of(project_, "component.xml")}});
  EXPECT_TRUE(xmllint(folder_).ok()) << xmllint(folder_).output;
}

TEST_P(IpXact, SoAreThoseOfOtherStencilsAndOfCoresInVhdl) {
  RTLGEN_NEED_TOOLS();
  for (const char* stencil : {"diffusion3d", "../examples/host/heat"}) {
    const auto project = planned(stencil, GetParam());
    Component component(project, Elaborated(project));
    EXPECT_EQ(judged(component, file_of(project, "component.xml")), "") << stencil;
  }
  const auto vhdl =
      planned("hotspot2d", GetParam(), {"hardware.cells_per_cycle=2", "hardware.steps=2"}, driver::HdlChoice::kVhdl);
  Component component(vhdl, Elaborated(project_));
  EXPECT_EQ(judged(component, file_of(vhdl, "component.xml")), "");
}

/// Elements that Vivado writes and rtlgen does not: attributes of values, names to show, effects of reads.
TEST_P(IpXact, OtherWaysToSayItAreAccepted) {
  RTLGEN_NEED_TOOLS();
  Component component(project_, Elaborated(project_));
  const std::pair<const char*, const char*> idioms[] = {
      {"<spirit:size>32</spirit:size>", "<spirit:size spirit:format=\"long\">32</spirit:size>"},
      {"<spirit:value>LEVEL_HIGH</spirit:value>",
       "<spirit:value spirit:id=\"BUSIFPARAM_VALUE.INTERRUPT.SENSITIVITY\">LEVEL_HIGH</spirit:value>"},
      {"<spirit:addressOffset>0x010<", "<spirit:addressOffset>16<"},
      {"<spirit:name>CTRL</spirit:name>",
       "<spirit:name>CTRL</spirit:name>\n<spirit:displayName>Control</spirit:displayName>"}};
  for (const auto& [from, to] : idioms) {
    std::string text = file_of(project_, "component.xml");
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), std::string(from).size(), to);
    EXPECT_EQ(judged(component, text), "") << to;
  }
}

TEST_P(IpXact, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  Component component(project_, Elaborated(project_));
  const std::vector<Change> changes = {
      {"left out", std::regex("^ *<[^/].*(</.*|/)>$"), ""},
      {"empty", std::regex(">[^<]+</"), "></"},
      {"other text", std::regex(">([^<]+)</"), ">x$1</"},
      {"other number", std::regex(">(0x)?([0-9]+)</"), ">$017$2</"},
      {"other element", std::regex("^( *)<spirit:(\\w+)>(.*)</spirit:\\w+>$"), "$1<spirit:$2s>$3</spirit:$2s>"},
      {"other attribute", std::regex("spirit:(name|version|library|vendor|\\w+Ref)=\"([^\"]*)\""), "spirit:$1=\"x$2\""},
      {"other direction", std::regex(">in</spirit:direction"), ">out</spirit:direction"},
      {"other access", std::regex("read-only"), "read-write"},
      {"other mode", std::regex("<spirit:(master|slave) />"), "<spirit:system />"}};
  // Maps, ports and files are alike: a part of them.
  const auto mutants = mutants_of(
      {{"component.xml", file_of(project_, "component.xml")}}, changes,
      [](const std::string& line, std::size_t number) {
        return line.starts_with("<") ||
               (line.find("</") == std::string::npos && line.find("/>") == std::string::npos) || number % 6 != 0;
      });
  EXPECT_GE(mutants.size(), 100U);
  expect_found(std::string("ipxact_") + GetParam(), mutants, 95,
               [&](const Mutant& mutant) { return judged(component, mutant.text).empty(); });
}

INSTANTIATE_TEST_SUITE_P(Boards, IpXact, ::testing::Values("kcu105", "u280"),
                         [](const auto& board) { return std::string(board.param); });

/// The structure alone, which xmllint judges: order, kinds of values, what must be there.
TEST(IpXactStructure, IsStrict) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned("hotspot2d", "u250", {"hardware.cells_per_cycle=2", "hardware.steps=2"});
  const std::string folder = fresh_folder("ipxact_structure"), good = file_of(project, "component.xml");
  const std::pair<const char*, const char*> faults[] = {
      {"<spirit:direction>in<", "<spirit:direction>into<"},
      {"<spirit:size>32</spirit:size>\n        ", ""},
      {"<spirit:usage>register</spirit:usage>", "<spirit:usage>registers</spirit:usage>"},
      {"<spirit:library>accelerators</spirit:library>\n  <spirit:name>hotspot2d_u250</spirit:name>",
       "<spirit:name>hotspot2d_u250</spirit:name>\n  <spirit:library>accelerators</spirit:library>"},
      {"<spirit:left>63</spirit:left>", "<spirit:left>-1</spirit:left>"},
      {"<spirit:fileType>verilogSource<", "<spirit:fileType>verilog<"},
      {"SPIRIT/1685-2009", "SPIRIT/1.5"}};
  for (const auto& [from, to] : faults) {
    std::string text = good;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    put_files(folder, {{"component.xml", text.replace(at, std::string(from).size(), to)}});
    EXPECT_FALSE(xmllint(folder).ok()) << to;
  }
}

}  // namespace
}  // namespace rtlgen::test
