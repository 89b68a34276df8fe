// A machine that is not as it should be: tools, temporary folders, caches, closed outputs.
#include "environment.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <string>

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// ---------------------------------------------------------------- tools

TEST_F(Environment, AnOldToolIsNamedWithWhatIsNeeded) {
  struct Case {
    std::string tool, version;
    std::vector<std::string> command;
    std::string found, needed, compiler = "g++";
  };
  const std::vector<Case> cases = {
      {"verilator", "Verilator 4.038 2020-07-11", {"sim", "small.yaml"}, "Verilator 4.038", "verilator 5.006 or newer"},
      {"verilator", "Verilator build 7 rev 4.038", {"sim", "small.yaml"}, "rev 4.038", "verilator 5.006 or newer"},
      {"ghdl", "GHDL 1.0.0", {"sim", "small.yaml", "--hdl", "vhdl"}, "GHDL 1.0.0", "ghdl 2.0 or newer"},
      {"g++", gcc_version("9.4.0"), {"sim", "small.yaml", "--no-cache"}, "9.4.0", "g++ 10 or newer"},
      {"clang++",
       "Debian clang version 13.0.1",
       {"sim", "small.yaml", "--no-cache"},
       "13.0.1",
       "clang++ 14 or newer",
       "clang++"},
      {"make", "GNU Make 3.81", {"sim", "small.yaml", "--no-cache"}, "GNU Make 3.81", "make 4.0 or newer"},
      {"iverilog",
       "Icarus Verilog version 10.3",
       {"sim", "small.yaml", "--simulator", "icarus"},
       "version 10.3",
       "iverilog 11.0 or newer"},
      {"yosys", "Yosys 0.9", {"synth", "small.yaml", "--device", "xc7"}, "Yosys 0.9", "yosys 0.23 or newer"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.tool);
    fake(c.tool, "exit 1", c.version);
    const ProcessResult result = run(c.command, {{"RTLGEN_CXX", c.compiler}});
    EXPECT_EQ(result.exit_code, 3);
    const std::string package = c.tool == "clang++" ? "clang" : c.tool;
    EXPECT_THAT(result.errors, AllOf(HasSubstr(c.found), HasSubstr("too old"), HasSubstr(c.needed),
                                     HasSubstr("apt-get install " + package)));
    fs::remove(at("fakes/" + c.tool));
  }
  EXPECT_THAT(left_in("tmp"), IsEmpty());
}

TEST_F(Environment, TheCompilerIsClangUnlessItIsTooOldOrAskedOtherwise) {
  // Which one a run takes is seen in which one is killed.
  fake("clang++", "kill -9 $$");
  EXPECT_EQ(run({"sim", "small.yaml", "--no-cache"}).exit_code, 3);
  EXPECT_EQ(run({"sim", "small.yaml", "--no-cache"}, {{"RTLGEN_CXX", "g++"}}).exit_code, 0);
  fake("clang++", "echo \"fatal error: 'vector' file not found\"; exit 1");
  EXPECT_THAT(run({"sim", "small.yaml", "--no-cache"}).errors,
              AllOf(HasSubstr("'vector' file not found"), HasSubstr("RTLGEN_CXX=g++ uses g++")));
  fake("clang++", "kill -9 $$", "clang version 13.0.1");
  EXPECT_EQ(run({"sim", "small.yaml", "--no-cache"}).exit_code, 0);
}

