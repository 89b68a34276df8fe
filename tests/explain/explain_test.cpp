// `rtlgen explain`: every code has an example, the example causes its diagnostic, and the fix removes it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/examples.hpp"
#include "runner/folder.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;
using cli::Example;
using cli::Session;

std::string environment_text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The output of the session, and its exit status.
ProcessResult run(const Session& session, const ProcessOptions& more = {}) {
  const runner::TemporaryFolder folder;
  for (const auto& [name, text] : session.files) {
    fs::create_directories((folder.path() / name).parent_path());
    runner::write_file(folder.path() / name, text);
  }
  fs::create_directories(folder.path() / ".bin");
  fs::create_symlink(program(), folder.path() / ".bin/rtlgen");
  if (const std::string python = environment_text("RTLGEN_PYTHON"); fs::exists(python))
    fs::create_symlink(python, folder.path() / ".bin/python3");
  ProcessOptions options = more;
  options.working_directory = folder.path().string();
  options.merge_stderr = true;
  options.timeout_seconds = 120;
  options.environment = {{"PATH", (folder.path() / ".bin").string() + ":" + environment_text("PATH")},
                         {"PYTHONPATH", environment_text("RTLGEN_PYTHON_PATH")},
                         {"RTLGEN_CACHE", (folder.path() / ".cache").string()}};
  return run_process({"bash", "-c", session.command}, options);
}

bool needs_python_package(const Example& example) {
  return example.session.command.find("demo.py") != std::string::npos;
}

/// The fault of an example; "": none.
std::string fault_of(const std::string& code, const Example& example) {
  const ProcessResult first = run(example.session);
  if (first.output.find("[" + code) == std::string::npos) return code + " is not reported:\n" + first.output;
  const ProcessResult second = run(example.fixed());
  if (second.output.find("[" + code) != std::string::npos) return code + " is still reported:\n" + second.output;
  // No test has a card.
  const bool is_card = example.session.command.find("--backend xdma") != std::string::npos;
  if (second.exit_code != 0 && !(is_card && second.exit_code == 3)) return code + ", fixed:\n" + second.output;
  return "";
}

TEST(Explain, EveryExampleCausesItsDiagnosticAndTheFixRemovesIt) {
  const bool has_python = !environment_text("RTLGEN_PYTHON_PATH").empty();
  ASSERT_NE(environment_text("RTLGEN_PYTHON"), "required") << "the build has no Python package";
  std::vector<std::pair<std::string, Example>> all;
  for (const auto& [code, example] : cli::examples()) {
    if (has_python || !needs_python_package(example)) all.emplace_back(code, example);
  }
  std::vector<std::string> faults(all.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) faults[i] = fault_of(all[i].first, all[i].second);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  for (const std::string& fault : faults) {
    if (!fault.empty()) ADD_FAILURE() << fault;
  }
}

TEST(Explain, FaultyExamplesAreFound) {
  const Example& good = cli::examples().at("RG0309");
  EXPECT_EQ(fault_of("RG0309", good), "");
  EXPECT_NE(fault_of("RG0310", good).find("is not reported"), std::string::npos);
  Example useless = good;
  useless.changes = {{"name: demo", "name: sample"}};
  EXPECT_NE(fault_of("RG0309", useless).find("is still reported"), std::string::npos);
  Example other = good;
  other.changes = {{"t*0.5", "u"}};
  EXPECT_NE(fault_of("RG0309", other).find("fixed"), std::string::npos);
  other.changes = {{"not there", "u"}};
  EXPECT_THROW(static_cast<void>(other.fixed()), InternalError);
  EXPECT_THROW(static_cast<void>(cli::examples_of({{"heads", ""}, {"a", "@code RG0101\n@fix Do it.\n"}})),
               InternalError);
}

TEST(Explain, EveryCodeHasAnExampleAndNoneIsLeftOver) {
  std::set<std::string> codes, explained;
  for (const DiagnosticCode& row : kDiagnosticCodes) codes.insert(row.code);
  for (const auto& [code, example] : cli::examples()) explained.insert(code);
  EXPECT_EQ(codes, explained);
}

ProcessResult explain(const std::vector<std::string>& words) {
  std::vector<std::string> command = {program(), "explain"};
  command.insert(command.end(), words.begin(), words.end());
  return run_process(command);
}

TEST(Explain, PrintsMeaningExampleAndFix) {
  const ProcessResult text = explain({"RG0309"});
  EXPECT_EQ(text.exit_code, 0);
  for (const char* part : {"RG0309: A constant does not fit", "Example, demo.yaml:\n\n    name: demo\n",
                           "    $ rtlgen check demo.yaml\n", "\nFix: ", "    - t*0.5\n    + t/2\n"})
    EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
  for (const char* other : {"rg0309", "309", "RG0309]"}) EXPECT_EQ(explain({other}).output, text.output) << other;
  EXPECT_NE(explain({"narrow-wrap"}).output.find("RG0902, warning narrow-wrap: "), std::string::npos);
  const auto json = nlohmann::json::parse(explain({"RG0902", "--json", "-"}).output);
  EXPECT_EQ(json["warning"], "narrow-wrap");
  EXPECT_EQ(json["example"]["command"], "rtlgen check demo.yaml");
}

TEST(Explain, ListsEveryCode) {
  const ProcessResult list = explain({});
  EXPECT_EQ(list.exit_code, 0);
  for (const DiagnosticCode& row : kDiagnosticCodes) EXPECT_NE(list.output.find(row.code), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(explain({"--json", "-"}).output).size(), kDiagnosticCodes.size());
}

TEST(Explain, AnUnknownNameGetsTheNearestAndACodeNone) {
  const ProcessResult unknown = explain({"RG0399"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.output, "");
  EXPECT_NE(unknown.errors.find("no diagnostic has the code 'RG0399'"), std::string::npos) << unknown.errors;
  // A neighbouring number means something else.
  EXPECT_EQ(unknown.errors.find("did you mean"), std::string::npos) << unknown.errors;
  EXPECT_NE(explain({"narow-wrap"}).errors.find("did you mean 'narrow-wrap'?"), std::string::npos);
  EXPECT_EQ(explain({"wave"}).exit_code, 2);
}

}  // namespace
}  // namespace rtlgen::test
