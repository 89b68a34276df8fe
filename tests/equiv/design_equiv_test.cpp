// Every module of many shipped configurations means the same in Verilog and in VHDL: Yosys proves it.
//
// Modules are proven one by one, the modules instantiated in them as boxes; a design whose modules
// are all equal and connected alike is equal. Prints a table of what is proven, and of what is not and
// why.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "modules.hpp"
#include "tools.hpp"

namespace rtlgen::equiv {
namespace {

/// Modules that cannot be proven, with the reason. Each is tried all the same: a reason that no longer
/// holds is an error.
const std::map<std::string, std::string>& exemptions() {
  static const std::map<std::string, std::string> table = {};
  return table;
}

TEST(DesignEquivalence, EveryModuleOfManyConfigurations) {
  RTLGEN_NEED_TOOLS();
  std::vector<Subject> known;
  int proven = 0;
  for (const Case& c : proven_cases()) {
    const std::string folder = test::fresh_folder("design_equiv_" + c.name);
    for (const Subject& subject : subjects(c, folder, known)) {
      const auto begin = std::chrono::steady_clock::now();
      const std::string said = prove(subject, folder);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const auto exempt = exemptions().find(subject.module);
      const bool expected = exempt == exemptions().end();
      fmt::print("{:<36} {:<14} {:5.1f} s  {}\n", subject.module, c.name, seconds,
                 said.empty() ? "proven"
                 : expected   ? "NOT PROVEN"
                              : "not proven: " + exempt->second);
      std::fflush(stdout);
      if (said.empty()) ++proven;
      if (expected) {
        EXPECT_EQ(said, "") << subject.module;
      } else {
        EXPECT_NE(said, "") << subject.module << " is proven: it needs no exemption";
      }
    }
  }
  fmt::print("{} of {} distinct modules proven\n", proven, known.size());
  for (const auto& [module, reason] : exemptions()) {
    const auto is = [&, &name = module](const Subject& s) { return s.module == name; };
    EXPECT_TRUE(std::any_of(known.begin(), known.end(), is)) << "there is no module " << module << " to exempt";
  }
}

/// The proof must see a changed module, a changed connection and another module in an instance.
TEST(DesignEquivalence, MutantsAreNoPair) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("design_equiv_broken");
  std::vector<Subject> known;
  const Case heat{"heat1d", {"grid=[40]", "hardware.steps=2"}};
  const auto all = subjects(heat, folder, known);
  const auto changed = [&](const std::string& module, const std::string& from, const std::string& to) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Subject& s) { return s.module == module; });
    if (found == all.end()) return std::string("no module ") + module;
    Subject broken = *found;
    const std::size_t at = broken.verilog.find(from);
    if (at == std::string::npos) return "no text " + from;
    broken.verilog.replace(at, from.size(), to);
    EXPECT_EQ(prove(*found, folder), "");
    return prove(broken, folder).empty() ? "not noticed" : std::string("noticed");
  };
  EXPECT_EQ(changed("heat1d_core", ") - {", ") + {"), "noticed");
  EXPECT_EQ(changed("heat1d_executor", ".t_xm1(tap_t_x0_l0)", ".t_xm1(tap_t_x0_l1)"), "noticed");
  EXPECT_EQ(changed("heat1d_executor", "u_kernel_0_l1_is_heat1d_kernel", "u_kernel_0_l1_is_another"), "noticed");
}

}  // namespace
}  // namespace rtlgen::equiv