/// By name and by path; what it is, is seen in what it prints.
TEST_F(Environment, TheCompilerMayHaveAnyName) {
  fake("my-cxx", "touch '" + at("taken").string() + "'; exec /usr/bin/g++ \"$@\"", gcc_version("14.2.0"));
  for (const char* name : {"my-cxx", "fakes/my-cxx"}) {
    const ProcessResult result = run({"sim", "small.yaml", "--no-cache"}, {{"RTLGEN_CXX", name}});
    EXPECT_EQ(result.exit_code, 0) << name << result.errors;
    EXPECT_TRUE(fs::remove(at("taken"))) << name;
  }
  fake("my-cxx", "echo \"fatal error: 'vector' file not found\"; exit 1", "Homebrew clang version 19.1.7");
  EXPECT_THAT(run({"sim", "small.yaml", "--no-cache"}, {{"RTLGEN_CXX", "my-cxx"}}).errors,
              AllOf(HasSubstr("'vector' file not found"), HasSubstr("RTLGEN_CXX=g++ uses g++ instead of clang++")));
  fake("my-cxx", "exit 1", "icpc (ICC) 19.0");
  for (const auto& [name, words] :
       {std::pair("icc", "RTLGEN_CXX: 'icc' does not exist; name a g++ or clang++"),
        std::pair("g++ -O2", "RTLGEN_CXX: 'g++ -O2' is not the name or path of one program"),
        std::pair("my-cxx",
                  "my-cxx' is neither g++ nor clang++: 'my-cxx --version' exits with status 0 and prints "
                  "'icpc (ICC) 19.0'")}) {
    const ProcessResult result = run({"sim", "small.yaml", "--no-cache"}, {{"RTLGEN_CXX", name}});
    EXPECT_EQ(result.exit_code, 3) << name;
    EXPECT_THAT(result.errors, HasSubstr(words));
  }
  fake("my-cxx", "exit 1", gcc_version("9.4.0"));
  EXPECT_THAT(run({"sim", "small.yaml", "--no-cache"}, {{"RTLGEN_CXX", "my-cxx"}}).errors,
              AllOf(HasSubstr("my-cxx' is too old"), HasSubstr("g++ 10 or newer")));
}

TEST_F(Environment, ANewerToolIsUsedAndNoted) {
  fake("verilator", "exec /usr/bin/verilator \"$@\"", "Verilator 9.010 2036-01-01");
  const ProcessResult result = run({"sim", "small.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("verilator' is newer than verilator 5.048, the newest version tested with "
                                       "rtlgen: it reports 'Verilator 9.010 2036-01-01'\n"));
  // Its warnings are shown and do not end the run: of a tried version, they do.
  const std::string warns =
      "case \"$*\" in *getenv*) ;; *) echo '%Warning-NEWRULE: small_core.v:3:5: odd'; "
      "case \"$*\" in *-Wno-fatal*) ;; *) echo '%Error: Exiting due to 1 warning(s)'; exit 1;; esac;; "
      "esac; exec /usr/bin/verilator \"$@\"";
  fake("verilator", warns, "Verilator 9.010 2036-01-01");
  const ProcessResult warned = run({"sim", "small.yaml", "--no-cache"});
  EXPECT_EQ(warned.exit_code, 0) << warned.errors;
  EXPECT_THAT(warned.errors, HasSubstr("%Warning-NEWRULE: small_core.v:3:5: odd"));
  EXPECT_THAT(warned.output, HasSubstr("bit for bit: every cell equals"));
  fake("verilator", warns);
  EXPECT_EQ(run({"sim", "small.yaml", "--no-cache"}).exit_code, 70);
}

