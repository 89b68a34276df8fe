// A disk that becomes full at any point of a command: its outputs are complete or absent, and the message is the
// system's reason with the user's name of the file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <set>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kHeat = R"(name: heat
grid: [40, 30]
fields: {t: {}}
probes:
  - {at: [3, 4], field: t}
update:
  - t: 0.5*t[-1,0] + 0.5*t[1,0]
iterations: 9
)";

/// Its waveform is longer than a file system's block.
constexpr const char* kLine = R"(name: line
grid: [300]
fields: {t: {}}
update:
  - t: 0.5*t[-1]
iterations: 9
)";

class FullDisk : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_file(at("heat.yaml"), kHeat);
    write_file(at("line.yaml"), kLine);
    before_ = contents();
  }

  [[nodiscard]] std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) all[fs::relative(entry.path(), folder_.path())] = read_file(entry.path());
    }
    return all;
  }

  /// Runs the program on a disk with so many free bytes.
  [[nodiscard]] ProcessResult on_disk(long long bytes, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), test::program());
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    const char* const others = std::getenv("LD_PRELOAD");
    options.environment = {{"LD_PRELOAD", std::string(others == nullptr ? "" : others) + " " + RTLGEN_SMALL_DISK},
                           {"ASAN_OPTIONS", "verify_asan_link_order=0"},
                           {"RTLGEN_DISK_BYTES", std::to_string(bytes)},
                           {"RTLGEN_CACHE", cache()}};
    return run_process(arguments, options);
  }

  /// Runs the command on disks of many sizes. The message contains `named`. With `keeps`, a part of the files may stay.
  void expect_whole(const std::vector<std::string>& words, const std::string& named, bool keeps = false) {
    const auto room = on_disk(1LL << 40, words);
    ASSERT_EQ(room.exit_code, 0) << command_line(words) << "\n" << room.errors;
    const auto whole = contents();
    long long sum = 0;
    for (const auto& [file, text] : whole) {
      if (!before_.contains(file)) sum += static_cast<long long>(text.size());
    }
    ASSERT_GT(sum, 0);
    constexpr int kSizes = 12;
    int failed = 0;
    for (int i = 0; i <= kSizes; ++i) {
      clear();
      const auto result = on_disk(sum * i / (kSizes - 2), words);
      const std::string context = command_line(words) + " on a disk of " + std::to_string(sum * i / (kSizes - 2));
      if (result.exit_code == 0) {
        EXPECT_EQ(contents().size(), whole.size()) << context;
        for (const auto& [name, text] : contents()) expect_same(name, text, whole.at(name), context);
        continue;
      }
      ++failed;
      EXPECT_EQ(result.exit_code, 3) << context << "\n" << result.errors;
      EXPECT_NE(result.errors.find("No space left on device"), std::string::npos) << context << "\n" << result.errors;
      EXPECT_NE(result.errors.find("cannot write " + named), std::string::npos) << context << "\n" << result.errors;
      EXPECT_EQ(without_own_folder(result.errors).find(".rtlgen.tmp"), std::string::npos) << context << "\n"
                                                                                          << result.errors;
      for (const auto& [name, text] : contents()) {
        ASSERT_TRUE(whole.contains(name)) << context << ": " << name;
        expect_same(name, text, whole.at(name), context);
        EXPECT_TRUE(before_.contains(name) || keeps) << context << ": " << name;
      }
    }
    EXPECT_GT(failed, kSizes / 2) << command_line(words);
    clear();
  }

  /// The test's own folder is a temporary one too.
  [[nodiscard]] std::string without_own_folder(std::string text) const {
    const std::string own = folder_.path().string();
    for (std::size_t found = 0; (found = text.find(own)) != std::string::npos;) text.erase(found, own.size());
    return text;
  }

  /// HDF5 files differ by the times at which their two datasets were made.
  static void expect_same(const std::string& file, const std::string& text, const std::string& whole,
                          const std::string& context) {
    constexpr int kTimes = 2 * 4;
    ASSERT_EQ(text.size(), whole.size()) << context << ": " << file;
    int others = 0;
    for (std::size_t i = 0; i < text.size(); ++i) others += text[i] != whole[i] ? 1 : 0;
    EXPECT_LE(others, file.ends_with(".h5") ? kTimes : 0) << context << ": " << file;
  }

  void clear() const {
    for (const auto& [file, text] : contents()) {
      if (!before_.contains(file)) fs::remove(at(file));
    }
    fs::remove_all(at("out"));
  }

  std::map<std::string, std::string> before_;
};

TEST_F(FullDisk, LeavesWholeResultsOrNone) {
  for (const char* end : {"npy", "h5", "nc", "png", "pgm", "webp", "txt", "raw", "vti", "pvd"}) {
    const std::string file = std::string("t.") + end;
    expect_whole({"golden", "heat.yaml", "--output", "t=" + file}, "t");
    // Each of several files is in place when it is complete.
    const bool keeps = !std::set<std::string>{"h5", "nc", "webp", "pvd"}.contains(end);
    expect_whole({"golden", "heat.yaml", "--every", "1", "--output", "t=" + file}, "t", keeps);
  }
}

TEST_F(FullDisk, LeavesWholeSeriesOfManyChunks) {
  for (const char* file : {"t.h5", "t.nc"})
    expect_whole(
        {"golden", "heat.yaml", "--set", "grid=[150, 150]", "--every", "1", "--output", std::string("t=") + file},
        file);
}

TEST_F(FullDisk, LeavesWholeReports) {
  expect_whole({"golden", "heat.yaml", "--probes", "p.csv"}, "p.csv");
  expect_whole({"check", "heat.yaml", "--json", "r.json"}, "r.json");
  expect_whole({"golden", "heat.yaml", "--every", "4", "--checkpoint", "c.npz"}, "c.npz");
}

TEST_F(FullDisk, LeavesWholeFolders) {
  expect_whole({"generate", "heat.yaml", "-o", "out"}, folder_.path().string() + "/out/");
  expect_whole({"project", "heat.yaml", "--board", "vcu118", "-o", "out"}, folder_.path().string() + "/out/");
}

/// On a real file system, since FST is written by the C library's own calls, which no library in LD_PRELOAD sees.
TEST_F(FullDisk, EndsASimulationWithItsWaveform) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may mount a disk of a few blocks";
  constexpr int kPatience = 300;
  for (const char* trace : {"w.fst", "w.vcd"}) {
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.environment = {{"RTLGEN_CACHE", cache()}};
    options.timeout_seconds = kPatience;
    const std::string sim = test::program() + " sim line.yaml --trace ";
    const auto whole = run_process({"sh", "-c", "exec " + sim + trace}, options);
    ASSERT_EQ(whole.exit_code, 0) << whole.errors;
    const std::string half = std::to_string(fs::file_size(at(trace)) / 2);
    fs::remove(at(trace));
    const std::string disk = "mkdir -p disk && mount -t tmpfs -o size=" + half + " tmpfs disk && ";
    const auto result = run_process(
        {"unshare", "-m", "sh", "-c", disk + sim + "disk/" + trace + "; status=$?; ls -A disk; exit $status"}, options);
    EXPECT_FALSE(result.timed_out) << trace;
    EXPECT_EQ(result.exit_code, 3) << trace << "\n" << result.output << result.errors;
    EXPECT_EQ(result.output, "") << "files stay, or the run is said to match";
    EXPECT_NE(result.errors.find(std::string("cannot write disk/") + trace + ": No space left on device"),
              std::string::npos)
        << result.errors;
  }
}

}  // namespace
}  // namespace rtlgen::test
