// Every pattern of <name>_shell.xdc and .sdc names registers of the elaborated design.
//
// Yosys elaborates the shell; from its hierarchy come the names that Vivado (u_a/u_b/x_reg) and Quartus
// (mod_a:u_a|mod_b:u_b|x) give to registers. And every path from a register of one clock to one of the other is named
// by a line of the XDC.
#include "shell/constraints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "crossings.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "kept_run.hpp"
#include "plan/plan.hpp"
#include "register_names.hpp"
#include "runner/sources.hpp"
#include "shell/shell.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::axis_test {
namespace {

using Json = nlohmann::json;

/// The patterns of a file that find nothing; how many there are.
std::vector<std::string> unmatched(const std::string& text, const std::regex& form,
                                   const std::vector<std::string>& names, int& count) {
  std::vector<std::string> list;
  for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at) {
    const std::string pattern = (*at)[1];
    ++count;
    const auto fits = [&](const std::string& name) {
      return fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
    };
    if (std::none_of(names.begin(), names.end(), fits)) list.push_back(pattern);
  }
  return list;
}

const std::regex kXdc("NAME =~ ([^}]*)\\}"), kSdc("get_registers \\{([^}]+)\\}");

struct Elaborated {
  std::string xdc, sdc;
  Names names;
  std::set<Crossing> crossings;
  std::set<std::string> before_statics;  ///< besides the configuration
};

/// Both files, and the names of a shell in which `from` has become `to`.
Elaborated elaborated(const std::string& shape, const std::string& from = "", const std::string& to = "",
                      const std::string& extents = "runtime") {
  const std::string folder = test::fresh_folder("constraints_" + shape);
  const driver::Source source{test::source_folder() + "/tests/axis/shapes/" + shape + ".yaml",
                              {"hardware.bus.bits=64", "hardware.memory.t=[0,1]", "hardware.extents=" + extents}};
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(source, diagnostics);
  EXPECT_TRUE(prepared.ok()) << diagnostics.render();
  if (!prepared) return {};
  const plan::Plan& plan = (*prepared)->plan;
  std::string files;
  const auto put = [&](emit::File file) {
    for (std::size_t at = 0; !from.empty() && (at = file.text.find(from, at)) != std::string::npos; at += to.size())
      file.text.replace(at, from.size(), to);
    test::write_files(folder, {file});
    files += file.path + " ";
  };
  for (emit::File& file : shell::shell_files(plan, driver::banner_of(**prepared), driver::identity_of(**prepared)))
    put(std::move(file));
  for (const auto& file : driver::core_sources(**prepared, runner::Hdl::kVerilog).files) put({file.path, file.text});
  ProcessOptions options;
  options.working_directory = folder;
  const ProcessResult yosys = test::kept_run(
      {"yosys", "-q", "-p",
       "read_verilog " + files + "; hierarchy -check -top " + plan.shell->module +
           "; proc; write_json out.json; flatten; opt_clean; memory_dff; memory_collect; write_json flat.json"},
      options, {"out.json", "flat.json"});
  EXPECT_TRUE(yosys.ok()) << yosys.output << yosys.errors;
  Elaborated result;
  const auto constraints = shell::constraint_files(plan, driver::banner_of(**prepared));
  result.xdc = constraints.at(0).text;
  result.sdc = constraints.at(1).text;
  walk(Json::parse(test::read_text(folder + "/out.json")).at("modules"), plan.shell->module, "", "", result.names);
  const Json flat = Json::parse(test::read_text(folder + "/flat.json"));
  Crossings paths(flat.at("modules").at(plan.shell->module), {{"bus_clk", "bus"}, {"kernel_clk", "kernel"}});
  result.before_statics = paths.others_before("u_core/static_", "bus");
  if (from.empty()) result.crossings = paths.all();
  return result;
}