/// A tool that starts, but fails for reasons of its own: its words, and no talk of bugs.
TEST_F(Environment, ABrokenInstallationIsNoBugOfOurs) {
  struct Case {
    std::string tool, body, words;
    std::vector<std::string> command = {"sim", "small.yaml"};
  };
  const std::vector<std::string> vhdl = {"sim", "small.yaml", "--hdl", "vhdl"},
                                 ghdl = {"sim", "small.yaml", "--hdl", "vhdl", "--simulator", "ghdl"},
                                 icarus = {"sim", "small.yaml", "--simulator", "icarus"},
                                 synth = {"synth", "small.yaml", "--device", "xc7"};
  const std::string no_library =
      "ld: error while loading shared libraries: libgnat-12.so: cannot open shared object file";
  const std::vector<Case> cases = {
      {"ghdl", "echo 'error: cannot find \"std\" library' >&2; exit 1", "cannot find \"std\" library", vhdl},
      {"ghdl", "echo 'error: cannot find \"std\" library' >&2; exit 1", "cannot find \"std\" library", ghdl},
      {"ghdl", "echo 'small_core.vhd:9:10:error: cannot find resource library \"ieee\"' >&2; exit 1",
       "cannot find resource library \"ieee\"", vhdl},
      {"ghdl", "echo '" + no_library + "' >&2; exit 127", no_library, vhdl},
      {"ghdl", "exit 0", "GHDL wrote no module", vhdl},
      {"ghdl", "echo 'module other (input a);'; echo endmodule", "but not the top 'small_core'", vhdl},
      {"ghdl", "exit 0", "wrote no result", ghdl},
      {"verilator", "echo '%Error: verilator: VERILATOR_ROOT is set to inconsistent path.'; exit 1",
       "VERILATOR_ROOT is set to inconsistent path"},
      {"verilator",
       "echo '%Error: Cannot find verilated_std.sv "
       "containing built-in std:: definitions: /opt/v/include/verilated_std.sv'; exit 1",
       "Cannot find verilated_std.sv"},
      {"verilator", "echo '" + no_library + "'; exit 127", no_library},
      {"verilator", "case $1 in --getenv) echo /no/such/place;; *) exec /usr/bin/verilator \"$@\";; esac",
       "/no/such/place/include/verilated.mk does not exist"},
      {"verilator", "exit 0", "Verilator wrote no Vcore"},
      {"make", "echo 'make: *** No rule to make target. Stop.'; exit 2", "make: *** No rule to make target"},
      {"g++", "echo \"g++: fatal error: cannot execute 'cc1plus': execvp: No such file or directory\"; exit 1",
       "the C++ compiler failed on "},
      {"iverilog", "echo 'sh: 1: /usr/lib/ivl/ivlpp: not found'; exit 1", "ivlpp: not found", icarus},
      {"vvp", "exit 0", "vvp exited with status 0 but wrote no result", icarus},
      {"vvp", "echo '" + no_library + "'; exit 127", no_library, icarus},
      {"yosys", "echo 'ERROR: ABC: execution of command failed' >&2; exit 1", "execution of command failed", synth},
      {"yosys", "exit 0", "stat.json", synth},
      {"yosys", "printf '=== top ===\\n     4 LUT6\\n' > stat.json", "no module in the statistics of Yosys", synth},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.tool + ": " + c.body);
    fake(c.tool, c.body);
    std::vector<std::string> command = c.command;
    command.emplace_back("--no-cache");
    const ProcessResult result = run(command, {{"RTLGEN_CXX", "g++"}});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, AllOf(HasSubstr(c.words), Not(HasSubstr("internal error"))));
    fs::remove(at("fakes/" + c.tool));
  }
  EXPECT_THAT(left_in("tmp"), IsEmpty());
}

TEST_F(Environment, AProgramOfThatNameThatIsAnotherIsNotUsed) {
  fake("verilator", "exit 1", "welcome to my 1 script");
  const ProcessResult result = run({"sim", "small.yaml"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("/verilator' is not verilator: "), HasSubstr("welcome to my 1 script"),
                                   HasSubstr("apt-get install verilator")));
}

TEST_F(Environment, AToolThatHangsIsGivenUp) {
  write_file(at("fakes/verilator"), "#!/bin/sh\nexec sleep 60\n");
  fs::permissions(at("fakes/verilator"), fs::perms::owner_all);
  const ProcessResult result = run({"sim", "small.yaml"}, {{"RTLGEN_TOOL_SECONDS", "1"}});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("printed no version within 1 seconds"), HasSubstr("apt-get install verilator")));
}

