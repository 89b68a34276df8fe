// Descriptions in every kind of file: read, or refused with the reason, and never waited for without end.
#include "frontend/yaml/source_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "frontend/frontend.hpp"
#include "frontend/given.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

namespace fs = std::filesystem;

const std::string kGood = "name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: t + 1\n";

class SourceFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "source.XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string made(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  /// The diagnostics for a file; "": it is valid.
  static std::string diagnostics_of(const std::string& path) {
    Diagnostics diagnostics;
    return load_file(path, {}, diagnostics).ok() ? "" : diagnostics.render();
  }

  fs::path folder_;
};

TEST_F(SourceFile, WhatIsNoFileSaysWhy) {
  EXPECT_NE(diagnostics_of(folder_ / "no.yaml").find("No such file or directory"), std::string::npos);
  EXPECT_NE(diagnostics_of(folder_).find("it is a folder"), std::string::npos);
  fs::create_symlink("b.yaml", folder_ / "a.yaml");
  fs::create_symlink("a.yaml", folder_ / "b.yaml");
  EXPECT_NE(diagnostics_of(folder_ / "a.yaml").find("Too many levels of symbolic links"), std::string::npos);
  const std::string closed = made("closed.yaml", kGood);
  ASSERT_EQ(chmod(closed.c_str(), 0), 0);
  // root reads everything
  if (geteuid() == 0)
    EXPECT_EQ(diagnostics_of(closed), "");
  else
    EXPECT_NE(diagnostics_of(closed).find("Permission denied"), std::string::npos);
}

TEST_F(SourceFile, WhatIsNoTextIsRefused) {
  EXPECT_NE(diagnostics_of(made("empty.yaml", "")).find("no YAML document"), std::string::npos);
  EXPECT_NE(diagnostics_of(made("binary.yaml", std::string("\x7f"
                                                           "ELF\0\1",
                                                           6)))
                .find("does not belong in a text file"),
            std::string::npos);
  EXPECT_NE(diagnostics_of(made("latin1.yaml", kGood + "description: K\xe4lte\n")).find("UTF-8"), std::string::npos);
  EXPECT_NE(diagnostics_of(made("utf16.yaml", std::string("\xff\xfen\0a\0", 6))).find("UTF-8"), std::string::npos);
  EXPECT_NE(diagnostics_of("/dev/zero").find("too large"), std::string::npos);
  EXPECT_NE(diagnostics_of("/dev/urandom"), "");
  EXPECT_NE(diagnostics_of("/dev/null").find("no YAML document"), std::string::npos);
}

TEST_F(SourceFile, WhatIsWrittenOtherwiseIsTheSame) {
  std::string crlf;
  for (const char c : kGood) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(diagnostics_of(made("crlf.yaml", crlf)), "");
  EXPECT_EQ(diagnostics_of(made("bom.yaml", "\xef\xbb\xbf" + kGood)), "");
  EXPECT_EQ(diagnostics_of(
                made("json.yaml", R"({"name": "demo", "grid": [8], "fields": {"t": {}}, "update": [{"t": "t + 1"}]})")),
            "");
  made("good.yaml", kGood);
  fs::create_symlink("good.yaml", folder_ / "link.yaml");
  EXPECT_EQ(diagnostics_of(folder_ / "link.yaml"), "");
}

