// Own tops of boards with AMD's IP, Verilated with models behind the real ports of PCIe and memory: data in, compute,
// data out, every bit. One model a board, which runs right and with each fault. Boards with Intel's IP:
// quartus_top_test.
#include <gmock/gmock.h>

#include <mutex>
#include <random>

#include "flow/project.hpp"
#include "runner/card.hpp"
#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Device files that several threads use, a call at a time.
class Locked : public host::DeviceFiles {
 private:
  template <typename Call>
  auto in_turn(const Call& call) {
    const std::lock_guard<std::mutex> guard(turn_);
    return call();
  }

 public:
  Locked(std::shared_ptr<host::DeviceFiles> files, std::mutex& turn) : files_(std::move(files)), turn_(turn) {}
  int open(const std::string& path, int flags) override {
    return in_turn([&] { return files_->open(path, flags); });
  }
  void close(int file) override {
    in_turn([&] { return files_->close(file), 0; });
  }
  int lock(int file, Lock kind) override {
    return in_turn([&] { return files_->lock(file, kind); });
  }
  void* map(int file, std::size_t bytes) override {
    return in_turn([&] { return files_->map(file, bytes); });
  }
  void unmap(void* memory, std::size_t bytes) override {
    in_turn([&] { return files_->unmap(memory, bytes), 0; });
  }
  std::vector<std::string> paths(const std::string& prefix) override {
    return in_turn([&] { return files_->paths(prefix); });
  }
  std::int64_t read_at(int file, void* data, std::size_t bytes, std::uint64_t offset) override {
    return in_turn([&] { return files_->read_at(file, data, bytes, offset); });
  }
  std::int64_t write_at(int file, const void* data, std::size_t bytes, std::uint64_t offset) override {
    return in_turn([&] { return files_->write_at(file, data, bytes, offset); });
  }
  std::int64_t read(int file, void* data, std::size_t bytes) override {
    return in_turn([&] { return files_->read(file, data, bytes); });
  }
  int wait_readable(int file, int milliseconds) override {
    return in_turn([&] { return files_->wait_readable(file, milliseconds); });
  }

 private:
  std::shared_ptr<host::DeviceFiles> files_;
  std::mutex& turn_;
};

/// Faults between the IP and the shell, and how they show.
std::vector<Fault> faults_of(const driver::PlannedProject& project) {
  const std::string file = project.flow().top() + ".v";
  // With ECC a part of a beat that was not written yet is a fault.
  const Fault strobes = {
      file, ".c0_ddr3_s_axi_wstrb(", "far_0_wstrb", "{1'b0, far_0_wstrb[62:0]}", ")", "is wrong, AXI rule 62", ""};
  if (project.wiring.memory[0].use.ip.name == "ddr3") return {strobes};
  if (project.wiring.memory.size() == 1) {
    return {
        {"rtlgen_irq.v", "req <= ", "irq | ~(sent | ack)", "1'b0", ";",
         "an interrupt request was withdrawn before it was acknowledged", ""},
        {"rtlgen_axi_guard.v", "assign s_awready = ", "~m_awvalid", "1'b0", " & ", "the card does not respond: a write",
         ""},
        {file, "assign far_0_rid = ", "memory_0_rid[0]", "1'b0", ";", "no response within the limit", ""},
        {"rtlgen_card_reset.v", "bus_rst <= ask | ~over | ", "~kernel_runs", "1'b1", ";",
         "the card is not ready: the accelerator is in reset", ""},
    };
  }
  return {
      {file, "assign host_1_awaddr = ", "every_awaddr", "64'd0", ";", "is wrong", ""},
      {file, ".m_awready({", "host_1_awready", "host_0_awready", ", host_0_awready})", "no response within the limit",
       ""},
  };
}

/// The verdict on a faulty card, whose rows are whole beats, so that each byte counts. A host that begins at once
/// comes second, before the kernel's clock runs.
std::string said_of(const driver::PlannedProject& project, const Edit& edit, std::size_t fault) {
  const Awake awake(fault);
  try {
    Top top(project, {}, edit);
    std::string verdict = top.run({32, 6, 1}, 2, 1);
    if (verdict.empty()) top.reset(), verdict = top.run({32, 6, 1}, 2, 1);
    return verdict;
  } catch (const host::Error& error) {
    return error.what();
  }
}