TEST_F(Environment, AKilledToolIsNoBugOfOurs) {
  for (const char* tool : {"verilator", "g++"}) {
    SCOPED_TRACE(tool);
    fake(tool, "kill -9 $$");
    const ProcessResult result = run({"sim", "small.yaml"}, {{"RTLGEN_CXX", "g++"}});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("killed (signal 9), probably out of memory"), Not(HasSubstr("bug"))));
    fs::remove(at("fakes/" + std::string(tool)));
  }
  fake("verilator", "kill -11 $$");
  EXPECT_THAT(run({"sim", "small.yaml"}).errors, HasSubstr("verilator was terminated by signal 11, SIGSEGV"));
  // The program behind Verilator's script is found: for the models of a whole system as well.
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"sim", "small.yaml"},
        {"sim", test::source_folder() + "/examples/host/heat.yaml", "--memory", "ddr"}}) {
    fake("verilator", "echo '%Error: Verilator threw signal 11. Suggest trying --debug --gdbbt'; exit 10");
    const ProcessResult crashed = run(command);
    EXPECT_EQ(crashed.exit_code, 3);
    EXPECT_THAT(crashed.errors, HasSubstr("verilator was terminated by signal 11, SIGSEGV"));
    fake("verilator", "echo '%Error: Verilator threw signal 9. Suggest trying --debug --gdbbt'; exit 10");
    EXPECT_THAT(run(command).errors, HasSubstr("verilator was killed (signal 9)"));
  }
  EXPECT_THAT(left_in("tmp"), IsEmpty());
}

TEST_F(Environment, AFullDiskIsSaidToBeFull) {
  fake("verilator", "echo '%Error: Cannot write obj/Vcore.cpp: No space left on device' >&2; exit 1");
  const ProcessResult result = run({"sim", "small.yaml"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("the disk is full"), HasSubstr("TMPDIR"), Not(HasSubstr("bug"))));
}

TEST_F(Environment, ARefusalIsStillOurBug) {
  fake("verilator", "echo '%Error: hotspot.v:3: syntax error'; exit 1");
  const ProcessResult result = run({"sim", "small.yaml"});
  EXPECT_EQ(result.exit_code, 70);
  EXPECT_THAT(result.errors, HasSubstr("syntax error"));
}

// ---------------------------------------------------------------- folders

TEST_F(Environment, ATemporaryPlaceThatIsMissingOrClosedIsNamed) {
  const ProcessResult missing = run({"sim", "small.yaml"}, {{"TMPDIR", "/no/such/place"}});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.errors,
              AllOf(HasSubstr("TMPDIR is /no/such/place, which does not exist"), HasSubstr("set TMPDIR")));
  const ProcessResult closed = run({"sim", "small.yaml"}, {{"TMPDIR", "/proc"}});
  EXPECT_EQ(closed.exit_code, 3);
  EXPECT_THAT(closed.errors, AllOf(HasSubstr("cannot create a folder in /proc: "), HasSubstr("set TMPDIR")));
}

/// Blanks break makefiles, and a cache in /proc cannot be written: the run goes on all the same.
TEST_F(Environment, BlanksInTheTemporaryPlaceAndACacheThatCannotBeWritten) {
  fs::create_directories(at("a b"));
  const ProcessResult result =
      run({"sim", "small.yaml"}, {{"TMPDIR", at("a b").string()}, {"RTLGEN_CACHE", "/proc/rtlgen"}});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.errors, AllOf(HasSubstr("note: the compiled simulation cannot be cached in /proc/rtlgen ("),
                                   HasSubstr("this run uses it")));
  EXPECT_THAT(left_in("a b"), IsEmpty());
}

