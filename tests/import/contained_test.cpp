// Imports of hostile files end with a message; nothing outside of the program's folder is read; what is written passes
// `check`.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>

#include "driver/import/import_program.hpp"
#include "driver/prepare/prepare.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLoops =
    "void heat(float a[66], float b[66]) {\n for (int i = 1; i < 65; i++) b[i] = a[i-1] + a[i+1];\n}\n";

class ProgramFolder {
 public:
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  runner::TemporaryFolder folder_;
};

struct Outcome {
  bool good = false;
  std::string errors;
  std::string yaml;
};

Outcome outcome_of(driver::ImportOptions options) {
  Diagnostics diagnostics;
  const auto report = driver::import_program(options, diagnostics);
  return {report.ok(), diagnostics.render(), report ? report->yaml : ""};
}

driver::ImportOptions small(const std::string& file) {
  driver::ImportOptions options;
  options.file = file;
  options.limits.memory_bytes = std::size_t{256} << 20;
  options.limits.cpu_seconds = 10;
  return options;
}

std::string written(const ProgramFolder& scratch, const std::string& name, const std::string& text) {
  const std::string path = scratch.at(name);
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
  return path;
}

void expect_stopped(const Outcome& outcome, const std::vector<std::string>& codes) {
  EXPECT_FALSE(outcome.good);
  EXPECT_TRUE(std::any_of(codes.begin(), codes.end(), [&](const std::string& code) {
    return outcome.errors.find("error[" + code + "]") != std::string::npos;
  })) << outcome.errors;
  EXPECT_EQ(outcome.errors.find("internal error"), std::string::npos);
}

/// `text` with `@` replaced by `count` times `part`.
std::string repeated(const std::string& text, const std::string& part, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += part;
  const std::size_t at = text.find('@');
  return text.substr(0, at) + all + text.substr(at + 1);
}

TEST(Contained, AFileThatCannotBeReadSaysWhy) {
  for (const auto& [file, why] : std::vector<std::pair<std::string, std::string>>{
           {"no/such.soda", "No such file or directory"}, {source_folder(), "it is a folder"}}) {
    const Outcome outcome = outcome_of(small(file));
    EXPECT_FALSE(outcome.good);
    EXPECT_NE(outcome.errors.find(why), std::string::npos) << outcome.errors;
  }
}

TEST(Contained, HostileFilesEndWithAMessage) {
  const std::map<std::string, std::vector<std::string>> wanted = {
      {"bomb", {"RG0627"}},  {"bomb2", {"RG0627"}},   {"bomb3", {"RG0628", "RG0627"}}, {"tmpl", {"RG0627"}},
      {"init3", {"RG0627"}}, {"devzero", {"RG0611"}}, {"expcall", {"RG0628"}},         {"debug_pragma", {"RG0618"}}};
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/tests/import/hostile")) {
    SCOPED_TRACE(entry.path().string());
    const std::string name = entry.path().stem().string();
    ASSERT_TRUE(wanted.contains(name));
    expect_stopped(outcome_of(small(entry.path().string())), wanted.at(name));
    ++files;
  }
  EXPECT_EQ(files, wanted.size());
}

TEST(Contained, ChainsOfOperatorsEndWithAMessage) {
  const ProgramFolder scratch;
  const std::string text = "void f(float a[66], float b[66]) { for (int i = 1; i < 65; i++) b[i] = @a[i]; }\n";
  const std::vector<std::pair<std::string, std::string>> chains = {
      {"plus", repeated(text, "+ ", 200000)}, {"minus", repeated(text, "- ", 200000)},
      {"deep", repeated(text, "*", 100000)},  {"sum", repeated(text, "a[i] + ", 100000)},
      {"open", repeated(text, "(", 100000)},  {"blocks", repeated("void f(void) { @ }\n", "{", 100000)}};
  for (const auto& [name, program] : chains) {
    SCOPED_TRACE(name);
    expect_stopped(outcome_of(small(written(scratch, name + ".c", program))), {"RG0627", "RG0628", "RG0623", "RG0611"});
  }
  // The control: a short chain of the same kind is imported.
  EXPECT_TRUE(outcome_of(small(written(scratch, "short.c", repeated(text, "a[i] + ", 100)))).good);
}

