// Nothing is lost: an output is never the description, an input or another output, whatever it is called, and a place
// that cannot be written keeps what it held.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kFed = R"(name: fed
grid: [4, 3]
fields: {c: {}, p: {}}
update:
  - c: c[-1,0] + p
inputs: {p: data/p.txt}
)";

class Outputs : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_file(at("fed.yaml"), kFed);
    write_file(at("data/p.txt"), "1 2 3 4\n5 6 7 8\n9 10 11 12\n");
    write_file(at("c.txt"), "0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    write_file(at("mine/board.yaml"), read_file(test::source_folder() + "/boards/arty_a7_35/board.yaml"));
    fs::create_symlink("fed.yaml", at("soft.npy"));
    fs::create_hard_link(at("fed.yaml"), at("hard.npy"));
    fs::create_symlink("later.npy", at("dangling.npy"));
    before_ = contents();
  }

  [[nodiscard]] std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) all[entry.path().string()] = read_file(entry.path());
    }
    return all;
  }

  void expect_refused(const std::vector<std::string>& words, const std::string& message, int status = 2) const {
    const auto result = rtlgen(words);
    EXPECT_EQ(result.exit_code, status) << command_line(words) << "\n" << result.output << result.errors;
    EXPECT_NE(result.errors.find(message), std::string::npos) << command_line(words) << "\n" << result.errors;
    EXPECT_EQ(contents(), before_) << command_line(words);
  }

  std::map<std::string, std::string> before_;
};

TEST_F(Outputs, AreNeverTheDescription) {
  for (const char* name : {"fed.yaml", "./fed.yaml", "data/../fed.yaml", "soft.npy", "hard.npy"}) {
    expect_refused({"golden", "fed.yaml", "--output", std::string("c=") + name}, "RG0830");
    expect_refused({"check", "fed.yaml", "--json", name}, "this would replace the description (fed.yaml)");
    expect_refused({"sim", "fed.yaml", "--trace", name}, "RG0830");
    expect_refused({"sim", "fed.yaml", "--trace", "w.fst", "--view", name}, "RG0830");
    expect_refused({"explore", "fed.yaml", "--board", "arty_a7_35", "--write", name, "--force"}, "RG0830");
    expect_refused({"generate", "fed.yaml", "-o", name, "--force"}, "RG0830");
    expect_refused({"calibrate", "fed.yaml", "-o", name}, "RG0830");
    expect_refused({"import", "fed.yaml", "--format", "soda", "-o", name, "--force"},
                   "this would replace the program to import");
  }
  expect_refused({"check", at("fed.yaml").string(), "--json", "fed.yaml"}, "RG0830");
  // Faults are not written over it either, nor over what a refused command line names.
  expect_refused({"check", "fed.yaml", "--set", "grid=[0]", "--json", "fed.yaml"}, "RG0830");
  expect_refused({"check", "fed.yaml", "--frobnicate", "--json", "fed.yaml"}, "check has no option '--frobnicate'");
}

TEST_F(Outputs, AreNeverAFileOfTheDescription) {
  write_file(at("lib.yaml"), "params: {two: 2}\n");
  write_file(at("curve.csv"), "0 1 4 9\n");
  write_file(at("shot.csv"), "1 2 3\n");
  write_file(at("made.yaml"),
             "name: made\ninclude: lib.yaml\ngrid: [8]\nfields: {t: {}}\ntables: {curve: {file: curve.csv}}\n"
             "sources:\n  - {at: [3], field: t, file: shot.csv}\nprobes:\n  - {at: [2], field: t}\n"
             "update:\n  - t: two*t + curve[x]\niterations: 3\n");
  before_ = contents();
  for (const auto& [file, what] :
       {std::pair{"lib.yaml", "include"}, {"curve.csv", "tables.curve.file"}, {"shot.csv", "sources.0.file"}}) {
    const std::string message = std::string("this would replace ") + what + " of the description";
    expect_refused({"golden", "made.yaml", "--json", file}, message);
    expect_refused({"check", "made.yaml", "--set", "grid=[0]", "--json", file}, message);
  }
  expect_refused({"golden", "made.yaml", "--probes", "curve.csv"}, "this would replace tables.curve.file");
}

