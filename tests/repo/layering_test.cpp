// The include order of the layers: data flows one way, and three firewalls hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "support/process.hpp"
#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

/// Layer -> layers it may include. Nothing else is allowed.
const std::map<std::string, std::set<std::string>> kEdges = {
    {"support", {}},
    {"contract", {"support"}},
    {"spec", {"contract", "support"}},
    {"board", {"support"}},
    {"frontend", {"spec", "board", "support"}},
    {"import", {"frontend", "spec", "support"}},
    {"analysis", {"spec", "support"}},
    {"hw", {"support"}},
    {"ops", {"hw", "spec", "support"}},
    {"plan", {"contract", "analysis", "hw", "ops", "spec", "support"}},
    // Includes the values of a plan and calls nothing that makes them (tests/plan/proof_test.cpp).
    {"plan/verify", {"contract", "plan", "hw", "ops", "spec", "support"}},
    {"elaborate", {"contract", "plan", "analysis", "hw", "ops", "spec", "support"}},
    {"emit", {"hw", "support"}},
    {"testbench", {"contract", "plan", "hw", "emit", "spec", "support"}},
    {"golden", {"spec", "support"}},
    {"data", {"golden", "spec", "support"}},
    {"netlist", {"emit", "hw", "support"}},
    {"shell", {"contract", "netlist", "plan", "emit", "spec", "support"}},
    {"flow", {"contract", "netlist", "shell", "plan", "emit", "board", "spec", "support"}},
    {"model", {"contract", "plan", "hw", "analysis", "spec", "support"}},
    {"report", {"contract", "model", "plan", "ops", "spec", "board", "support"}},
    {"explore", {"contract", "model", "elaborate", "plan", "analysis", "ops", "hw", "spec", "support"}},
    {"synthesis", {"contract", "model", "hw", "emit", "runner", "support"}},
    {"dram", {"support"}},
    {"system", {"dram", "host", "support"}},
    {"vendor", {"system", "host", "support"}},
    {"harness", {}},
    {"cards", {"contract", "host", "support"}},
    {"host", {"contract", "support"}},
    {"runner", {"contract", "spec", "golden", "support"}},
    // Use cases: each one sees only the use cases that it is made of.
    {"driver/prepare", {"frontend", "board", "analysis", "plan", "runner", "spec", "support"}},
    {"driver/slabs", {"contract", "driver/prepare", "cards", "analysis", "model", "spec", "support"}},
    {"driver/data", {"driver/prepare", "frontend", "data", "golden", "spec", "support"}},
    {"driver/design",
     {"contract", "driver/prepare", "frontend", "ops", "plan", "elaborate", "emit", "shell", "flow", "runner", "hw",
      "spec", "support"}},
    {"driver/simulate",
     {"contract", "driver/prepare", "driver/data", "driver/design", "frontend", "golden",    "runner", "host",
      "dram",     "system",         "model",       "shell",         "analysis", "elaborate", "emit",   "hw",
      "plan",     "testbench",      "spec",        "support"}},
    {"driver/generate",
     {"contract", "driver/prepare", "driver/slabs", "driver/data", "driver/design", "driver/simulate", "testbench",
      "elaborate", "emit", "golden", "model", "plan", "runner", "hw", "spec", "support"}},
    {"driver/run",
     {"contract", "driver/prepare", "driver/simulate", "frontend", "flow", "host", "board", "spec", "support"}},
    {"driver/diagnose",
     {"contract", "driver/prepare", "driver/data", "driver/simulate", "driver/run", "board", "frontend", "golden",
      "host", "plan", "runner", "spec", "support"}},
    {"driver/model",
     {"contract", "driver/prepare", "driver/slabs", "driver/data", "frontend", "board", "model", "elaborate", "dram",
      "emit", "flow", "system", "runner", "hw", "plan", "spec", "support"}},
    {"driver/cards",
     {"contract", "driver/prepare", "driver/slabs", "driver/data", "driver/design", "driver/simulate", "driver/run",
      "driver/model", "cards", "analysis", "golden", "host", "model", "runner", "spec", "support"}},
    {"driver/batch",
     {"contract", "driver/prepare", "driver/data", "driver/simulate", "driver/run", "driver/model", "data", "golden",
      "host", "model", "plan", "runner", "spec", "support"}},
    {"driver/explore",
     {"contract", "cards", "driver/prepare", "driver/model", "driver/slabs", "frontend", "explore", "board", "hw",
      "model", "runner", "plan", "spec", "support"}},
    {"driver/advise",
     {"contract", "driver/prepare", "driver/model", "driver/explore", "frontend", "model", "plan", "runner", "spec",
      "support"}},
    {"driver/synth", {"driver/prepare", "driver/model", "synthesis", "model", "elaborate", "runner", "hw", "support"}},
    {"driver/report",
     {"contract", "driver/prepare", "driver/data", "driver/design", "driver/simulate", "driver/model", "driver/explore",
      "report", "golden", "data", "model", "emit", "plan", "spec", "support"}},
    {"driver/project",
     {"driver/prepare", "driver/design", "driver/model", "driver/explore", "frontend", "board", "elaborate", "emit",
      "flow", "hw", "shell", "runner", "plan", "spec", "support"}},
    {"driver/sweep", {"driver/prepare", "frontend", "runner", "spec", "support"}},
    {"driver/import", {"driver/prepare", "import", "frontend", "spec", "support"}},
    {"driver/doctor", {"driver/prepare", "runner", "support"}},
    {"python", {"cli", "driver", "frontend", "board", "data", "golden", "explore", "spec", "support"}},
    {"lsp",
     {"contract", "driver/prepare", "frontend", "analysis", "plan", "ops", "hw", "model", "board", "spec", "support"}},
    {"cli",
     {"contract", "driver", "lsp", "cards", "report", "frontend", "board", "model", "explore", "spec", "plan", "runner",
      "golden", "data", "analysis", "hw", "support"}},
};