TEST(Contained, CallsThatMultiplyEndWithAMessage) {
  const ProgramFolder scratch;
  const auto chain = [&](int functions) {
    std::string text = "static float r0(float x) { return x*x; }\n";
    for (int i = 1; i < functions; ++i) {
      const std::string inner = "r" + std::to_string(i - 1);
      text += "static float r" + std::to_string(i) + "(float x) { return " + inner + "(x) + " + inner + "(x + 1); }\n";
    }
    text += "void f(float a[66], float b[66]) { for (int i = 1; i < 65; i++) b[i] = r" + std::to_string(functions - 1) +
            "(a[i]); }\n";
    return outcome_of(small(written(scratch, "chain.c", text)));
  };
  const Outcome many = chain(24);
  expect_stopped(many, {"RG0628"});
  EXPECT_NE(many.errors.find("more than 10000 calls"), std::string::npos) << many.errors;
  expect_stopped(chain(40), {"RG0628"});
  EXPECT_TRUE(chain(5).good);
}

TEST(Contained, LimitsAreWhatStops) {
  const auto with = [](std::size_t memory, std::size_t stack, int seconds) {
    return ContainedLimits{seconds, 60, memory << 20, stack << 20};
  };
  const auto fill = [] { return std::to_string(std::string(std::size_t{100} << 20, 'x').size()); };
  EXPECT_EQ(run_contained(fill, with(50, 8, 20)).ending, Ending::kMemory);
  EXPECT_EQ(run_contained(fill, with(500, 8, 20)).ending, Ending::kDone);
  const std::function<int(int)> deep = [&](int n) {
    volatile char room[1000] = {};
    room[n % 1000] = static_cast<char>(n);
    return n == 0 ? 0 : deep(n - 1) + room[0] * 0;
  };
  const auto recurse = [&] { return std::to_string(deep(8000)); };
  EXPECT_EQ(run_contained(recurse, with(500, 4, 20)).ending, Ending::kStack);
  EXPECT_EQ(run_contained(recurse, with(500, 64, 20)).ending, Ending::kDone);
  const auto spin = []() -> std::string {
    volatile int turns = 0;
    for (;;) {
      if (turns > 0) return "";
    }
  };
  EXPECT_EQ(run_contained(spin, with(500, 8, 1)).ending, Ending::kTime);
  const auto wait = []() -> std::string {
    for (;;) pause();
  };
  EXPECT_EQ(run_contained(wait, ContainedLimits{20, 1, std::size_t{1} << 29, std::size_t{1} << 23}).ending,
            Ending::kTime);
}

TEST(Contained, CrashesAndExceptionsAreTold) {
  const Contained crash = run_contained([]() -> std::string {
    ::raise(SIGSEGV);
    return "";
  });
  EXPECT_EQ(crash.ending, Ending::kCrash);
  EXPECT_EQ(crash.signal, "SIGSEGV");
  EXPECT_EQ(run_contained([]() -> std::string { std::abort(); }).signal, "SIGABRT");
  EXPECT_EQ(run_contained([]() -> std::string { _exit(0); }).ending, Ending::kCrash);
  EXPECT_THROW(run_contained([]() -> std::string { throw EnvironmentError("no disk"); }), EnvironmentError);
  EXPECT_THROW(run_contained([]() -> std::string { throw std::logic_error("a bug"); }), std::runtime_error);
  EXPECT_EQ(run_contained([] { return std::string("a\0b", 3); }).text, std::string("a\0b", 3));
}

#ifdef RTLGEN_READS_C

TEST(Includes, StayInTheFolder) {
  const ProgramFolder scratch;
  const std::string secret = written(scratch, "outside/secret.h", "typedef int secretword;\nbadtoken x;\n");
  fs::create_directories(scratch.at("in"));
  fs::create_symlink(secret, scratch.at("in/link.h"));
  ::mkfifo(scratch.at("in/pipe.h").c_str(), 0600);
  const auto refused = [&](const std::string& include, const std::string& why) {
    SCOPED_TRACE(include);
    const std::string file = written(scratch, "in/main.c", "#include \"" + include + "\"\n" + kLoops);
    const Outcome outcome = outcome_of(small(file));
    EXPECT_FALSE(outcome.good);
    EXPECT_NE(outcome.errors.find("'" + include + "' is not included: " + why), std::string::npos) << outcome.errors;
    EXPECT_EQ(outcome.errors.find("badtoken"), std::string::npos) << outcome.errors;
  };
  refused(secret, "it is outside");
  refused("../outside/secret.h", "it is outside");
  refused("link.h", "it is outside");
  refused("pipe.h", "it is a pipe");
  refused("/dev/zero", "it is outside");
  // The control: with -I of its folder the same file is read, and its faults are reported.
  driver::ImportOptions options = small(written(scratch, "in/main.c", "#include \"secret.h\"\n" + std::string(kLoops)));
  EXPECT_EQ(outcome_of(options).errors.find("badtoken"), std::string::npos);
  options.folders = {scratch.at("outside")};
  EXPECT_NE(outcome_of(options).errors.find("badtoken"), std::string::npos) << outcome_of(options).errors;
}