TEST_F(Outputs, AreNeverAnInput) {
  expect_refused({"golden", "fed.yaml", "--input", "c=c.txt", "--output", "c=./c.txt"},
                 "this would replace --input c=c.txt");
  expect_refused({"golden", "fed.yaml", "--output", "c=data/p.txt"},
                 "this would replace inputs.p of the description (data/p.txt)");
  expect_refused({"golden", "fed.yaml", "--json", "data/p.txt"}, "RG0830");
  expect_refused({"check", "fed.yaml", "--set", "hardware.board=./mine", "--json", "mine/board.yaml"},
                 "hardware.board");
  expect_refused({"check", "fed.yaml", "--board", "./mine", "--json", "mine/board.yaml"}, "--board ./mine");
  expect_refused({"generate", "fed.yaml", "-o", "data", "--force"},
                 "replacing this folder would remove inputs.p of the description");
  write_file(at("part.yaml"), "x");
  before_ = contents();
  expect_refused({"sim", "fed.yaml", "--memory", "ddr", "--dram", "part.yaml", "--json", "part.yaml"},
                 "--dram part.yaml");
}

TEST_F(Outputs, AreNeverEachOther) {
  const std::string twice =
      "name: two\ngrid: [4]\nfields: {a: {}, b: {}, s: {}}\nupdate:\n  - s: s[-1]\n  - a: s\n  - b: s[1]\n";
  write_file(at("two.yaml"), twice);
  before_ = contents();
  expect_refused({"golden", "two.yaml", "--output", "a=s.npy", "--output", "b=s.npy"},
                 "--output a=s.npy writes the same file");
  expect_refused({"golden", "two.yaml", "--output", "a=s.npy", "--output", "b=data/../s.npy"}, "RG0830");
  expect_refused({"golden", "two.yaml", "--output", "a=later.npy", "--output", "b=dangling.npy"}, "RG0830");
  expect_refused({"golden", "two.yaml", "--output", "a=s.npy", "--json", "s.npy"}, "RG0830");
  expect_refused({"generate", "two.yaml", "-o", "out", "--json", "out"}, "RG0830");
  // Outputs that are not files can be written any number of times.
  EXPECT_EQ(rtlgen({"golden", "two.yaml", "--output", "a=/dev/null", "--output", "b=/dev/null"}).exit_code, 0);
  EXPECT_EQ(rtlgen({"golden", "two.yaml", "--output", "a=a.npy", "--output", "b=b.npy", "--json", "r.json"}).exit_code,
            0);
}

TEST_F(Outputs, HaveNamesThatSayAFormat) {
  for (const char* name : {"out.h6", "out.vtu", "out.jpg", "out.npz", "out.yaml", "out.NPYY"}) {
    expect_refused({"golden", "fed.yaml", "--output", std::string("c=") + name}, "is not a known extension");
    expect_refused({"golden", "fed.yaml", "--input", std::string("c=") + name}, ".npy, .raw or .bin, ");
  }
  expect_refused({"golden", "fed.yaml", "--set", "inputs.p=data/p.vtu"}, "error[RG0602]");
  for (const char* name : {"wave", "wave.jpg", "wave.fst.gz"})
    expect_refused({"sim", "fed.yaml", "--trace", name}, "error[RG0831]");
  for (const char* name : {"view", "view.ron", "view.fst"})
    expect_refused({"sim", "fed.yaml", "--trace", "w.fst", "--view", name}, "error[RG0831]");
  for (const char* name : {"o.npy", "o.NPY", "o.raw", "o.bin", "o.png", "o.pgm", "o.txt", "o.csv", "o.dat", "o"}) {
    EXPECT_EQ(rtlgen({"golden", "fed.yaml", "--output", std::string("c=") + name}).exit_code, 0) << name;
  }
}

