// The Nexys Video's own top, Verilated with models behind the real ports of clock and memory IP, run through its serial
// pins.
//
// The line is faster than the board's: 4 clocks per bit, a parameter of the top.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <random>
#include <thread>

#include "driver/design/hdl.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/simulate.hpp"
#include "faults.hpp"
#include "flow/project.hpp"
#include "golden_run.hpp"
#include "host/simulated_card.hpp"
#include "host/uart.hpp"
#include "runner/card.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// The line between library and simulated card, which may lose and change bytes.
class Line : public host::SerialPort {
 public:
  explicit Line(std::shared_ptr<host::SimulatedCard> card) : card_(std::move(card)) {}

  int bad_one_in = 0;  ///< bytes, at random, changed, and on the way to the card also lost, as a lost one of a response
                       ///< costs a wait; 0: none
  bool is_cut = false;

  std::int64_t write(const void* data, std::size_t bytes) override {
    // Drivers take what they have room for.
    const std::size_t now = std::min<std::size_t>(bytes, 1 + random_() % 400);
    const auto* const first = static_cast<const std::uint8_t*>(data);
    const std::vector<std::uint8_t> sent = through({first, first + now}, true);
    std::vector<std::uint8_t> none(1);
    if (!is_cut) card_->serial(sent.data(), sent.size(), none.data(), 0, 0);
    return static_cast<std::int64_t>(now);
  }
  std::int64_t read(void* data, std::size_t most, int milliseconds) override {
    if (is_cut) return 0;
    // The card has a microsecond per millisecond of the host's: it is a simulation.
    std::vector<std::uint8_t> came(1 + random_() % std::min<std::size_t>(most, 200));
    came.resize(card_->serial(nullptr, 0, came.data(), came.size(), std::min(milliseconds, 100) * 1e3));
    came = through(came, false);
    std::copy(came.begin(), came.end(), static_cast<std::uint8_t*>(data));
    return static_cast<std::int64_t>(came.size());
  }
  void discard() override {
    std::vector<std::uint8_t> some(4096);
    while (!is_cut && card_->serial(nullptr, 0, some.data(), some.size(), 0) > 0) {
    }
  }

 private:
  std::vector<std::uint8_t> through(const std::vector<std::uint8_t>& bytes, bool loses) {
    std::vector<std::uint8_t> out;
    for (const std::uint8_t byte : bytes) {
      const bool bad = bad_one_in > 0 && random_() % static_cast<unsigned>(bad_one_in) == 0;
      if (!bad)
        out.push_back(byte);
      else if (!loses || random_() % 2 == 0)
        out.push_back(static_cast<std::uint8_t>(byte ^ (1U << random_() % 8)));
    }
    return out;
  }

  std::shared_ptr<host::SimulatedCard> card_;
  std::mt19937 random_{1};
};

/// A pseudo-terminal whose other end is the card.
class Terminal {
 public:
  explicit Terminal(std::shared_ptr<host::SimulatedCard> card)
      : card_(std::move(card)), master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_GE(master_, 0);
    EXPECT_EQ(::grantpt(master_), 0);
    EXPECT_EQ(::unlockpt(master_), 0);
    path = ::ptsname(master_);
    // Kept open, as the master would see an error otherwise while the other end is closed; raw, so that it echoes
    // nothing.
    slave_ = ::open(path.c_str(), O_RDWR | O_NOCTTY);
    termios line{};
    ::tcgetattr(slave_, &line);
    ::cfmakeraw(&line);
    ::tcsetattr(slave_, TCSANOW, &line);
    pump_ = std::thread([this] { pump(); });
  }
  ~Terminal() {
    is_over_ = true;
    pump_.join();
    ::close(slave_);
    ::close(master_);
  }

  std::string path;

 private:
  void pump() {
    std::vector<std::uint8_t> sent(4096), came(4096);
    while (!is_over_) {
      pollfd wanted{master_, POLLIN, 0};
      const bool ready = ::poll(&wanted, 1, 1) > 0 && (wanted.revents & POLLIN) != 0;
      const ssize_t bytes = ready ? ::read(master_, sent.data(), sent.size()) : 0;
      const std::uint64_t back =
          card_->serial(sent.data(), bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0, came.data(), came.size(), 20e3);
      for (std::uint64_t done = 0; done < back;) {
        const ssize_t moved = ::write(master_, came.data() + done, back - done);
        if (moved > 0) done += static_cast<std::uint64_t>(moved);
      }
    }
  }

  std::shared_ptr<host::SimulatedCard> card_;
  int master_, slave_ = -1;
  std::atomic<bool> is_over_{false};
  std::thread pump_;
};

class UartTop : public ::testing::Test {
 protected:
  /// The only fault: memory in reset for ever.
  std::shared_ptr<host::SimulatedCard> card(std::size_t fault = 0) {
    const Awake awake(fault);
    host::SimulatedOptions slow;
    slow.latency_most = 60;
    slow.ready_percent = 70;
    const Edit edit =
        with_faults({{project_.flow().top() + ".v", ".sys_rst(", "clocks_locked", "~clocks_locked", ")", "", ""}});
    return std::make_shared<host::SimulatedCard>(driver::build_project_top(project_, edit).path, slow);
  }
  std::unique_ptr<host::Accelerator> accelerator(const std::shared_ptr<Line>& line, int response_ms = 60000) {
    host::UartOptions options = host::uart_options(manifest_);
    options.response_ms = response_ms;
    return std::make_unique<host::Accelerator>(manifest_, std::make_unique<host::UartCard>(options, line));
  }

