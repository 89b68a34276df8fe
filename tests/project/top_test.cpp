// Boards' own tops, Verilated with models behind the real ports of PCIe and memory IP: data in, compute, data out,
// every bit.
#include <gmock/gmock.h>

#include <mutex>
#include <random>

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
  int lock(int file) override {
    return in_turn([&] { return files_->lock(file); });
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

/// A board, and where its fields lie: in all its channels.
struct Board {
  const char* id;
  std::string hotspot2d, diffusion3d;
};

void PrintTo(const Board& board, std::ostream* out) { *out << board.id; }

class BoardTop : public ::testing::TestWithParam<Board> {
 protected:
  static driver::PlannedProject project_of(const std::string& stencil,
                                           driver::HdlChoice hdl = driver::HdlChoice::kVerilog) {
    std::vector<std::string> sets = kSmall;
    const std::string& memory = stencil == "hotspot2d" ? GetParam().hotspot2d : GetParam().diffusion3d;
    if (!memory.empty()) sets.push_back("hardware.memory=" + memory);
    return planned(stencil, GetParam().id, sets, hdl);
  }
};

TEST_P(BoardTop, RunsHotspot2d) {
  const auto project = project_of("hotspot2d");
  Top top(project, slow(1));
  EXPECT_EQ(top.run({64, 20, 1}, 5, 1), "");
  EXPECT_EQ(top.run({30, 17, 1}, 4, 2), "") << "again, with rows that are no whole beats";
  top.card().reset();
  EXPECT_EQ(top.run({64, 8, 1}, 3, 3), "") << "after the slot's reset: memory is calibrated anew while the host loads";
}

TEST_P(BoardTop, RunsDiffusion3dWithACoreInVhdl) {
  const auto project = project_of("diffusion3d", driver::HdlChoice::kVhdl);
  Top top(project, slow(2));
  EXPECT_EQ(top.run({30, 10, 6}, 5, 1), "");
}

/// What is Avalon's is in quartus_top_test.
class XdmaTop : public BoardTop {};

/// The whole way: the XDMA back end, the driver's files, PCIe, the card. Calls move less than they are asked for, are
/// interrupted, or fail.
TEST_P(XdmaTop, RunsBehindTheDriver) {
  const auto project = project_of("hotspot2d");
  Top top(project, slow(3), {}, Top::Link::kXdma);
  EXPECT_EQ(top.run({64, 8, 1}, 3, 1), "");
  EXPECT_GE(top.files().count("read", "events_0"), 1) << "the interrupt came by its file";
  // With ECC a call ends with a whole beat, as drivers' calls do: a part of one that holds nothing yet is no good.
  const bool ecc = project.wiring.memory[0].use.ip.name == "ddr3";
  std::mt19937_64 random(1);
  top.files().limit = [&](std::size_t) { return ecc ? 64 * (1 + random() % 20) : 1 + random() % 1500; };
  top.files().answer = [&, calls = 0](const XdmaStandIn::Call&) mutable -> std::optional<std::int64_t> {
    return ++calls % 5 == 0 ? std::optional<std::int64_t>(-EINTR) : std::nullopt;
  };
  EXPECT_EQ(top.run({30, 9, 1}, 4, 2), "") << "again, by short and interrupted calls";
  top.files().answer = [](const XdmaStandIn::Call& call) -> std::optional<std::int64_t> {
    return call.what == "write_at" && call.file == "h2c_0" ? std::optional<std::int64_t>(-EIO) : std::nullopt;
  };
  EXPECT_THAT(top.run({30, 9, 1}, 2, 3), HasSubstr("/dev/xdma0_h2c_0: Input/output error"));
  top.files().answer = nullptr;
  EXPECT_EQ(top.run({30, 9, 1}, 2, 4), "") << "and right again after it";
}

/// What can be wrong between the IP and the shell, and how it shows.
std::vector<Twin> twins_of(const std::string& file, const board::Wiring& wiring) {
  // With ECC a part of a beat that nobody has written yet is a fault.
  if (wiring.memory[0].use.ip.name == "ddr3")
    return {{file, ".c0_ddr3_s_axi_wstrb(far_0_wstrb)", ".c0_ddr3_s_axi_wstrb({1'b0, far_0_wstrb[62:0]})",
             "is wrong, AXI rule 62"}};
  if (wiring.memory.size() == 1) {
    return {
        {"rtlgen_irq.v", "req <= irq | ~(sent | ack);", "req <= 1'b0;",
         "an interrupt request went away before it was acknowledged"},
        {"rtlgen_queue.v", "~rst & (written", "(written", "the card does not answer: a write"},
        {file, "assign far_0_rid = answered_0_rid[0];", "assign far_0_rid = 1'b0;", "the card does not answer: a read"},
        {file, "bus_rst <= ~(bus_up & kernel_runs);", "bus_rst <= 1'b1;", "the card does not answer: a register"},
    };
  }
  return {
      {file, "assign asked_1_awaddr = every_awaddr;", "assign asked_1_awaddr = 64'd0;", "is wrong"},
      {file, ".m_awready({asked_1_awready, asked_0_awready})", ".m_awready({asked_0_awready, asked_0_awready})",
       "the card does not answer: a"},
  };
}

TEST_P(XdmaTop, IsFoundWrong) {
  const auto project = project_of("hotspot2d");
  const std::vector<Twin> twins = twins_of(project.flow().top() + ".v", project.wiring);
  for (const Twin& twin : twins) EXPECT_THAT(said_of(project, twin), HasSubstr(twin.said)) << twin.to;
}

/// Two programs, a kernel each, at the same time on one card.
TEST(Kernels, RunAtOnceOnOneCard) {
  std::vector<std::string> sets = kSmall;
  sets.push_back("hardware.kernels=2");
  const auto project = planned("hotspot2d", "vcu118", sets);
  const std::string manifest = driver::manifest(*project.model.prepared, project.source);
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

const Board kKcu105{"kcu105", "", ""}, kVcu118{"vcu118", "{t: [0, 1], power: 1}", "{t: [1, 0]}"},
    kKu3{"adm_pcie_ku3", "{t: [1, 0], power: 0}", "{t: [0, 1]}"},
    kDe5net{"de5net", "{t: [0, 1], power: 1}", "{t: [1, 0]}"},
    kCatapult{"catapult_v3", "{t: [1, 0], power: 0}", "{t: [0, 1]}"},
    kAgilex{"de10_agilex", "{t: [3, 1], power: 2}", "{t: [2, 0]}"};
const auto kName = [](const ::testing::TestParamInfo<Board>& board) { return std::string(board.param.id); };

INSTANTIATE_TEST_SUITE_P(Boards, BoardTop, ::testing::Values(kKcu105, kVcu118, kKu3, kDe5net, kCatapult, kAgilex),
                         kName);
INSTANTIATE_TEST_SUITE_P(Boards, XdmaTop, ::testing::Values(kKcu105, kVcu118, kKu3), kName);

}  // namespace
}  // namespace rtlgen::test
