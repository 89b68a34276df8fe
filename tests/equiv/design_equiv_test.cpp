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
#include "proven_case.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::equiv {
namespace {

/// Modules that cannot be proven, with the reason. Each is tried all the same: a reason that no longer
/// holds is an error.
const std::map<std::string, std::string>& exemptions() {
  static const std::map<std::string, std::string> table = {};
  return table;
}

/// Proves a module, or finds it in the ledger, and prints a line of the table. Is it proven?
bool expect_proven(const Subject& subject, const std::string& folder) {
  const auto begin = std::chrono::steady_clock::now();
  const test::Verdict verdict = test::prove_once(evidence_of(subject), [&] { return prove(subject, folder); });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const auto exempt = exemptions().find(subject.module);
  const bool expected = exempt == exemptions().end();
  fmt::print("{:<36} {:<14} {:5.1f} s  {}\n", subject.module, subject.config, seconds,
             verdict.is_unchanged    ? test::kUnchanged
             : verdict.fault.empty() ? "proven"
             : expected              ? "NOT PROVEN"
                                     : "not proven: " + exempt->second);
  std::fflush(stdout);
  if (expected) {
    EXPECT_EQ(verdict.fault, "") << subject.module;
  } else {
    EXPECT_NE(verdict.fault, "") << subject.module << " is proven: it needs no exemption";
  }
  return verdict.fault.empty();
}

TEST(DesignEquivalence, EveryModuleOfManyConfigurations) {
  RTLGEN_NEED_TOOLS();
  const test::Ledger ledger = test::Ledger::from_environment();
  std::vector<Subject> known;
  int proven = 0;
  for (const Case& c : proven_cases()) {
    const Printed files = printed(c);
    const test::Evidence evidence = evidence_of(c, files);
    if (ledger.knows(evidence)) {
      const int unchanged = remember(c, files, known);
      fmt::print("{:<36} {:<14}          {}\n", fmt::format("{} modules", unchanged), c.name, test::kUnchanged);
      test::tally().unchanged += unchanged;
      proven += unchanged;
      continue;
    }
    const std::string folder = test::fresh_folder("design_equiv_" + c.name);
    bool all = true;
    for (const Subject& subject : subjects(c, files, folder, known)) {
      const bool is_proven = expect_proven(subject, folder);
      all = all && is_proven;
      if (is_proven) ++proven;
    }
    if (all) ledger.enter(evidence);
  }
  fmt::print("{} of {} distinct modules proven, {} of them {}\n", proven, known.size(), test::tally().unchanged,
             test::kUnchanged);
  for (const auto& [module, reason] : exemptions()) {
    const auto is = [&, &name = module](const Subject& s) { return s.module == name; };
    EXPECT_TRUE(std::any_of(known.begin(), known.end(), is)) << "there is no module " << module << " to exempt";
  }
  if (test::tally().unchanged == static_cast<int>(known.size())) GTEST_SKIP() << test::kUnchanged;
}

/// The proof must see a changed module, a changed connection and another module in an instance.
TEST(DesignEquivalence, MutantsAreNoPair) {
  RTLGEN_NEED_TOOLS();
  const Case heat{"heat1d", {"grid=[40]", "hardware.steps=2"}};
  const Printed files = printed(heat);
  test::Evidence evidence = evidence_of(heat, files);
  evidence.add("mutants", "").path(test::source_folder(), "tests/equiv/design_equiv_test.cpp");
  RTLGEN_UNLESS_PROVEN(evidence);
  const std::string folder = test::fresh_folder("design_equiv_broken");
  std::vector<Subject> known;
  const auto all = subjects(heat, files, folder, known);
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
  EXPECT_EQ(changed("heat1d_core", "credits + {{", "credits - {{"), "noticed");
  EXPECT_EQ(changed("heat1d_executor", ".t_xm1(tap_t_x0_l0)", ".t_xm1(tap_t_x0_l1)"), "noticed");
  EXPECT_EQ(changed("heat1d_executor", "u_kernel_0_l1_is_heat1d_kernel", "u_kernel_0_l1_is_another"), "noticed");
}

}  // namespace
}  // namespace rtlgen::equiv