  driver::PlannedProject project_ = planned(kTiny, "nexys_video");
  std::string manifest_ = driver::manifest(*project_.model.prepared);
};

TEST_F(UartTop, RunsThroughItsPins) {
  const auto simulated = card();
  const auto line = std::make_shared<Line>(simulated);
  const auto kernel = accelerator(line);
  EXPECT_EQ(golden_run(project_, *kernel, {32, 10, 1}, 5, 1), "");
  EXPECT_EQ(golden_run(project_, *kernel, {19, 7, 1}, 4, 2), "") << "rows that are no whole beats";
  simulated->reset();
  EXPECT_EQ(golden_run(project_, *kernel, {32, 6, 1}, 3, 3), "")
      << "after the board's button: memory is calibrated again while the host loads";
  EXPECT_THAT(kernel->backend().notes(), ::testing::IsEmpty());
  EXPECT_EQ(simulated->statistics().violation, 0U);
}

TEST(UartTopOfTheArty, RunsWithACoreInVhdl) {
  const auto project = planned(kTiny, "arty_a7_35", {}, driver::HdlChoice::kVhdl);
  const std::string manifest = driver::manifest(*project.model.prepared);
  const auto simulated = std::make_shared<host::SimulatedCard>(driver::build_project_top(project).path);
  host::UartOptions options = host::uart_options(manifest);
  options.response_ms = 60000;
  host::Accelerator kernel(manifest, std::make_unique<host::UartCard>(options, std::make_shared<Line>(simulated)));
  EXPECT_EQ(golden_run(project, kernel, {14, 6, 1}, 3, 1), "");
  EXPECT_EQ(simulated->statistics().violation, 0U);
}

TEST_F(UartTop, ABadLineIsRepeatedAndNeverBelieved) {
  const auto line = std::make_shared<Line>(card());
  const auto kernel = accelerator(line, 5000);
  line->bad_one_in = 1500;
  EXPECT_EQ(golden_run(project_, *kernel, {32, 10, 1}, 4, 1), "");
  EXPECT_THAT(kernel->backend().notes(), Contains(HasSubstr("had to be repeated")));
  line->bad_one_in = 3;
  try {
    static_cast<void>(kernel->backend().read_register(0));
    FAIL() << "nothing can come through";
  } catch (const host::DeviceError& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("loses or changes bytes"));
  }
}

/// The way of a user: `rtlgen run --backend uart`, the port a terminal of Linux.
TEST_F(UartTop, RunsBehindASerialPortOfLinux) {
  const Terminal terminal(card());
  driver::CardOptions options;
  options.backend = driver::CardBackend::kUart;
  options.device = terminal.path;
  // A simulation is slower than a board.
  options.patience_seconds = 300;
  options.run.run.source = project_.source;
  options.run.run.extents = {16, 5};
  options.run.run.iterations = 4;
  std::string cells;
  for (int i = 0; i < 16 * 5; ++i) cells += fmt::format("{}\n", 300 + i % 7);
  const std::string folder = fresh_folder("uart_run");
  write_files(folder, {{"cells.txt", cells}});
  for (const char* field : {"t", "power"})
    options.run.run.inputs.push_back(std::string(field) + "=" + folder + "/cells.txt");
  Diagnostics diagnostics;
  const auto report = driver::run_on_card(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match());
  {
    const auto held = host::linux_serial_port(terminal.path, 1000000);
    EXPECT_THROW(host::linux_serial_port(terminal.path, 1000000), host::DeviceError) << "in use";
  }
  // The card has a register with the digest of the description that its bitstream was made of.
  options.run.run.source.sets.emplace_back("hardware.steps=3");
  EXPECT_THROW(static_cast<void>(driver::run_on_card(options, diagnostics)), EnvironmentError);
}

TEST_F(UartTop, WhatIsAskedForMustBeThere) {
  driver::CardOptions options;
  options.backend = driver::CardBackend::kUart;
  options.run.run.source = project_.source;
  Diagnostics unnamed;
  EXPECT_FALSE(driver::run_on_card(options, unnamed).ok());
  EXPECT_THAT(unnamed.render(), HasSubstr("give it with --device"));
  options.device = "/dev/no_such_port";
  Diagnostics nowhere;
  EXPECT_THROW(static_cast<void>(driver::run_on_card(options, nowhere)), EnvironmentError);
  options.run.run.source = planned("hotspot2d", "kcu105").source;
  Diagnostics other;
  EXPECT_FALSE(driver::run_on_card(options, other).ok());
  EXPECT_THAT(other.render(), HasSubstr("has no serial line to its host"));
}

TEST_F(UartTop, NoResponse) {
  const auto line = std::make_shared<Line>(card());
  line->is_cut = true;
  try {
    static_cast<void>(accelerator(line, 5));
    FAIL() << "the line is cut";
  } catch (const host::DeviceError& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("does not respond at 1000000 baud"));
  }
}

/// Memory in reset for ever: registers response, memory does not.
TEST_F(UartTop, ATopThatHoldsItsMemoryInResetIsFoundWrong) {
  const auto kernel = accelerator(std::make_shared<Line>(card(1)), 200);
  EXPECT_THAT(golden_run(project_, *kernel, {16, 6, 1}, 2, 1), HasSubstr("does not respond"));
}

}  // namespace
}  // namespace rtlgen::test