TEST_F(Environment, LocalesChangeNoNumber) {
  const std::string plain = run({"check", "small.yaml"}, {{"LC_ALL", "C"}}).output;
  EXPECT_FALSE(plain.empty());
  for (const std::string name : {"de_DE", "tr_TR"}) {
    const std::string locale = name + ".UTF-8";
    // A missing locale would be C's.
    const ProcessResult made =
        shell(fmt::format("mkdir -p locales && localedef --no-archive -i {0} -f UTF-8 locales/{1} && "
                          "LOCPATH=$PWD/locales LC_ALL={1} locale decimal_point",
                          name, locale));
    ASSERT_EQ(made.output, ",\n") << made.errors;
    EXPECT_EQ(run({"check", "small.yaml"}, {{"LC_ALL", locale}, {"LOCPATH", at("locales").string()}}).output, plain)
        << locale;
  }
  EXPECT_EQ(run({"check", "small.yaml"}, {{"LC_ALL", "no_SUCH.locale"}}).output, plain);
}

// ---------------------------------------------------------------- two at once

TEST_F(Environment, TwoEqualRunsCompileOneAfterTheOther) {
  // The tool's folder is private: a place that both see is above it.
  fake("verilator", fmt::format("mkdir '{0}/running' || touch '{0}/both'; sleep 1; rmdir '{0}/running'; exit 1",
                                folder_.path().string()));
  const ProcessResult result = shell("$RTLGEN sim small.yaml 2>one & $RTLGEN sim small.yaml 2>two & wait; cat one two");
  EXPECT_THAT(result.output, HasSubstr("another rtlgen is compiling the same model: waiting"));
  EXPECT_FALSE(fs::exists(at("both")));
  EXPECT_THAT(left_in("cache"), IsEmpty());
}

TEST_F(Environment, ADamagedCacheEntryIsMadeAgain) {
  const ProcessResult first = run({"sim", "small.yaml"});
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  const auto damage = [&](const std::function<void(const fs::path&)>& spoil) {
    int spoiled = 0;
    for (const std::string& entry : left_in("cache")) {
      const fs::path bench = at("cache/" + entry + "/bench");
      if (!fs::exists(bench)) continue;
      spoil(bench);
      ++spoiled;
    }
    EXPECT_EQ(spoiled, 1);
    const ProcessResult again = run({"sim", "small.yaml"});
    EXPECT_EQ(again.exit_code, 0) << again.errors;
    EXPECT_THAT(again.output, HasSubstr("bit for bit: every cell equals"));
    EXPECT_THAT(again.errors, HasSubstr(" was damaged; removed and rebuilt"));
    EXPECT_THAT(run({"sim", "small.yaml"}).errors, Not(HasSubstr("damaged")));
  };
  damage([](const fs::path& bench) { fs::resize_file(bench, 0); });
  damage([](const fs::path& bench) {
    const auto size = fs::file_size(bench);
    fs::resize_file(bench, size / 2);
    fs::resize_file(bench, size);  // zeros, as a power failure leaves them
  });
  damage([](const fs::path& bench) { fs::remove(bench); });
}

// ---------------------------------------------------------------- outputs

TEST_F(Environment, OutputsThatAreFullClosedOrNotRead) {
  const ProcessResult full = shell("$RTLGEN check small.yaml > /dev/full");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.errors, HasSubstr("cannot write to standard output: No space left on device"));
  const ProcessResult closed = shell("$RTLGEN check small.yaml >&-");
  EXPECT_EQ(closed.exit_code, 3);
  EXPECT_THAT(closed.errors, HasSubstr("cannot write to standard output: Bad file descriptor"));
  EXPECT_EQ(shell("$RTLGEN check small.yaml 2>&-").exit_code, 0);
  const ProcessResult unread = shell("{ sleep 0.3; $RTLGEN check small.yaml; } | true; echo ${PIPESTATUS[0]}");
  EXPECT_EQ(unread.output, "141\n");
  EXPECT_EQ(unread.errors, "");
}

TEST_F(Environment, AFileThatMayNotGrowIsAnErrorAndNoCrash) {
  const ProcessResult result = shell("ulimit -f 1; $RTLGEN golden small.yaml --set grid=[512,512] --output c=out.npy");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("cannot write out.npy: File too large"));
}

}  // namespace
}  // namespace rtlgen::test