const std::map<std::string, std::set<std::string>>& edges() { return kEdges; }

/// "gen/plan/plan.hpp" -> "plan"; runtime/golden/... -> "golden"; gen/driver/sweep/... -> "driver/sweep";
/// gen/plan/verify/...
/// -> "plan/verify", the one folder of a layer that is apart from the others.
std::string layer_of(const std::string& path) {
  static const std::regex pattern("^(gen|runtime|sim)/(driver/[a-z_]+|plan/verify|[a-z_]+)/.*");
  std::smatch m;
  return std::regex_match(path, m, pattern) ? m[2].str() : "";
}

std::vector<std::string> violations(const std::vector<SourceText>& sources) {
  static const std::regex include("#include \"(driver/[a-z_]+|plan/verify|[a-z_]+)/[^\"]+\"");
  std::vector<std::string> found;
  for (const SourceText& s : sources) {
    const std::string from = layer_of(s.path);
    if (from.empty()) continue;
    const auto allowed = edges().find(from);
    if (allowed == edges().end()) {
      found.push_back(s.path + ": layer '" + from + "' is not in the table");
      continue;
    }
    for (std::sregex_iterator it(s.text.begin(), s.text.end(), include), end; it != end; ++it) {
      const std::string to = (*it)[1];
      const bool is_allowed = allowed->second.contains(to) || allowed->second.contains(to.substr(0, to.find('/')));
      if (to != from && edges().contains(to) && !is_allowed) found.push_back(s.path + " includes " + to);
    }
  }
  return found;
}

TEST(Layering, EveryIncludeIsAnAllowedEdge) {
  const auto sources = files({".hpp", ".cpp"});
  ASSERT_GT(sources.size(), 50U);
  for (const std::string& v : violations(sources)) ADD_FAILURE() << v;
}

/// A stencil's YAML is the frontend's; dram and a bench read their own files of numbers.
TEST(Layering, OnlyTheFrontendAndTheMemoryModelsSeeYaml) {
  for (const SourceText& s : files({".hpp", ".cpp"})) {
    if (layer_of(s.path) == "frontend" || s.path == "sim/dram/part_file.cpp" || s.path == "bench/papers/rows.cpp" ||
        s.path == "bench/papers/published.cpp" || s.path.rfind("tests/", 0) == 0)
      continue;
    EXPECT_EQ(s.text.find("yaml-cpp/"), std::string::npos) << s.path;
  }
}

/// Files of the product that include the parser of command lines, which costs more to compile than most of them, but
/// sources of the command line itself.
std::vector<std::string> sees_parser(const std::vector<SourceText>& sources) {
  std::vector<std::string> found;
  for (const SourceText& s : sources) {
    if (layer_of(s.path).empty() || s.text.find("#include <CLI/") == std::string::npos) continue;
    if (layer_of(s.path) != "cli" || s.path.ends_with(".hpp")) found.push_back(s.path);
  }
  return found;
}

TEST(Layering, OnlySourcesOfTheCommandLineSeeTheParser) {
  auto sources = files({".hpp", ".cpp"});
  for (const std::string& path : sees_parser(sources)) ADD_FAILURE() << path;
  sources = {{"gen/cli/x.hpp", "#include <CLI/CLI.hpp>\n"}, {"gen/driver/run/x.cpp", "#include <CLI/CLI.hpp>\n"}};
  EXPECT_EQ(sees_parser(sources).size(), 2U);
}

/// Files that those of `layer` include, directly or not, each with who includes it.
std::map<std::string, std::string> reached_from(const std::string& layer, const std::vector<SourceText>& sources) {
  static const std::regex include("#include \"([a-z_]+/[^\"]+)\"");
  std::map<std::string, const SourceText*> by_name;
  std::vector<const SourceText*> open;
  for (const SourceText& s : sources) {
    if (layer_of(s.path).empty()) continue;
    by_name[s.path.substr(s.path.find('/') + 1)] = &s;
    if (layer_of(s.path) == layer) open.push_back(&s);
  }
  std::map<std::string, std::string> reached;
  while (!open.empty()) {
    const SourceText* const from = open.back();
    open.pop_back();
    for (std::sregex_iterator it(from->text.begin(), from->text.end(), include), end; it != end; ++it) {
      const auto to = by_name.find((*it)[1]);
      if (to != by_name.end() && reached.emplace(to->first, from->path).second) open.push_back(to->second);
    }
  }
  return reached;
}

