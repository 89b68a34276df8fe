// Every option that takes a value, with absurd numbers: 0, -1, NaN, infinity, 2^40, the ends of double. A
// command refuses them or takes them at their word; none crashes, hangs before it has checked, or meets a bug.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "program.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

constexpr int kPatience = 60;  ///< seconds; a hang, even on a loaded machine

struct Option {
  std::string command, name;
  bool has_range = false;  ///< help shows one, [LOW - HIGH]
};

class Ranges : public Program {
 protected:
  /// All options with a value, as `--help` of each command lists them.
  [[nodiscard]] std::vector<Option> options() const {
    static const std::regex kCommand("\n  ([a-z]+) ");
    static const std::regex kOption("\n  (?:-[a-z],)?(--[a-z-]+) [^ \n]");
    static const std::regex kRange("^[^\n]*:\\[[-+0-9.e]+ - [-+0-9.e]+\\]");
    std::vector<Option> found;
    const std::string all = rtlgen({"--help"}).output;
    const std::string commands = all.substr(all.find("Subcommands:"), all.find("Examples:") - all.find("Subcommands:"));
    for (std::sregex_iterator c(commands.begin(), commands.end(), kCommand), end; c != end; ++c) {
      const std::string help = rtlgen({(*c)[1], "--help"}).output;
      for (std::sregex_iterator o(help.begin(), help.end(), kOption); o != end; ++o) {
        const std::string rest = help.substr(static_cast<std::size_t>(o->position(1)));
        found.push_back({(*c)[1], (*o)[1], std::regex_search(rest, kRange)});
      }
    }
    return found;
  }

  /// "" if the outcome of `value` is in order. Without tools nothing is compiled or proven.
  [[nodiscard]] std::string fault(const Option& option, const std::string& value, bool is_outside) const {
    std::vector<std::string> arguments = {test::program(), option.command};
    if (option.command == "new")
      arguments.emplace_back("made.yaml");
    else if (option.command == "sweep")
      arguments.insert(arguments.end(), {"small.yaml", "--over", "iterations=1", "-o", "swept", "--force"});
    else if (option.command != "boards" && option.command != "schema" && option.command != "docs")
      arguments.emplace_back("small.yaml");
    arguments.push_back(option.name + "=" + value);
    ProcessOptions how;
    how.working_directory = folder_.path().string();
    how.environment = {{"PATH", "/nowhere"}, {"RTLGEN_CACHE", at("cache").string()}};
    how.timeout_seconds = kPatience;
    const ProcessResult result = run_process(arguments, how);
    const std::string what = fmt::format("{} {}={}: ", option.command, option.name, value);
    // 2^31 iterations may well be meant: they are computed until they are ended.
    const bool is_long = option.name == "--iterations" || option.name == "--extents" || option.name == "--set";
    if (result.timed_out) return is_outside || !is_long ? what + "ran on instead of being refused" : "";
    if (result.exit_code < 0 || result.exit_code > 3 || result.errors.find("internal error") != std::string::npos)
      return fmt::format("{}exit {}\n{}", what, result.exit_code, result.errors);
    if (is_outside && result.exit_code != 2) return fmt::format("{}exit {}, not refused", what, result.exit_code);
    if (result.exit_code == 2 && result.errors.empty()) return what + "refused without a word";
    return "";
  }
};

TEST_F(Ranges, NoCommandCrashesWhateverAnOptionSays) {
  const std::vector<Option> all = options();
  ASSERT_GT(all.size(), 150U);
  const auto count = [&](const std::string& command) {
    return std::count_if(all.begin(), all.end(), [&](const Option& o) { return o.command == command; });
  };
  for (const char* command : {"check", "sim", "run", "golden", "model", "explore", "advise", "project", "sweep"})
    EXPECT_GE(count(command), 4) << command;
  EXPECT_GE(std::count_if(all.begin(), all.end(), [](const Option& o) { return o.has_range; }), 15);
  const auto check = [&](std::size_t first) {
    for (std::size_t i = first; i < all.size(); i += 2) {
      // No range of ours reaches these.
      for (const char* value : {"-1", "nan", "inf", "1e308"})
        if (const std::string bad = fault(all[i], value, all[i].has_range); !bad.empty()) ADD_FAILURE() << bad;
      for (const char* value : {"0", "1099511627776"})
        if (const std::string bad = fault(all[i], value, false); !bad.empty()) ADD_FAILURE() << bad;
    }
  };
  std::thread odd([&] { check(1); });
  check(0);
  odd.join();
}

/// A command that ends otherwise, and one that takes what it should refuse, are found.
/// `explore` tries values of keys: it offers those that a description can have.
TEST_F(Ranges, AreThoseOfTheKeys) {
  const std::string help = rtlgen({"explore", "--help"}).output;
  for (const auto& [option, key] : {std::pair<std::string, std::string>{"--steps", "hardware.steps"},
                                    {"--cells-per-cycle", "hardware.cells_per_cycle"}}) {
    std::smatch found;
    const std::regex range(option + "[^\n]*:\\[(\\d+) - (\\d+)\\]");
    ASSERT_TRUE(std::regex_search(help, found, range)) << option;
    const auto refused = [&](long value) {
      const auto result = rtlgen({"check", "heat1d", "--set", key + "=" + std::to_string(value)});
      return result.errors.find("RG0206") != std::string::npos;
    };
    EXPECT_FALSE(refused(std::stol(found[2]))) << option;
    EXPECT_TRUE(refused(std::stol(found[2]) + 1)) << option;
    EXPECT_TRUE(refused(std::stol(found[1]) - 1)) << option;
  }
}

TEST_F(Ranges, TheCheckNoticesACommandThatAccepts) {
  EXPECT_EQ(fault({"golden", "--iterations", true}, "1", false), "");
  EXPECT_THAT(fault({"golden", "--iterations", true}, "1", true), HasSubstr("exit 0, not refused"));
}

}  // namespace
}  // namespace rtlgen::test