TEST_F(SourceFile, AbsurdFilesAreRefused) {
  std::string deep = kGood + "params: ";
  for (int i = 0; i < 10000; ++i) deep += "{a: ";
  EXPECT_NE(diagnostics_of(made("deep.yaml", deep)), "");
  std::string nested = kGood + "params: " + std::string(10000, '[') + std::string(10000, ']') + "\n";
  EXPECT_NE(diagnostics_of(made("nested.yaml", nested)).find("nested too deeply"), std::string::npos);
  EXPECT_EQ(diagnostics_of(made("line.yaml", kGood + "#" + std::string(kMaxFileBytes - kGood.size() - 2, 'x') + "\n")),
            "");
  EXPECT_NE(
      diagnostics_of(made("text.yaml", kGood + "  - u: " + std::string(1000000, '(') + "\n")).find("nested too deeply"),
      std::string::npos);
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i)
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + ", *a" +
            std::to_string(i - 1) + "]\n";
  EXPECT_NE(diagnostics_of(made("bomb.yaml", bomb)).find("RG0107"), std::string::npos);
  EXPECT_NE(diagnostics_of(made("tab.yaml", "name: demo\ngrid:\n\t- 8\n")).find("RG0106"), std::string::npos);
  EXPECT_NE(diagnostics_of(made("indent.yaml", "name: demo\n  grid: [8]\n")).find("RG0105"), std::string::npos);
  EXPECT_NE(diagnostics_of(made("twice.yaml", kGood + "grid: [9]\n")).find("RG0110"), std::string::npos);
}

TEST_F(SourceFile, APipeWithoutAWriterIsGivenUp) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_NE(diagnostics_of(pipe).find("a pipe without a writer"), std::string::npos);
}

TEST_F(SourceFile, ADeviceThatNeverRespondsIsGivenUp) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  EXPECT_NE(diagnostics_of(ptsname(terminal)).find("no data from this device for 3 s"), std::string::npos);
  close(terminal);
}

TEST_F(SourceFile, AWriterMayBeSlow) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  // Open before it is read, and silent for longer than a pipe without a writer may be.
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  std::ofstream file(pipe);
  std::thread writer([&] {
    std::this_thread::sleep_for(kPipePatience + std::chrono::milliseconds(700));
    file << kGood << std::flush;
    file.close();
  });
  EXPECT_EQ(diagnostics_of(pipe), "");
  writer.join();
  close(reader);
}

TEST_F(SourceFile, APipeIsReadOnceAndKept) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream file(pipe);
    file << kGood.substr(0, 20) << std::flush;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    file << kGood.substr(20);
  });
  Given given;
  Diagnostics diagnostics;
  EXPECT_TRUE(load_file(pipe, {}, diagnostics, given).ok()) << diagnostics.render();
  writer.join();
  const Given copy = given;
  EXPECT_TRUE(load_file(pipe, {}, diagnostics, copy).ok()) << "copies share what was read";
  EXPECT_NE(diagnostics_of(pipe), "") << "nothing is kept beside them";
}

TEST_F(SourceFile, AFileThatChangesIsTheSameToCopies) {
  const std::string file = made("a.yaml", kGood);
  Texts texts;
  Diagnostics diagnostics;
  EXPECT_EQ(*texts.read(file, diagnostics), kGood);
  made("a.yaml", "other: 1\n");
  EXPECT_EQ(*texts.read(file, diagnostics), kGood);
  EXPECT_EQ(*read_source_file(file, diagnostics), "other: 1\n");
  EXPECT_FALSE(texts.read(folder_ / "late.yaml", diagnostics).ok());
  made("late.yaml", kGood);
  EXPECT_FALSE(texts.read(folder_ / "late.yaml", diagnostics).ok()) << "a fault is kept too";
}

TEST_F(SourceFile, StandardInputIsADash) {
  const int kept = dup(STDIN_FILENO);
  const int file = open(made("good.yaml", kGood).c_str(), O_RDONLY);
  ASSERT_EQ(dup2(file, STDIN_FILENO), STDIN_FILENO);
  const Given given;
  Diagnostics diagnostics;
  EXPECT_TRUE(load_file("-", {}, diagnostics, given).ok()) << diagnostics.render();
  EXPECT_TRUE(load_file("-", {}, diagnostics, given).ok()) << diagnostics.render();
  dup2(kept, STDIN_FILENO);
  close(kept);
  close(file);
}

}  // namespace
}  // namespace rtlgen::frontend