TEST(Includes, AreNotProbed) {
  const ProgramFolder scratch;
  const std::string beside = "#if __has_include(\"beside.h\")\nint is_there;\n#else\n#error not there\n#endif\n";
  const std::string far = "#if __has_include(\"/etc/passwd\")\n#error it is seen\n#endif\n";
  written(scratch, "beside.h", "");
  const Outcome outcome = outcome_of(small(written(scratch, "main.c", beside + far + kLoops)));
  EXPECT_TRUE(outcome.good) << outcome.errors;
  fs::remove(scratch.at("beside.h"));
  EXPECT_FALSE(outcome_of(small(scratch.at("main.c"))).good);
}

TEST(Includes, AreFoundBesideAndInFolders) {
  const ProgramFolder scratch;
  written(scratch, "lib/polybench.h", "#pragma once\n#include \"deep/size.h\"\n");
  written(scratch, "lib/deep/size.h", "#pragma once\n#include \"../polybench.h\"\ntypedef float real;\n");
  written(scratch, "p/beside.h", "#define SHIFT 1\n");
  const std::string text =
      "#include <polybench.h>\n#include <beside.h>\n#include \"../lib/deep/size.h\"\n#define WHICH "
      "\"beside.h\"\n#include WHICH\n"
      "void f(real a[66], real b[66]) { for (int i = 1; i < 65; i++) b[i] = a[i-SHIFT]; }\n";
  driver::ImportOptions options = small(written(scratch, "p/main.c", text));
  EXPECT_FALSE(outcome_of(options).good);
  options.folders = {scratch.at("lib")};
  const Outcome outcome = outcome_of(options);
  EXPECT_TRUE(outcome.good) << outcome.errors;
  EXPECT_NE(outcome.yaml.find("a[-1]"), std::string::npos) << outcome.yaml;
}

TEST(Imported, HasALowerClockIfThatIsWhatItTakes) {
  const Outcome outcome = outcome_of(small(source_folder() + "/tests/import/c/rowsweep.c"));
  ASSERT_TRUE(outcome.good) << outcome.errors;
  EXPECT_NE(outcome.yaml.find("# a lower clock than usual: the rows are too short"), std::string::npos) << outcome.yaml;
  Diagnostics diagnostics;
  EXPECT_TRUE(driver::prepare({"imported.yaml", {}, {}, outcome.yaml}, diagnostics).ok()) << diagnostics.render();
}

TEST(Definitions, AreMacrosOrValues) {
  const ProgramFolder scratch;
  const std::string text =
      "#ifndef NX\n#define NX 64\n#endif\n"
      "void f(float a[NX], float b[NX], int m) { for (int i = 1; i < NX - m; i++) b[i] = a[i-1]; }\n";
  driver::ImportOptions options = small(written(scratch, "main.c", text));
  options.values = {{"NX", "16"}, {"m", "1"}};
  const Outcome outcome = outcome_of(options);
  EXPECT_TRUE(outcome.good) << outcome.errors;
  EXPECT_NE(outcome.yaml.find("grid: [16]"), std::string::npos) << outcome.yaml;
  options.values["unused"] = "3";
  const Outcome more = outcome_of(options);
  EXPECT_TRUE(more.good) << more.errors;
  EXPECT_NE(more.errors.find("warning[RG0624]"), std::string::npos) << more.errors;
}

#endif

TEST(Imported, PassesCheck) {
  const ProgramFolder scratch;
  int checked = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/tests/import/programs")) {
    const std::string end = entry.path().extension();
    if (end != ".soda" && end != ".dsl" && end != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    driver::ImportOptions options;
    options.file = entry.path().string();
    const Outcome outcome = outcome_of(options);
    ASSERT_TRUE(outcome.good) << outcome.errors;
    Diagnostics diagnostics;
    EXPECT_TRUE(driver::prepare({"imported.yaml", {}, {}, outcome.yaml}, diagnostics).ok()) << diagnostics.render();
    ++checked;
  }
  EXPECT_GE(checked, 25);
}

}  // namespace
}  // namespace rtlgen::test