TEST_F(Outputs, SayWhyTheyCannotBeWritten) {
  expect_refused({"golden", "fed.yaml", "--output", "c=nowhere/c.npy"}, "No such file or directory", 3);
  expect_refused({"golden", "fed.yaml", "--output", "c=fed.yaml/c.npy"}, "Not a directory", 3);
  expect_refused({"golden", "fed.yaml", "--output", "c=data"}, "it is a folder", 3);
  expect_refused({"golden", "fed.yaml", "--output", "c=/proc/c.npy"}, "cannot write /proc/c.npy", 3);
  expect_refused({"golden", "fed.yaml", "--output", "c=" + std::string(300, 'n')}, "File name too long", 3);
  expect_refused({"golden", "fed.yaml", "--output", "c=/dev/full"}, "No space left on device", 3);
  expect_refused({"golden", "fed.yaml", "--json", "/dev/full"}, "No space left on device", 3);
  expect_refused({"golden", "fed.yaml", "--json", "nowhere/r.json"}, "--json: cannot write nowhere/r.json", 3);
  expect_refused({"golden", "fed.yaml", "--input", "c=none.npy"}, "cannot read 'none.npy': No such file or directory",
                 3);
  expect_refused({"golden", "fed.yaml", "--input", "c=data"}, "it is a folder", 3);
  expect_refused({"import", "none.soda"}, "No such file or directory", 3);
  // A name of 250 letters is long, and no fault.
  EXPECT_EQ(rtlgen({"golden", "fed.yaml", "--output", "c=" + std::string(250, 'n')}).exit_code, 0);
}

TEST_F(Outputs, AFullDiskKeepsTheOldFile) {
  write_file(at("old.npy"), std::string(100, 'o'));
  write_file(at("old.json"), "{}");
  before_ = contents();
  // A limit on the size of files fails writes as a full disk does, but for its signal.
  const std::string limited =
      "trap '' XFSZ; ulimit -f 0; cd '" + folder_.path().string() + "'; exec " + test::program() + " golden fed.yaml ";
  for (const char* options : {"--output c=old.npy", "--json old.json"}) {
    const auto result = run_process({"sh", "-c", limited + options});
    EXPECT_EQ(result.exit_code, 3) << result.errors;
    EXPECT_NE(result.errors.find("File too large"), std::string::npos) << result.errors;
    EXPECT_EQ(contents(), before_) << options;
  }
}

TEST_F(Outputs, KeepModesAndLinks) {
  write_file(at("old.txt"), "old");
  fs::permissions(at("old.txt"), fs::perms(0640));
  fs::create_symlink("old.txt", at("link.txt"));
  EXPECT_EQ(rtlgen({"golden", "fed.yaml", "--output", "c=link.txt"}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(at("link.txt")));
  EXPECT_NE(read_file(at("old.txt")), "old");
  EXPECT_EQ(fs::status(at("old.txt")).permissions(), fs::perms(0640));
  EXPECT_EQ(rtlgen({"golden", "fed.yaml", "--output", "c=dangling.npy"}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(at("dangling.npy")));
  EXPECT_TRUE(fs::is_regular_file(at("later.npy")));
}

TEST(WholeFile, SaysWhatIsTheSame) {
  const runner::TemporaryFolder folder;
  const auto at = [&](const char* name) { return folder.path() / name; };
  write_file(at("a"), "a");
  fs::create_symlink("a", at("soft"));
  fs::create_hard_link(at("a"), at("hard"));
  fs::create_symlink("b", at("later"));
  fs::create_symlink("round", at("round"));
  EXPECT_TRUE(is_same_file(at("a"), at("soft")));
  EXPECT_TRUE(is_same_file(at("hard"), at("soft")));
  EXPECT_TRUE(is_same_file(at("later"), at("b")));
  EXPECT_TRUE(is_same_file(at("./b"), at("c/../b")));
  EXPECT_FALSE(is_same_file(at("a"), at("b")));
  EXPECT_FALSE(is_same_file("/dev/null", "/dev/null"));
  EXPECT_FALSE(is_same_file(at("round"), at("a")));
  EXPECT_THROW(write_whole_file(at("round"), "x"), EnvironmentError);
  EXPECT_THROW(write_whole_file("", "x"), EnvironmentError);
  EXPECT_THROW((void)read_whole_file(folder.path()), EnvironmentError);
  write_whole_file(at("soft"), "new");
  EXPECT_EQ(read_whole_file(at("a")), "new");
}

}  // namespace
}  // namespace rtlgen::test
