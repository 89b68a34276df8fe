// The first hour with the program: a description to start from, shipped names, examples of the help, short reports.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "program.hpp"

namespace rtlgen {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::write_file;

class FirstHour : public test::Program {
 protected:
  ProcessResult expect_exit(const std::vector<std::string>& arguments, int status) const {
    ProcessResult result = rtlgen(arguments);
    EXPECT_EQ(result.exit_code, status) << fmt::format("{}\n", fmt::join(arguments, " ")) << result.output
                                        << result.errors;
    return result;
  }

  [[nodiscard]] std::vector<std::string> shipped() const {
    std::vector<std::string> names;
    std::istringstream list(rtlgen({"new", "--list"}).output);
    for (std::string line; std::getline(list, line);) names.push_back(line.substr(0, line.find(' ')));
    return names;
  }
};

long lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST_F(FirstHour, EveryCopyOfAShippedStencilIsValidElsewhere) {
  const std::vector<std::string> names = shipped();
  ASSERT_GT(names.size(), 50U);
  for (const std::string& name : names) {
    expect_exit({"new", "my_" + name, "--from", name}, 0);
    const ProcessResult checked = expect_exit({"check", "my_" + name + ".yaml"}, 0);
    EXPECT_EQ(checked.errors, "") << name;
    EXPECT_NE(checked.output.find("stencil my_" + name), std::string::npos) << name;
  }
}

TEST_F(FirstHour, ACopyWithoutItsPathsIsNotValid) {
  // Faults that the test above would miss if `check` did not read files.
  write_file(at("raw.yaml"), read_file(fs::path(test::source_folder()) / "configs" / "seismic_shot.yaml"));
  expect_exit({"check", "raw.yaml"}, 3);
}

TEST_F(FirstHour, CopiesFindFilesNamedInEveryForm) {
  fs::create_directories(at("from/data"));
  write_file(at("from/data/t0.csv"), "1 2 3 4 5 6 7 8\n");
  write_file(at("from/data/lut.csv"), "1 2 3 4\n");
  write_file(at("from/data/c.yaml"), "params: {r: 0.5}\n");
  write_file(at("from/data/d.yaml"), "functions:\n  twice(v): 2.0*v\n");
  write_file(at("from/a.yaml"),
             "name: a   # its name\ninclude: [data/c.yaml, \"data/d.yaml\"]\ngrid: [8]\nfields: {t: {}, u: {}}\n"
             "tables: {lut: {file: data/lut.csv}}\nsources: [{field: t, at: [3], file: data/lut.csv}]\n"
             "update:\n  - t: twice(r*t[1]) + lut[x % 4] + u\n"
             "inputs: {t: data/t0.csv, u: {file: 'data/t0.csv'}}   # start\n");
  expect_exit({"new", "b", "--from", "from/a.yaml"}, 0);
  EXPECT_EQ(expect_exit({"check", "b.yaml"}, 0).errors, "");
  const std::string text = read_file(at("b.yaml"));
  EXPECT_NE(text.find("name: b   # its name\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  # start\n"), std::string::npos) << text;
  EXPECT_EQ(text.find(" data/"), std::string::npos) << text;
}

TEST_F(FirstHour, AFaultyFileIsNotCopied) {
  write_file(at("bad.yaml"), "name: bad\ngrid: [8\n");
  const ProcessResult result = expect_exit({"new", "b", "--from", "bad.yaml"}, 2);
  EXPECT_NE(result.errors.find("bad.yaml:"), std::string::npos) << result.errors;
  EXPECT_FALSE(fs::exists(at("b.yaml")));
}

TEST_F(FirstHour, EveryAlternativeInTheStartersCommentsIsValid) {
  expect_exit({"new", "heat"}, 0);
  const std::string text = read_file(at("heat.yaml"));
  expect_exit({"check", "heat.yaml"}, 0);
  for (const char* type : {"float16", "float64", "fixed<16,8>"}) {
    EXPECT_NE(text.find(type), std::string::npos) << type;
    expect_exit({"check", "heat.yaml", "--set", fmt::format("type={}", type)}, 0);
  }
  for (const char* rule : {"wrap", "reflect", "symmetric", "{constant: 0}"}) {
    EXPECT_NE(text.find(rule), std::string::npos) << rule;
    expect_exit({"check", "heat.yaml", "--set", fmt::format("fields.u.boundary={}", rule)}, 0);
  }
  EXPECT_NE(text.find("{value: 0.2, runtime: true}"), std::string::npos);
  expect_exit({"check", "heat.yaml", "--set", "params.r={value: 0.2, runtime: true}"}, 0);
  expect_exit(
      {"check", "heat.yaml", "--set", "type=int16", "--set", "params.r=1", "--set", "update=[{u: \"u + r*u[1,0]\"}]"},
      0);
}

TEST_F(FirstHour, ShippedNamesAreFiles) {
  EXPECT_NE(expect_exit({"check", "heat1d"}, 0).output.find("stencil heat1d"), std::string::npos);
  expect_exit({"golden", "heat1d", "--iterations", "1"}, 0);
  // A file of that name comes first.
  write_file(at("heat1d"), test::kLife);
  EXPECT_NE(expect_exit({"check", "heat1d"}, 0).output.find("stencil small"), std::string::npos);
  const ProcessResult elsewhere = expect_exit({"check", "configs/life.yaml"}, 3);
  EXPECT_NE(elsewhere.errors.find("rtlgen ships a stencil 'life': write life instead"), std::string::npos)
      << elsewhere.errors;
  EXPECT_EQ(expect_exit({"check", "nothing"}, 3).errors.find("ships a stencil"), std::string::npos);
  for (const char* name : {"jacobi2dd", "jacobi2dd.yaml"}) {
    const ProcessResult misspelt = expect_exit({"check", name}, 3);
    EXPECT_NE(misspelt.errors.find("did you mean 'jacobi2d'?"), std::string::npos) << misspelt.errors;
  }
  for (const char* other : {"nothing", "mine/jacobi2dd.yaml"})
    EXPECT_EQ(expect_exit({"check", other}, 3).errors.find("did you mean"), std::string::npos) << other;
}

/// The lines of "Examples:" in the help of `command`; "": of the program.
std::vector<std::string> examples(const std::string& help) {
  std::vector<std::string> out;
  std::istringstream lines(help.substr(std::min(help.find("Examples:"), help.size())));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  rtlgen ")) out.push_back(line.substr(2, line.find("   ", 2) - 2));
  }
  return out;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream all(line);
  for (std::string word; all >> word;) words.push_back(word);
  words.erase(words.begin());
  return words;
}