class XdmaTop : public BoardTop {
 protected:
  XdmaTop() : BoardTop(faults_of) {}
};

TEST_P(XdmaTop, Runs) { expect_runs(project_, edit_); }

/// The whole way: the XDMA back end, the driver's files, PCIe, the card. Calls move less than requested, are
/// interrupted, or fail.
TEST_P(XdmaTop, RunsBehindTheDriver) {
  Top top(project_, slow(3), edit_, Top::Link::kXdma);
  EXPECT_EQ(top.run({64, 8, 1}, 3, 1), "");
  EXPECT_GE(top.files().count("read", "events_0"), 1) << "the interrupt came by its file";
  // With ECC a call ends with a whole beat, as drivers' calls do: a part of one that holds nothing yet is no good.
  const bool ecc = project_.wiring.memory[0].use.ip.name == "ddr3";
  std::mt19937_64 random(1);
  top.files().limit = [&](std::size_t) { return ecc ? 64 * (1 + random() % 20) : 1 + random() % 1500; };
  top.files().respond = [&, calls = 0](const XdmaStandIn::Call&) mutable -> std::optional<std::int64_t> {
    return ++calls % 5 == 0 ? std::optional<std::int64_t>(-EINTR) : std::nullopt;
  };
  EXPECT_EQ(top.run({30, 9, 1}, 4, 2), "") << "again, by short and interrupted calls";
  top.files().respond = [](const XdmaStandIn::Call& call) -> std::optional<std::int64_t> {
    return call.what == "write_at" && call.file == "h2c_0" ? std::optional<std::int64_t>(-EIO) : std::nullopt;
  };
  EXPECT_THAT(top.run({30, 9, 1}, 2, 3), HasSubstr("/dev/xdma0_h2c_0: Input/output error"));
  top.files().respond = nullptr;
  EXPECT_EQ(top.run({30, 9, 1}, 2, 4), "") << "and right again after it";
}

TEST_P(XdmaTop, IsFoundWrong) {
  EXPECT_EQ(said_of(project_, edit_, 0), "");
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    EXPECT_THAT(said_of(project_, edit_, i + 1), HasSubstr(faults_[i].verdict)) << faults_[i].wrong;
  }
}

/// Floats; and three axes, the core in VHDL: quartus_top_test.
TEST(FloatTop, RunsHotspot2d) {
  expect_runs_another(planned("hotspot2d", "kcu105", {"hardware.cells_per_cycle=1", "hardware.steps=1"}), {30, 17, 1});
}

/// With all of hardware.debug, while a debugger reads registers through JTAG again and again.
TEST(DebugTop, RunsBesideADebugger) {
  expect_runs_another(tiny("kcu105", "", {"hardware.debug=[bus, streams, position]"}), {30, 17, 1});
}

/// Two programs, a kernel each, at the same time on one card.
TEST(Kernels, RunAtOnceOnOneCard) {
  const auto project = tiny("vcu118", "", {"hardware.kernels=2"});
  const std::string manifest = driver::manifest(*project.model.prepared);
  const auto card = std::make_shared<host::SimulatedCard>(driver::build_project_top(project).path, slow(4));
  const std::uint64_t each = std::uint64_t{2} << 30;
  // The driver is one for all programs, and in a call the simulation goes on for a little: 10 ns of a millisecond.
  std::mutex turn;
  const auto files = std::make_shared<XdmaStandIn>(
      card, std::map<int, host::XdmaOptions::Memory>{{0, {0, each}}, {1, {each, each}}}, [](int) { return false; });
  files->nodes.push_back("events_1");
  files->work_on = [&](int event, int milliseconds) { return card->wait(milliseconds * 10.0, event); };
  const auto shared = std::make_shared<Locked>(files, turn);
  TwoKernels kernels(project, card, [&](int kernel) {
    return std::make_unique<host::XdmaCard>(host::xdma_options(manifest, kernel), shared);
  });
  kernels.run_at_once();
}

INSTANTIATE_TEST_SUITE_P(Boards, XdmaTop,
                         ::testing::Values(Board{"kcu105", ""}, Board{"vcu118", "{t: [0, 1], power: 1}"},
                                           Board{"adm_pcie_ku3", "{t: [1, 0], power: 0}"}),
                         [](const auto& board) { return std::string(board.param.id); });

}  // namespace
}  // namespace rtlgen::test
