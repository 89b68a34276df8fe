// Processes that hold a card: from a tree as /proc, and another process of this machine.
#include "host/holders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "host/serial_port.hpp"
#include "host/xdma.hpp"
#include "runner/folder.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

/// Another process that has a lock on a file until the object ends.
class Locker {
 public:
  explicit Locker(const std::string& path) {
    std::array<int, 2> locked{};
    if (::pipe(locked.data()) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) {
      const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      const char ready = file >= 0 && ::flock(file, LOCK_EX) == 0 ? 'y' : 'n';
      static_cast<void>(!::write(locked[1], &ready, 1));
      for (;;) ::pause();
    }
    char ready = 0;
    if (::read(locked[0], &ready, 1) != 1 || ready != 'y') throw std::runtime_error("the other process has no lock");
    for (const int end : locked) ::close(end);
  }
  Locker(const Locker&) = delete;
  Locker& operator=(const Locker&) = delete;
  ~Locker() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  /// "process 4711 (".
  [[nodiscard]] std::string words() const { return fmt::format("process {} (", process_); }

 private:
  pid_t process_ = 0;
};

class Holders : public testing::Test {
 protected:
  Holders() {
    for (const char* end : {"user", "h2c_0", "c2h_0", "events_0"}) runner::write_file(at(end), std::string(4096, '\0'));
  }
  [[nodiscard]] std::string at(const std::string& end) const { return (folder_.path() / ("xdma0_" + end)).string(); }
  /// A process in a tree as /proc that has this file open.
  void process(int number, const std::string& program, const std::string& open) const {
    const std::filesystem::path folder = folder_.path() / "proc" / std::to_string(number);
    std::filesystem::create_directories(folder / "fd");
    runner::write_file((folder / "comm").string(), program + "\n");
    if (!open.empty()) std::filesystem::create_symlink(open, folder / "fd" / "7");
  }
  [[nodiscard]] std::string opening(bool shares_dma) const {
    host::XdmaOptions options;
    options.device = (folder_.path() / "xdma0").string();
    options.shares_dma = shares_dma;
    try {
      const host::XdmaCard card(options);
      return "";
    } catch (const host::DeviceError& fault) {
      return fault.what();
    }
  }

  runner::TemporaryFolder folder_;
};

TEST_F(Holders, AreThoseThatHaveTheFileOpen) {
  process(17, "bash", "/dev/null");
  process(4711, "python3", at("h2c_0"));
  process(42, "rtlgen", at("h2c_0"));
  EXPECT_EQ(host::holders_text(at("h2c_0"), folder_.path().string()), "process 42 (rtlgen), process 4711 (python3)");
  EXPECT_EQ(host::holders_text(at("user"), folder_.path().string()), "");
}

TEST_F(Holders, AreThoseThatHaveALock) {
  process(99, "heat", "");  // a process of another user: its open files are hidden
  struct stat facts {};
  ASSERT_EQ(::stat(at("events_0").c_str(), &facts), 0);
  const std::string file =
      fmt::format("{:02x}:{:02x}:{} 0 EOF\n", major(facts.st_dev), minor(facts.st_dev), facts.st_ino);
  runner::write_file((folder_.path() / "proc/locks").string(),
                     "1: POSIX  ADVISORY  READ 5 00:17:1 128 128\n2: FLOCK  ADVISORY  WRITE 99 " + file +
                         "2: -> FLOCK  ADVISORY  WRITE 100 " + file + "3: FLOCK  ADVISORY  READ -1 " + file);
  EXPECT_EQ(host::holders_text(at("events_0"), folder_.path().string()), "process 99 (heat)");
  EXPECT_EQ(host::holders_text(at("user"), folder_.path().string()), "");
  EXPECT_EQ(host::holders_text(at("nothing"), folder_.path().string()), "");
}

TEST_F(Holders, AreNamedByACardThatIsTaken) {
  EXPECT_EQ(opening(false), "") << "a card that nobody holds";
  for (const char* end : {"h2c_0", "c2h_0", "events_0"}) {
    const Locker other(at(end));
    EXPECT_THAT(opening(false), HasSubstr("is in use by another program: " + other.words())) << end;
    EXPECT_THAT(opening(true), HasSubstr("is in use by another program: " + other.words()))
        << "a card with several kernels shares its files only with programs that do so too";
  }
  EXPECT_EQ(opening(false), "") << "its holders have ended";
}

TEST_F(Holders, ShareTheMemoryOfACardWithSeveralKernels) {
  runner::write_file(at("events_1"), "");
  host::XdmaOptions options;
  options.device = (folder_.path() / "xdma0").string();
  options.shares_dma = true;
  options.event = 1;
  const host::XdmaCard first(options);
  EXPECT_EQ(opening(true), "");
  EXPECT_THAT(opening(false), HasSubstr("is in use by another program")) << "a card with one kernel is the only one";
}

TEST_F(Holders, AreNamedByASerialPortThatIsTaken) {
  const Locker other(at("user"));
  try {
    static_cast<void>(host::linux_serial_port(at("user"), 115200));
    ADD_FAILURE() << "two programs have one port";
  } catch (const host::DeviceError& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("is in use by another program: " + other.words()));
  }
}

}  // namespace
}  // namespace rtlgen::test