TEST_F(FirstHour, ExamplesOfTheHelpRunFromAnyFolder) {
  const std::set<std::string> quick = {"new",    "check",  "generate", "golden", "model",
                                       "boards", "schema", "docs",     "explain"};
  int ran = 0;
  for (const char* command :
       {"",       "new",    "check",   "generate", "golden", "model",  "sim",    "run",  "diagnose", "explore",
        "advise", "report", "project", "sweep",    "synth",  "boards", "schema", "docs", "explain",  "doctor"}) {
    std::vector<std::string> help_words = {"--help"};
    if (*command != '\0') help_words.insert(help_words.begin(), command);
    const std::string help = expect_exit(help_words, 0).output;
    EXPECT_EQ(help.find("configs/"), std::string::npos) << command;
    for (const std::string& line : examples(help)) {
      if (line.find_first_of("'|>[") != std::string::npos || line.find("--input") != std::string::npos) continue;
      const std::vector<std::string> words = words_of(line);
      if (!quick.contains(words.front()) || (words.size() > 1 && words[1].find('.') != std::string::npos)) continue;
      // One needs a file of one's own, the other a browser.
      if (line.find("--calibration") != std::string::npos || line.find("--open") != std::string::npos) continue;
      expect_exit(words, 0);
      ++ran;
    }
  }
  EXPECT_GT(ran, 15);
}

