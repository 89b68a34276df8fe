// run_process: output, exit codes, input, time limits; and the repair of GHDL's Verilog.
#include "support/process.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/ghdl_verilog.hpp"

namespace rtlgen {
namespace {

TEST(Process, CapturesBothStreams) {
  const ProcessResult result = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.ok());
}

TEST(Process, MergesStreams) {
  ProcessOptions options;
  options.merge_stderr = true;
  const ProcessResult result = run_process({"sh", "-c", "echo one; echo two >&2; echo three"}, options);
  EXPECT_EQ(result.output, "one\ntwo\nthree\n");
  EXPECT_TRUE(result.ok());
}

TEST(Process, DoesNotUseAShell) {
  const ProcessResult result = run_process({"printf", "%s", "$HOME; a  b * 'c'"});
  EXPECT_EQ(result.output, "$HOME; a  b * 'c'");
}

TEST(Process, FeedsInputLargerThanAPipe) {
  ProcessOptions options;
  options.standard_input = std::string(1 << 20, 'x');
  const ProcessResult result = run_process({"cat"}, options);
  EXPECT_EQ(result.output.size(), options.standard_input.size());
}

TEST(Process, SurvivesAProgramThatDoesNotRead) {
  ProcessOptions options;
  options.standard_input = std::string(1 << 20, 'x');
  EXPECT_TRUE(run_process({"true"}, options).ok());
}

TEST(Process, UsesFolderAndEnvironment) {
  ProcessOptions options;
  options.working_directory = "/";
  options.environment = {{"RTLGEN_TEST_WORD", "hello"}};
  EXPECT_EQ(run_process({"sh", "-c", "pwd; echo $RTLGEN_TEST_WORD"}, options).output, "/\nhello\n");
}

TEST(Process, StopsAtTheTimeLimitWithAllChildren) {
  ProcessOptions options;
  options.timeout_seconds = 1;
  // A child that survives holds the pipe, and the test would not end.
  const ProcessResult result = run_process({"sh", "-c", "sleep 86400 & sleep 86400; echo no"}, options);
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.output, "");
}

TEST(Process, ReportsMissingProgramAndFolder) {
  const ProcessResult missing = run_process({"no-such-program-of-rtlgen"});
  EXPECT_EQ(missing.exit_code, 127);
  EXPECT_NE(missing.errors.find("not found"), std::string::npos);
  ProcessOptions options;
  options.working_directory = "/no/such/folder";
  const ProcessResult nowhere = run_process({"true"}, options);
  EXPECT_EQ(nowhere.exit_code, 127);
  EXPECT_NE(nowhere.errors.find("cannot start"), std::string::npos);
}

TEST(Process, LooksUpRelativePathsFromTheWorkingFolder) {
  ProcessOptions options;
  options.working_directory = "/bin";
  EXPECT_TRUE(run_process({"./true"}, options).ok());
  options.working_directory = "/";
  EXPECT_TRUE(run_process({"bin/true"}, options).ok());
  EXPECT_EQ(run_process({"./true"}, options).exit_code, 127);
}

TEST(Process, ReportsSignals) { EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}).exit_code, 128 + 9); }

TEST(Process, FindsPrograms) {
  EXPECT_TRUE(find_program("sh").has_value());
  EXPECT_FALSE(find_program("no-such-program-of-rtlgen").has_value());
}

TEST(Process, QuotesCommandLines) { EXPECT_EQ(command_line({"a", "b c", "it's", ""}), "a 'b c' 'it'\\''s' ''"); }

TEST(GhdlVerilog, TextsBecomeConstants) {
  EXPECT_EQ(repair_ghdl_verilog("assign a = \"0101\" ^ b; // \"01\"\n"), "assign a = 4'b0101 ^ b; // \"01\"\n");
  EXPECT_EQ(repair_ghdl_verilog("/* x \"01\" */ \"1X\"/y"), "/* x \"01\" */ 2'b1X/y");
}

/// As GHDL 2 and 5 (the first), 6 (the second) and any version with an escaped name print them.
TEST(GhdlVerilog, ModulesAreNamedAsInTheText) {
  const std::string text =
      "module rtlgen_fifo_16_31\n  (input  clk);\nendmodule\n\nmodule rtlgen_fifo_Brtl_16_31(input clk);\nendmodule\n"
      "  module inside;\nmodule \\life#1  (input clk);\n// module none\nendmodule\n";
  const std::vector<GhdlModule> modules = ghdl_modules(text);
  ASSERT_EQ(modules.size(), 3);
  EXPECT_EQ(modules[0].name, "rtlgen_fifo_16_31");
  EXPECT_EQ(modules[0].first_line, 1);
  EXPECT_EQ(modules[0].last_line, 4);
  EXPECT_EQ(modules[1].name, "rtlgen_fifo_Brtl_16_31");
  EXPECT_EQ(modules[2].name, "life#1");
  EXPECT_EQ(modules[2].last_line, 10);
  EXPECT_THROW(ghdl_modules("-- nothing\n"), EnvironmentError);
  EXPECT_THROW(ghdl_modules(""), EnvironmentError);
}

TEST(GhdlVerilog, ModulesAreOfEntities) {
  const std::vector<std::string> entities = {"Life_core", "life", "life_b", "rtlgen_fifo"};
  EXPECT_EQ(ghdl_entity("Life_core", entities), "Life_core") << "the top";
  EXPECT_EQ(ghdl_entity("life_core", entities), "Life_core");
  EXPECT_EQ(ghdl_entity("life_core_Brtl", entities), "Life_core");
  EXPECT_EQ(ghdl_entity("life_Brtl", entities), "life");
  EXPECT_EQ(ghdl_entity("life_b", entities), "life_b");
  EXPECT_EQ(ghdl_entity("rtlgen_fifo_16_31", entities), "rtlgen_fifo");
  EXPECT_EQ(ghdl_entity("rtlgen_fifo_Brtl_16_31", entities), "rtlgen_fifo");
  EXPECT_EQ(ghdl_entity("rtlgen_fifos", entities), "");
}

TEST(GhdlVerilog, OtherTextsStay) {
  EXPECT_EQ(repair_ghdl_verilog("$display(\"hello\", \"\")"), "$display(\"hello\", \"\")");
}

}  // namespace
}  // namespace rtlgen
