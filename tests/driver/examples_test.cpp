// The examples of --help name fields and boards that are there.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "board/board.hpp"
#include "driver/import/import_program.hpp"
#include "driver/simulate/simulate.hpp"
#include "frontend/board/board_file.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

/// Runs an example's fields and overrides through `golden`, which is quick.
std::string fault_of(const std::string& line, const Scratch& scratch) {
  std::istringstream words(line);
  std::string program;
  std::string command;
  driver::RunOptions options;
  words >> program >> command >> options.source.file;
  if (command == "boards") {
    Diagnostics diagnostics;
    return frontend::load_board(options.source.file, diagnostics).ok() ? "" : diagnostics.render();
  }
  if (command == "explain" || command == "doctor") return "";  // tests/explain, tests/doctor
  // A bare name is that of a shipped stencil; `import` has a file of the user's.
  if (command == "import") options.source.file = "tests/import/c/enums.c";
  const bool is_shipped = options.source.file.find('.') == std::string::npos;
  options.source.file =
      test::source_folder() + (is_shipped ? "/configs/" + options.source.file + ".yaml" : "/" + options.source.file);
  if (command == "import") {
    driver::ImportOptions import;
    import.file = options.source.file;
    Diagnostics diagnostics;
    return driver::import_program(import, diagnostics).ok() ? "" : diagnostics.render();
  }
  options.iterations = 1;
  for (std::string word; words >> word;) {
    std::string value;
    if (word == "--output" && words >> value)
      options.outputs.push_back(value.substr(0, value.find('=') + 1) + scratch.at("out.npy"));
    if (word == "--board" && words >> value) options.source.sets.push_back("hardware.board=" + value);
    if (word == "--set" && words >> value) options.source.sets.push_back(value);
  }
  Diagnostics diagnostics;
  return driver::golden(options, diagnostics).ok() ? "" : diagnostics.render();
}

TEST(HelpExamples, Work) {
  const Scratch scratch("");
  const std::string help = run_process({test::program(), "--help"}).output;
  std::istringstream lines(help);
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  rtlgen ", 0) != 0) continue;
    ++examples;
    EXPECT_EQ(fault_of(line, scratch), "") << line;
  }
  EXPECT_GE(examples, 5);
}

TEST(HelpExamples, AWrongFieldOrBoardIsFound) {
  const Scratch scratch("");
  EXPECT_NE(fault_of("  rtlgen sim configs/blur.yaml --output image=out.png", scratch), "");
  EXPECT_NE(fault_of("  rtlgen boards breadboard    every figure", scratch), "");
}

}  // namespace
}  // namespace rtlgen::test