/// Every command of every help names a shipped stencil or board, or a file.
TEST_F(FirstHour, ExamplesOfTheHelpNameShippedStencilsAndBoards) {
  const auto is_word = [](const std::string& word) {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  };
  std::istringstream listed(expect_exit({"boards"}, 0).output);
  std::set<std::string> boards;
  for (std::string word; listed >> word;) boards.insert(word);
  const std::set<std::string> with_file = {"check",   "generate", "golden", "model",   "sim",   "run",  "diagnose",
                                           "explore", "advise",   "report", "project", "sweep", "synth"};
  const auto faults = [&](const std::vector<std::string>& words) {
    std::vector<std::string> out;
    if (words.size() > 1 && with_file.contains(words[0]) && is_word(words[1]) &&
        !fs::exists(fs::path(test::source_folder()) / "configs" / (words[1] + ".yaml")))
      out.push_back(words[1]);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "--board" && is_word(words[i + 1]) && !boards.contains(words[i + 1])) out.push_back(words[i + 1]);
    }
    return out;
  };
  EXPECT_EQ(faults({"explore", "heat2d", "--board", "kcu1050"}), (std::vector<std::string>{"heat2d", "kcu1050"}));
  int looked = 0;
  for (const std::string& command : with_file) {
    for (const std::string& line : examples(expect_exit({command, "--help"}, 0).output)) {
      EXPECT_EQ(faults(words_of(line)), std::vector<std::string>()) << line;
      ++looked;
    }
  }
  EXPECT_GT(looked, 40);
}

TEST_F(FirstHour, DocsListsPagesAndPrintsThem) {
  EXPECT_NE(expect_exit({"docs"}, 0).output.find("language"), std::string::npos);
  EXPECT_NE(expect_exit({"docs", "tutorial"}, 0).output.find("# "), std::string::npos);
  EXPECT_NE(expect_exit({"docs", "tutoriel"}, 2).errors.find("tutorial"), std::string::npos);
}

TEST_F(FirstHour, UnusedNamesAreWarnings) {
  write_file(at("u.yaml"),
             "name: u\ngrid: [16]\nfields: {t: {}}\nparams: {k: 1.0, r: {value: 2.0, runtime: true}}\n"
             "tables: {lut: [1, 2]}\nfunctions:\n  f(a, b): a\n  g(a):\n    let: {c: 2*a}\n    value: a\n"
             "update:\n  - d: t[1] - t\n  - e: d*2.0\n  - t: f(t, 1.0) + g(t)\n");
  const ProcessResult checked = expect_exit({"check", "u.yaml"}, 0);
  for (const char* part : {"'k'", "'r'", "'lut'", "'b' in 'f'", "'c' in 'g'", "'d'", "'e'"})
    EXPECT_NE(checked.errors.find(part), std::string::npos) << part << checked.errors;
  EXPECT_NE(checked.errors.find("warning[RG0911 unused]"), std::string::npos) << checked.errors;
  EXPECT_EQ(checked.output.find("  d:"), std::string::npos) << checked.output;
  expect_exit({"check", "u.yaml", "--werror"}, 2);
  EXPECT_EQ(expect_exit({"check", "u.yaml", "--no-warn", "unused"}, 0).errors, "");
  expect_exit({"generate", "u.yaml", "-o", "hdl"}, 0);
  expect_exit({"golden", "u.yaml"}, 0);
  // A field is a port and a file: without any use that stays an error; if only dropped lines read it, it stays a port.
  const std::string update = "update=[{t: \"f(t, 1.0) + g(t)\"}]";
  const std::string dropped = "update=[{d: v}, {t: \"f(t, 1.0) + g(t)\"}]";
  expect_exit({"check", "u.yaml", "--set", "fields={t: {}, v: {}}", "--set", update}, 2);
  const ProcessResult field =
      expect_exit({"generate", "u.yaml", "-o", "v", "--set", "fields={t: {}, v: {}}", "--set", dropped}, 0);
  EXPECT_NE(field.errors.find("the field 'v' is used only by temporaries"), std::string::npos) << field.errors;
  EXPECT_NE(read_file(at("v/verilog/u_core.v")).find("in_v"), std::string::npos);
}

