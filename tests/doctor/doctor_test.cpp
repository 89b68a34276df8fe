// `rtlgen doctor` on machines that lack tools, have broken ones, or a cache that cannot be written.
#include "driver/doctor/doctor.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "driver/doctor/packages.hpp"
#include "environment.hpp"

namespace rtlgen::test {
namespace {

using nlohmann::json;

class Doctor : public Environment {
 protected:
  /// With these fake tools alone in PATH.
  json report(int exit, const std::vector<std::pair<std::string, std::string>>& more = {}) const {
    auto environment = more;
    const std::string bin = fs::exists(at("bin")) ? at("bin").string() : path_with({"sh"});
    environment.emplace_back("PATH", at("fakes").string() + ":" + bin);
    const ProcessResult result = run({"doctor", "--json", "-"}, environment);
    EXPECT_EQ(result.exit_code, exit) << result.errors;
    return json::parse(result.output);
  }

  static json named(const json& list, const char* key, const std::string& name) {
    for (const json& entry : list) {
      if (entry[key] == name) return entry;
    }
    ADD_FAILURE() << "no " << name;
    return {};
  }
};

TEST_F(Doctor, WithoutToolsOnlyDescriptionsWork) {
  const json report = this->report(3);
  EXPECT_EQ(report["ready"], false);
  EXPECT_EQ(named(report["tools"], "program", "verilator")["state"], "missing");
  EXPECT_EQ(report["works"][0]["works"], true);
  EXPECT_EQ(report["works"][1]["missing"], (json{"verilator", "make", "a C++ compiler"}));
  EXPECT_EQ(report["python"]["fault"], "no python3 in PATH");
}

TEST_F(Doctor, IsReadyWithVerilatorMakeAndACompiler) {
  for (const char* tool : {"verilator", "make", "g++"}) fake(tool, "exit 1");
  const json report = this->report(0);
  EXPECT_EQ(report["ready"], true);
  const json verilator = named(report["tools"], "program", "verilator");
  EXPECT_EQ(verilator["state"], "found");
  EXPECT_EQ(verilator["version"], "Verilator 5.006 2023-01-22");
  EXPECT_EQ(verilator["least"], "5.006");
  EXPECT_EQ(named(report["works"], "what", "synth, calibrate")["missing"], json{"yosys"});
}

TEST_F(Doctor, ABrokenToolIsNamedWithTheReason) {
  for (const char* tool : {"make", "g++"}) fake(tool, "exit 1");
  fake("verilator", "exit 1", "Verilator 4.038 2020-07-11");
  fake("yosys", "exit 1", "not what you think 1.2");
  const json report = this->report(3);
  const json verilator = named(report["tools"], "program", "verilator");
  EXPECT_EQ(verilator["state"], "broken");
  EXPECT_NE(std::string(verilator["fault"]).find("too old"), std::string::npos);
  EXPECT_NE(std::string(named(report["tools"], "program", "yosys")["fault"]).find("is not yosys"), std::string::npos);
  EXPECT_EQ(report["works"][1]["missing"], json{"verilator"});
}

TEST_F(Doctor, ANewerToolWorks) {
  for (const char* tool : {"make", "g++"}) fake(tool, "exit 1");
  fake("verilator", "exit 1", "Verilator 9.001 2030-01-01");
  EXPECT_EQ(named(report(0)["tools"], "program", "verilator")["state"], "newer");
}

TEST_F(Doctor, TextNamesWhatToInstall) {
  const ProcessResult text = run({"doctor"}, {{"PATH", path_with({"sh"})}});
  EXPECT_EQ(text.exit_code, 3);
  for (const char* part : {"verilator       missing", "tried up to", "\nPackages of missing tools: ",
                           "What works\n  yes  check", "no   sim, run, report", "Not ready"})
    EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
  EXPECT_EQ(text.errors, "");
}

TEST_F(Doctor, TheCacheIsMeasuredAndLeftAsItWas) {
  json cache = report(3)["cache"];
  EXPECT_EQ(cache["writable"], true);
  EXPECT_EQ(cache["entries"], 0);
  EXPECT_FALSE(fs::exists(at("cache"))) << "nothing is left behind";
  fs::create_directories(at("cache/entry"));
  write_file(at("cache/entry/model"), std::string(1000, 'x'));
  cache = report(3)["cache"];
  EXPECT_EQ(cache["entries"], 1);
  EXPECT_EQ(cache["bytes"], 1000);
  write_file(at("occupied"), "");
  cache = report(3, {{"RTLGEN_CACHE", at("occupied/cache").string()}})["cache"];
  EXPECT_EQ(cache["writable"], false);
  EXPECT_NE(cache["fault"], "");
}

TEST(Packages, AreThoseOfTheSystem) {
  using driver::Packages;
  EXPECT_EQ(driver::packages_of("NAME=x\nID=debian\n"), Packages::kApt);
  EXPECT_EQ(driver::packages_of("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), Packages::kApt);
  EXPECT_EQ(driver::packages_of("ID=fedora\n"), Packages::kDnf);
  EXPECT_EQ(driver::packages_of("ID=manjaro\nID_LIKE=arch\n"), Packages::kPacman);
  EXPECT_EQ(driver::package_with("g++", Packages::kApt), "g++");
  EXPECT_EQ(driver::package_with("g++", Packages::kDnf), "gcc-c++");
  EXPECT_EQ(driver::package_with("icepack", Packages::kApt), "fpga-icestorm");
  EXPECT_EQ(driver::package_with("vivado", Packages::kApt), "");
  EXPECT_EQ(driver::pretty_name("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"), "Debian GNU/Linux 12 (bookworm)");
}

}  // namespace
}  // namespace rtlgen::test
