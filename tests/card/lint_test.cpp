// Generated shells and AXI4-Stream tops with their cores in every tool, without a warning.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "runner/sources.hpp"
#include "shell/shell.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

std::vector<std::string> shapes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/tests/card/shapes"))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The files of a shell and its core, written to `folder`; `top` becomes the shell.
std::vector<std::string> written(const std::string& folder, const std::string& shape, std::string& top) {
  const driver::Source source{test::source_folder() + "/tests/card/shapes/" + shape + ".yaml", {}};
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(source, diagnostics);
  EXPECT_TRUE(prepared.ok()) << diagnostics.render();
  top = (*prepared)->plan.shell->module;
  std::vector<emit::File> files =
      shell::shell_files((*prepared)->plan, driver::banner_of(**prepared), driver::identity_of(**prepared));
  for (runner::SourceFile& file : driver::core_sources(**prepared, runner::Hdl::kVerilog).files) {
    files.push_back({std::filesystem::path(file.path).filename().string(), std::move(file.text)});
  }
  write_files(folder, files);
  std::vector<std::string> names;
  for (const emit::File& file : files) names.push_back(file.path);
  return names;
}

class ShellLint : public testing::TestWithParam<std::string> {};

TEST_P(ShellLint, EveryToolIsContent) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("shell_lint_" + GetParam());
  std::string top;
  const std::vector<std::string> files = written(folder, GetParam(), top);
  EXPECT_EQ(verilator_lint(folder, files, top), "");
  EXPECT_EQ(icarus_compile(folder, files, top), "");
  EXPECT_EQ(yosys_read(folder, files, top), "");
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShellLint, testing::ValuesIn(shapes()), [](const auto& c) { return c.param; });

TEST(ShellLintMutant, AnUnusedWireIsSeen) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("shell_lint_mutant");
  std::string top;
  const std::vector<std::string> files = written(folder, "line", top);
  std::string text = read_text(folder + "/" + top + ".v");
  const std::string begin = "  // Registers\n";
  const std::size_t at = text.find(begin);
  ASSERT_NE(at, std::string::npos);
  text.insert(at, "  wire nobody_reads_this = busy;\n");
  write_files(folder, {{top + ".v", text}});
  EXPECT_NE(verilator_lint(folder, files, top), "");
}

}  // namespace
}  // namespace rtlgen::test