TEST_F(FirstHour, TheSideThatAConstantDoesNotChooseIsNotEvaluated) {
  write_file(at("c.yaml"),
             "name: c\ngrid: [16]\nfields: {t: {}}\nparams: {n: 0, w: \"n > 0 ? 1/n : 0\"}\n"
             "functions:\n  inverse(d): \"d > 0 ? 1.0/d : 0.0\"\n"
             "update:\n  - t: \"t + add(k in -1..1: inverse(k)*t[k]) + (n > 0 ? t/n : w*t)\"\n");
  expect_exit({"check", "c.yaml"}, 0);
  // The side that is chosen is evaluated.
  EXPECT_NE(
      expect_exit({"check", "c.yaml", "--set", "params.w=\"n == 0 ? 1/n : 0\""}, 2).errors.find("division by zero"),
      std::string::npos);
  EXPECT_NE(expect_exit({"check", "c.yaml", "--set", "update=[{t: \"2 ? t : t\"}]"}, 2).errors.find("RG0314"),
            std::string::npos);
}

TEST_F(FirstHour, CheckIsShortUnlessFull) {
  std::string text = "name: long\ngrid: [16]\nfields: {t: {}}\nupdate:\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format("  - t{}: {}[1] + t\n", i, i == 0 ? "t" : fmt::format("t{}", i - 1));
  write_file(at("long.yaml"), text + "  - t: t99\n");
  const std::string brief = expect_exit({"check", "long.yaml"}, 0).output;
  EXPECT_LE(lines_of(brief), 60) << brief;
  EXPECT_NE(brief.find("valid\n"), std::string::npos);
  EXPECT_NE(brief.find(" more\n"), std::string::npos);
  EXPECT_NE(brief.find("--full"), std::string::npos);
  EXPECT_GT(lines_of(expect_exit({"check", "long.yaml", "--full"}, 0).output), 200);
}

TEST_F(FirstHour, NoIterationsGiveTheStartData) {
  write_file(at("s.yaml"),
             "name: s\ngrid: [8]\nfields: {t: {}, d: {}}\nupdate:\n  - d: t[1] - t\n  - t: t + 1\n"
             "inputs: {t: {expr: \"float32(x)\"}}\n");
  expect_exit({"golden", "s.yaml", "--iterations", "0", "--output", "t=t.csv"}, 0);
  EXPECT_NE(read_file(at("t.csv")).find('7'), std::string::npos);
  EXPECT_NE(expect_exit({"golden", "s.yaml", "--iterations", "0", "--output", "d=d.csv"}, 2)
                .errors.find("no value before the first time step"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(at("d.csv")));
  expect_exit({"sim", "s.yaml", "--iterations", "0"}, 2);
}

TEST_F(FirstHour, ALongSimulationIsAnnounced) {
  // No simulator is found, so that it never begins.
  const std::string path = path_with({});
  const auto long_run = rtlgen({"sim", "hotspot2d", "--iterations", "1000000"}, path);
  EXPECT_NE(long_run.errors.find("this simulation will take about"), std::string::npos) << long_run.errors;
  EXPECT_NE(long_run.errors.find("--operators native"), std::string::npos) << long_run.errors;
  const auto short_run = rtlgen({"sim", "hotspot2d", "--iterations", "8"}, path);
  EXPECT_EQ(short_run.errors.find("will take about"), std::string::npos) << short_run.errors;
}

TEST_F(FirstHour, AMissingSystemCNamesItsPackage) {
  const std::string path =
      path_with({"verilator", "make", "perl", "sh", "env", "ar", "cp", "rm", "python3", "ld", "as"});
  for (const char* compiler : {"g++", "clang++"}) {
    const auto real = find_program(compiler);
    if (!real) continue;
    const fs::path script = fs::path(path) / compiler;
    write_file(script, fmt::format("#!/bin/sh\ncase \"$*\" in *has_systemc*) exit 1;; esac\nexec {} \"$@\"\n", *real));
    fs::permissions(script, fs::perms::all);
  }
  const auto run = rtlgen({"sim", file_, "--memory", "ddr", "--set", "hardware.bus=128"}, path);
  EXPECT_EQ(run.exit_code, 3) << run.errors;
  EXPECT_NE(run.errors.find("apt-get install libsystemc-dev"), std::string::npos) << run.errors;
  EXPECT_LT(lines_of(run.errors), 5) << run.errors;
}

}  // namespace
}  // namespace rtlgen
