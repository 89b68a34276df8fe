// A disk that becomes full at any point of a command: its outputs are complete or absent, and the message is the
// system's reason with the user's name of the file.
#include <gtest/gtest.h>

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

class FullDisk : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write_file(at("heat.yaml"), kHeat);
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
                           {"RTLGEN_DISK_BYTES", std::to_string(bytes)}};
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
      EXPECT_EQ(result.errors.find(".rtlgen.tmp"), std::string::npos) << context << "\n" << result.errors;
      for (const auto& [name, text] : contents()) {
        ASSERT_TRUE(whole.contains(name)) << context << ": " << name;
        expect_same(name, text, whole.at(name), context);
        EXPECT_TRUE(before_.contains(name) || keeps) << context << ": " << name;
      }
    }
    EXPECT_GT(failed, kSizes / 2) << command_line(words);
    clear();
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
  expect_whole({"new", "fresh"}, "fresh.yaml");
}

TEST_F(FullDisk, LeavesWholeFolders) {
  expect_whole({"generate", "heat.yaml", "-o", "out"}, folder_.path().string() + "/out/");
  expect_whole({"project", "heat.yaml", "--board", "vcu118", "-o", "out"}, folder_.path().string() + "/out/");
}

TEST_F(FullDisk, EndsASimulationWithItsWaveform) {
  constexpr int kPatience = 300;
  for (const char* trace : {"w.fst", "w.vcd"}) {
    const std::string words = test::program() + " sim heat.yaml --set grid=[300] --set 'update.0.t=0.5*t[-1]' --trace ";
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.environment = {{"RTLGEN_CACHE", cache()}};
    options.timeout_seconds = kPatience;
    const auto whole = run_process({"sh", "-c", "exec " + words + trace}, options);
    ASSERT_EQ(whole.exit_code, 0) << whole.errors;
    const auto bytes = fs::file_size(at(trace));
    fs::remove(at(trace));
    // The simulation's other files are smaller. The shell counts in 512 bytes or more.
    const std::string blocks = std::to_string(bytes / 1024 / 2);
    const auto result =
        run_process({"sh", "-c", "trap '' XFSZ; ulimit -f " + blocks + "; exec " + words + trace}, options);
    EXPECT_FALSE(result.timed_out) << trace;
    EXPECT_EQ(result.exit_code, 3) << trace << "\n" << result.output << result.errors;
    EXPECT_NE(result.errors.find(std::string("cannot write ") + trace + ": File too large"), std::string::npos)
        << result.errors;
    EXPECT_EQ(contents(), before_) << trace;
  }
}

}  // namespace
}  // namespace rtlgen::test
