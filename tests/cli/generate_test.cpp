// Output of rtlgen: whole folders or nothing, others' folders left alone, and the files that it cannot read or write.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

// ---------------------------------------------------------------- files that cannot be read or written

TEST_F(Program, MissingFilesAreEnvironment) {
  EXPECT_EQ(rtlgen({"check", "nothere.yaml"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--input", "c=nothere.npy"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--output", "c=nowhere/c.npy"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--json", "nowhere/r.json"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"sim", file_, "--trace", "nowhere/w.fst"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "small.yaml/out"}).exit_code, 3);
  EXPECT_EQ(entries(), std::vector<std::string>{"small.yaml"});
}

TEST_F(Program, WrongShapeIsInvalidInput) {
  write_file(at("short.raw"), std::string(5, '\0'));
  const auto result = rtlgen({"golden", file_, "--input", "c=short.raw", "--output", "c=c.npy"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("short.raw"), std::string::npos) << result.errors;
  EXPECT_FALSE(fs::exists(at("c.npy")));
}

// ---------------------------------------------------------------- generate

TEST_F(Program, GenerateWritesBothLanguagesTheSameEveryTime) {
  EXPECT_EQ(rtlgen({"generate", "small.yaml", "-o", "one"}).exit_code, 0);
  EXPECT_EQ(rtlgen({"generate", "small.yaml", "-o", "two/"}).exit_code, 0);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(at("one"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_EQ(read_file(entry.path()), read_file(at("two") / fs::relative(entry.path(), at("one"))));
  }
  EXPECT_GT(files, 10U);
  EXPECT_TRUE(fs::exists(at("one/verilog/small_core.v")));
  EXPECT_TRUE(fs::exists(at("one/verilog/rtlgen_fifo.v")));
  EXPECT_TRUE(fs::exists(at("one/vhdl/small_core.vhd")));
  EXPECT_TRUE(fs::exists(at("one/vhdl/rtlgen_fifo.vhd")));
  const auto manifest = nlohmann::json::parse(read_file(at("one/manifest.json")));
  EXPECT_EQ(manifest["generator"].get<std::string>().rfind("rtlgen ", 0), 0U);
  EXPECT_EQ(entries(), (std::vector<std::string>{"one", "small.yaml", "two"}));
}

TEST_F(Program, GenerateReplacesItsOwnFolderWhole) {
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out"}).exit_code, 0);
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out", "--hdl", "verilog"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(at("out/vhdl")));
  EXPECT_EQ(entries(), (std::vector<std::string>{"out", "small.yaml"}));
}

TEST_F(Program, GenerateLeavesOthersFoldersAlone) {
  write_file(at("mine/thesis.tex"), "years of work");
  const auto result = rtlgen({"generate", file_, "-o", "mine"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.errors.find("--force"), std::string::npos);
  EXPECT_EQ(read_file(at("mine/thesis.tex")), "years of work");
  EXPECT_FALSE(fs::exists(at("mine/manifest.json")));
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "mine", "--force"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(at("mine/manifest.json")));
  EXPECT_FALSE(fs::exists(at("mine/thesis.tex")));
}

TEST_F(Program, GenerateKeepsWhatWasAddedToItsFolder) {
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out"}).exit_code, 0);
  write_file(at("out/verilog/notes.txt"), "mine");
  const auto result = rtlgen({"generate", file_, "-o", "out"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.errors.find("verilog/notes.txt"), std::string::npos) << result.errors;
  EXPECT_EQ(read_file(at("out/verilog/notes.txt")), "mine");
}

TEST_F(Program, GenerateNeverRemovesWhereItStandsOrWhatItReads) {
  // Two levels inside the test's own folder, so that a broken guard could remove nothing else.
  write_file(at("outer/inner/keep"), "mine");
  for (const char* folder : {".", "..", ""}) {
    ProcessOptions options;
    options.working_directory = at("outer/inner").string();
    const auto result = run_process({test::program(), "generate", file_, "-o", folder, "--force"}, options);
    EXPECT_EQ(result.exit_code, 3) << folder << result.errors;
    EXPECT_EQ(read_file(at("outer/inner/keep")), "mine") << folder;
  }
  write_file(at("project/small.yaml"), kLife);
  EXPECT_EQ(rtlgen({"generate", "project/small.yaml", "-o", "project", "--force"}).exit_code, 2);
  EXPECT_EQ(read_file(at("project/small.yaml")), kLife);
  // A folder whose name only begins alike is another one.
  EXPECT_EQ(rtlgen({"generate", "project/small.yaml", "-o", "proj"}).exit_code, 0);
}

TEST_F(Program, GenerateWritesThroughSymbolicLinks) {
  fs::create_directories(at("real"));
  fs::create_directory_symlink("real", at("link"));
  fs::create_directory_symlink("later", at("dangling"));
  for (const char* link : {"link", "dangling"}) {
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(rtlgen({"generate", file_, "-o", link}).exit_code, 0) << link;
      EXPECT_TRUE(fs::is_symlink(at(link))) << link;
    }
  }
  EXPECT_TRUE(fs::exists(at("real/manifest.json")));
  EXPECT_TRUE(fs::exists(at("later/manifest.json")));
}

TEST_F(Program, GenerateLeavesNothingWhenTheDiskIsFull) {
  // A limit on the size of files fails writes as a full disk does; without its signal, or killed by it.
  for (const char* trap : {"trap '' XFSZ; ", ""}) {
    const auto result = run_process(
        {"sh", "-c", std::string(trap) + "ulimit -f 4; exec " + test::program() + " generate small.yaml -o out"}, [&] {
          ProcessOptions options;
          options.working_directory = folder_.path().string();
          return options;
        }());
    EXPECT_NE(result.exit_code, 0);
    EXPECT_FALSE(fs::exists(at("out")));
  }
}

TEST_F(Program, GenerateIntoAFileIsRefused) {
  write_file(at("taken"), "text");
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "taken"}).exit_code, 3);
  EXPECT_EQ(read_file(at("taken")), "text");
}

TEST_F(Program, GenerateWithoutWriteAccess) {
  // Root writes anywhere, so root runs a copy of the program as nobody.
  std::vector<std::string> command = {test::program()};
  if (geteuid() == 0) {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::copy_file(test::program(), at("program"));
    fs::permissions(at("program"), fs::perms(0755));
    fs::permissions(file_, fs::perms(0644));
    command = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", at("program").string()};
  }
  const auto with = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = command;
    all.insert(all.end(), arguments.begin(), arguments.end());
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    return run_process(all, options);
  };
  if (with({"check", file_}).exit_code != 0) GTEST_SKIP() << "no other user can run the program here";
  fs::create_directories(at("locked"));
  fs::permissions(at("locked"), fs::perms(0555));
  const auto result = with({"generate", file_, "-o", "locked/out"});
  EXPECT_EQ(result.exit_code, 3) << result.errors;
  EXPECT_NE(result.errors.find("locked"), std::string::npos) << result.errors;
  EXPECT_TRUE(fs::is_empty(at("locked")));
  // The same user may write where everybody may: it is the folder's lock that refuses.
  fs::permissions(at("locked"), fs::perms(0777));
  EXPECT_EQ(with({"generate", file_, "-o", "locked/out"}).exit_code, 0);
}

TEST_F(Program, GenerateWhereNothingCanBeWritten) {
  // No folder can be made below /proc, for root neither.
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "/proc/rtlgen_out"}).exit_code, 3);
}

}  // namespace
}  // namespace rtlgen::test