/// The golden engine's input is a program: no hardware can change what it computes.
TEST(Layering, GoldenSeesNoHardware) {
  auto sources = files({".hpp", ".cpp"});
  const auto reached = reached_from("golden", sources);
  ASSERT_TRUE(reached.contains("spec/program.hpp"));
  EXPECT_FALSE(reached.contains("spec/hardware.hpp")) << reached.at("spec/hardware.hpp");
  sources.push_back({"runtime/golden/x.cpp", "#include \"analysis/x.hpp\"\n"});
  sources.push_back({"gen/analysis/x.hpp", "#include \"spec/stencil.hpp\"\n"});
  EXPECT_TRUE(reached_from("golden", sources).contains("spec/hardware.hpp")) << "by way of another header";
}

TEST(Layering, AForbiddenIncludeIsFound) {
  EXPECT_EQ(violations({{"runtime/golden/x.cpp", "#include \"plan/plan.hpp\"\n"}}).size(), 1U);
  EXPECT_EQ(violations({{"gen/emit/x.cpp", "#include \"spec/stencil.hpp\"\n"}}).size(), 1U);
  EXPECT_EQ(violations({{"gen/nowhere/x.cpp", ""}}).size(), 1U);
  EXPECT_EQ(violations({{"gen/driver/x.cpp", ""}}).size(), 1U) << "a source of no use case";
  EXPECT_EQ(violations({{"gen/driver/sweep/x.cpp", "#include \"driver/model/model.hpp\"\n"}}).size(), 1U);
  EXPECT_TRUE(violations({{"gen/driver/sweep/x.cpp", "#include \"driver/prepare/prepare.hpp\"\n"}}).empty());
  EXPECT_TRUE(violations({{"gen/cli/x.cpp", "#include \"driver/model/model.hpp\"\n"}}).empty());
  EXPECT_TRUE(violations({{"gen/plan/x.cpp", "#include \"ops/operator.hpp\"\n"}}).empty());
  EXPECT_TRUE(violations({{"gen/plan/verify/x.cpp", "#include \"plan/plan.hpp\"\n"}}).empty());
  EXPECT_EQ(violations({{"gen/plan/verify/x.cpp", "#include \"analysis/windows.hpp\"\n"}}).size(), 1U);
}

/// The compiler and the include paths with which the build compiles `layer`.
std::vector<std::string> compiler_of(std::string layer) {
  std::replace(layer.begin(), layer.end(), '/', '_');
  std::ifstream file(test::build_folder() + "/compile_commands.json");
  for (const auto& entry : nlohmann::json::parse(file)) {
    const auto output = entry.at("command").get<std::string>();
    if (output.find("/rtlgen_" + layer + ".dir/") == std::string::npos) continue;
    std::vector<std::string> command = {"c++", "-std=c++20", "-fsyntax-only"};
    std::istringstream words(output);
    for (std::string word; words >> word;) {
      if (word.starts_with("-I")) command.push_back(word);
    }
    return command;
  }
  return {};
}

/// Whether a source of `layer` with this include compiles.
bool compiles(const std::string& layer, const std::string& header) {
  const std::string source = testing::TempDir() + "/rtlgen_include.cpp";
  std::ofstream(source) << "#include \"" << header << "\"\n";
  std::vector<std::string> command = compiler_of(layer);
  command.push_back(source);
  return run_process(command).ok();
}

/// Commands, Python and whatever comes next reach the importers through the use case, whose child process has limits.
TEST(Layering, ImportersRunInOneUseCase) {
  for (const auto& [layer, allowed] : edges()) EXPECT_EQ(allowed.contains("import"), layer == "driver/import") << layer;
}

TEST(Layering, AForbiddenIncludeDoesNotCompile) {
  EXPECT_TRUE(compiles("golden", "spec/stencil.hpp"));
  EXPECT_FALSE(compiles("golden", "plan/plan.hpp"));
  EXPECT_TRUE(compiles("host", "contract/manifest.hpp"));
  EXPECT_FALSE(compiles("host", "plan/plan.hpp"));
  EXPECT_FALSE(compiles("host", "spec/stencil.hpp"));
  EXPECT_TRUE(compiles("runner", "contract/core_interface.hpp"));
  EXPECT_FALSE(compiles("runner", "plan/plan.hpp"));
  EXPECT_TRUE(compiles("plan", "plan/plan.hpp"));
  EXPECT_FALSE(compiles("plan", "elaborate/elaborate.hpp"));
  EXPECT_TRUE(compiles("driver/sweep", "driver/prepare/prepare.hpp"));
  EXPECT_FALSE(compiles("driver/sweep", "driver/model/model.hpp"));
  EXPECT_FALSE(compiles("driver/import", "driver/model/model.hpp"));
}

}  // namespace
}  // namespace rtlgen::repo