const Elaborated& intact(const std::string& shape) {
  static std::map<std::string, Elaborated> known;
  const auto found = known.find(shape);
  return found != known.end() ? found->second : known[shape] = elaborated(shape);
}

TEST(Constraints, EveryCrossingIsNamedAndNoLineIsTooMany) {
  RTLGEN_NEED_TOOLS();
  for (const std::string shape : {"blocks", "odd_widths"}) {
    const Elaborated& e = intact(shape);
    const std::vector<Line> lines = lines_of(e.xdc);
    EXPECT_GT(e.crossings.size(), 100U);
    std::set<std::string> needed;  // without them some crossing has no line
    for (const Crossing& c : e.crossings) {
      std::vector<std::string> found;
      for (const Line& line : lines) {
        if (line.names(c)) found.push_back(line.text);
      }
      EXPECT_FALSE(found.empty()) << fmt::format("{} to {}", fmt::join(c.from, " = "), fmt::join(c.to, " = "));
      if (found.size() == 1) needed.insert(found[0]);
    }
    for (const Line& line : lines) {
      // Words of a FIFO: a path only where the RAM is distributed.
      EXPECT_TRUE(needed.contains(line.text) || line.text.find("-quiet") != std::string::npos) << line.text;
    }
    EXPECT_GT(needed.size(), 15U);
  }
}

TEST(Constraints, EveryPatternFindsRegisters) {
  RTLGEN_NEED_TOOLS();
  for (const std::string shape : {"blocks", "odd_widths"}) {
    const Elaborated& e = intact(shape);
    int xdc = 0, sdc = 0;
    EXPECT_THAT(unmatched(e.xdc, kXdc, e.names.vivado, xdc), ::testing::IsEmpty()) << shape;
    EXPECT_THAT(unmatched(e.sdc, kSdc, e.names.quartus, sdc), ::testing::IsEmpty()) << shape;
    EXPECT_GT(xdc, 30);
    EXPECT_GT(sdc, 60);
  }
}

TEST(Constraints, WithFixedExtentsNoRegisterRestsAndNoPatternWantsOne) {
  RTLGEN_NEED_TOOLS();
  const Elaborated e = elaborated("odd_widths", "", "", "fixed");
  int count = 0;
  EXPECT_THAT(unmatched(e.xdc, kXdc, e.names.vivado, count), ::testing::IsEmpty());
  EXPECT_THAT(unmatched(e.sdc, kSdc, e.names.quartus, count), ::testing::IsEmpty());
  EXPECT_GT(count, 60);
}

TEST(Constraints, AnotherNameInTheDesignIsNoticed) {
  RTLGEN_NEED_TOOLS();
  const std::pair<const char*, const char*> kRenamed[] = {
      {"wr_meta", "wr_mid"}, {"u_ping ", "u_token "}, {"u_in_t ", "u_t "}};
  for (const auto& [from, to] : kRenamed) {
    const Elaborated e = elaborated("blocks", from, to);
    int count = 0;
    EXPECT_FALSE(unmatched(e.xdc, kXdc, e.names.vivado, count).empty()) << from;
    EXPECT_FALSE(unmatched(e.sdc, kSdc, e.names.quartus, count).empty()) << from;
  }
}

TEST(Constraints, RegistersThatRestDependOnTheConfigurationAlone) {
  RTLGEN_NEED_TOOLS();
  for (const std::string shape : {"blocks", "odd_widths"}) {
    const Elaborated& e = intact(shape);
    EXPECT_TRUE(std::ranges::any_of(e.names.vivado, [](const std::string& name) {
      return name.starts_with("u_core/static_row_last_reg");
    })) << shape;
    EXPECT_THAT(e.before_statics, ::testing::IsEmpty()) << shape;
  }
  EXPECT_THAT(elaborated("blocks", "words_held", "static_held").before_statics, ::testing::Not(::testing::IsEmpty()));
}

}  // namespace
}  // namespace rtlgen::axis_test
