// Vitis kernels, Verilated with a model of the platform, run by the XRT back end on the stand-in of XRT's classes:
// every bit.
#include <gmock/gmock.h>

#include <array>

#include "contract/shell.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/run/run.hpp"
#include "faults.hpp"
#include "flow/project.hpp"
#include "golden_run.hpp"
#include "host/simulated_card.hpp"
#include "host/xrt_card.hpp"
#include "runner/card.hpp"
#include "xrt_stand_in.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Memory behind XRT's buffers: banks with addresses of their own, which the simulation does not know.
class Banks : public host::Backend {
 public:
  explicit Banks(host::SimulatedCard& card) : card_(card) {}
  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    card_.write_memory(channel, address - xrt::Machine::bank_address(channel), data, bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    card_.read_memory(channel, address - xrt::Machine::bank_address(channel), data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { card_.write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return card_.read_register(offset); }
  bool wait_interrupt() override { return card_.wait_interrupt(); }

 private:
  host::SimulatedCard& card_;
};

class Kernel {
 public:
  explicit Kernel(const driver::PlannedProject& project, const Edit& edit = {})
      : project_(project), card_(driver::build_project_top(project, edit).path, slow()), banks_(card_) {
    xrt::machine = &machine_;
    machine_.card = &banks_;
    machine_.kernel = project.flow().top();
    // All banks of the card are there; those that the link connects are in use.
    for (int bank = 0; bank < static_cast<int>(project.wiring.platform->memory.size()); ++bank)
      machine_.bank_bytes[bank] = 1 << 24;
    host::XrtOptions options;
    options.xclbin = "any";
    options.kernel = machine_.kernel;
    options.patience_seconds = 5;
    for (const contract::ShellChannel& channel : project.model.prepared->plan.shell->channels) {
      machine_.channel_of_bank[channel.number] = channel.number;
      options.channels.push_back(channel.number);
    }
    accelerator_ = std::make_unique<host::Accelerator>(driver::manifest(*project.model.prepared),
                                                       std::make_unique<host::XrtCard>(options));
  }
  ~Kernel() { accelerator_.reset(); }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  std::string run(const spec::Extents& extents, std::int64_t steps, std::uint64_t seed) {
    const std::string fault = golden_run(project_, *accelerator_, extents, steps, seed);
    const auto violation = card_.statistics().violation;
    return violation != 0 ? fmt::format("AXI rule {} at channel {}", violation % 256, violation / 256 - 1) : fault;
  }
  host::SimulatedCard& card() { return card_; }

 private:
  static host::SimulatedOptions slow() {
    host::SimulatedOptions options;
    options.latency_most = 60;
    options.ready_percent = 70;
    return options;
  }

  const driver::PlannedProject& project_;
  host::SimulatedCard card_;
  Banks banks_;
  xrt::Machine machine_;
  std::unique_ptr<host::Accelerator> accelerator_;
};

/// Faults between the platform and the shell, and how they show.
std::vector<Fault> faults_of(const driver::PlannedProject& project) {
  const std::string upper_bits_lost =
      "  wire [63:0] rtlgen_whole;\n"
      "  assign m_axi_0_araddr = rtlgen_fault == 2 ? {32'd0, rtlgen_whole[31:0]} : rtlgen_whole;\n";
  return {{"rtlgen_bank.v", "assign m_axi_awburst = ", "2'b01", "2'b00", ";", "AXI rule 33", ""},
          {project.flow().top() + ".v", ".m_axi_0_araddr(", "m_axi_0_araddr", "rtlgen_whole", ")", "AXI rule 90",
           upper_bits_lost}};
}

std::string verdict_of(const driver::PlannedProject& project, const Edit& edit, std::size_t fault) {
  const Awake awake(fault);
  try {
    return Kernel(project, edit).run({16, 6, 1}, 2, 1);
  } catch (const host::Error& error) {
    return error.what();
  }
}

TEST(VitisKernel, U250RunsOrIsFoundWrong) {
  const auto project = planned(kTiny, "u250", {"hardware.memory={t: [0, 1], power: 1}"});
  const std::vector<Fault> faults = faults_of(project);
  const Edit edit = with_faults(faults);
  {
    Kernel kernel(project, edit);
    EXPECT_EQ(kernel.run({64, 20, 1}, 5, 1), "");
    EXPECT_EQ(kernel.run({30, 17, 1}, 4, 2), "") << "again, with rows that are no whole beats";
    kernel.card().reset();
    EXPECT_EQ(kernel.run({64, 8, 1}, 3, 3), "") << "after a reset of the platform";
  }
  for (std::size_t i = 0; i < faults.size(); ++i) {
    EXPECT_THAT(verdict_of(project, edit, i + 1), HasSubstr(faults[i].verdict)) << faults[i].wrong;
  }
}

/// Banks far apart, the core in VHDL.
TEST(VitisKernel, U280RunsWithACoreInVhdl) {
  const auto project = planned(kTiny, "u280", {"hardware.memory={t: [0, 31], power: 5}"}, driver::HdlChoice::kVhdl);
  Kernel kernel(project);
  EXPECT_EQ(kernel.run({64, 20, 1}, 5, 1), "");
}

/// A field over both kinds of memory, an input in the second.
TEST(VitisKernel, U280RunsOverHbmAndDdr4) {
  const auto project = planned(kTiny, "u280", {"hardware.memory={t: [3, 33], power: 32}"});
  Kernel kernel(project);
  EXPECT_EQ(kernel.run({64, 20, 1}, 5, 1), "");
  EXPECT_EQ(kernel.run({30, 17, 1}, 4, 2), "") << "rows that are no whole beats";
}

/// With two kernels, the xclbin uses HBM[0], HBM[16], DDR[0] and DDR[1]: the second kernel has every other one.
TEST(VitisKernel, KernelsShareBanksOfBothKinds) {
  const auto project = planned(kTiny, "u280", {"hardware.kernels=2", "hardware.memory={t: [0, 16], power: 16}"});
  const std::string manifest = driver::manifest(*project.model.prepared);
  const auto used = [&](const std::string& kernel) {
    driver::CardOptions options;
    options.xclbin = "any";
    options.kernel = kernel;
    Diagnostics diagnostics;
    const auto xrt = driver::xrt_options(options, *project.model.prepared, manifest, diagnostics);
    EXPECT_TRUE(xrt.ok()) << diagnostics.render();
    EXPECT_EQ(xrt->channels, (std::vector<int>{0, 16}));
    return xrt->used;
  };
  EXPECT_EQ(used("0"), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(used("1"), (std::vector<std::size_t>{1, 3}));
}

/// Stripes over banks whose buffers begin at different addresses; bursts that do not move there are found.
TEST(VitisKernel, U280RunsWithStripes) {
  const auto project = planned(kTiny, "u280", {"hardware.memory={t: [[0, 1], [2, 31]], power: [[4, 9]]}"});
  const std::vector<Fault> faults = {{"rtlgen_rebase.v", "in_addr[ADDR_BITS-1:PAGE_BITS] + ",
                                      "base[ADDR_BITS-1:PAGE_BITS]", "{(ADDR_BITS - PAGE_BITS){1'b0}}", ", in_addr", "",
                                      ""}};
  const Edit edit = with_faults(faults);
  {
    Kernel kernel(project, edit);
    EXPECT_EQ(kernel.run({64, 20, 1}, 5, 1), "");
    EXPECT_EQ(kernel.run({30, 17, 1}, 4, 2), "") << "rows that are no whole beats";
  }
  EXPECT_NE(verdict_of(project, edit, 1), "") << faults.front().wrong;
}

/// Banks of two kernels' cards: kernel 1 has those from bank 2 on.
class TwoOfBanks : public host::Backend {
 public:
  TwoOfBanks(host::SimulatedCard& first, host::SimulatedCard& second) : cards_{&first, &second} {}
  void write_memory(int bank, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    cards_.at(static_cast<std::size_t>(bank / 2))
        ->write_memory(bank % 2, address - xrt::Machine::bank_address(bank), data, bytes);
  }
  void read_memory(int bank, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    cards_.at(static_cast<std::size_t>(bank / 2))
        ->read_memory(bank % 2, address - xrt::Machine::bank_address(bank), data, bytes);
  }
  void write_register(std::uint32_t, std::uint32_t) override { ADD_FAILURE() << "registers are a kernel's"; }
  std::uint32_t read_register(std::uint32_t) override { return 0; }
  bool wait_interrupt() override { return false; }

 private:
  std::array<host::SimulatedCard*, 2> cards_;
};

/// Two kernels of one xclbin share nothing but XRT, so each is a simulation of its own; the host finds its registers
/// and its banks.
TEST(VitisKernel, TwoOnOneCard) {
  const auto project = planned(kTiny, "u250", {"hardware.kernels=2", "hardware.board=u250"});
  const std::string library = driver::build_project_top(project).path,
                    manifest = driver::manifest(*project.model.prepared);
  host::SimulatedCard first(library, {}), second(library, {});
  TwoOfBanks banks(first, second);
  xrt::Machine machine;
  xrt::machine = &machine;
  machine.card = &banks;
  machine.kernel = "none";
  machine.others = {{"tiny_u250:{tiny_u250_1}", &first}, {"tiny_u250:{tiny_u250_2}", &second}};
  for (int bank = 0; bank < 4; ++bank) machine.bank_bytes[bank] = 1 << 24;
  machine.channel_of_bank = {{0, 0}, {2, 2}};
  const auto open = [&](const std::string& kernel) {
    driver::CardOptions options;
    options.xclbin = "any";
    options.kernel = kernel;
    Diagnostics diagnostics;
    const auto xrt = driver::xrt_options(options, *project.model.prepared, manifest, diagnostics);
    EXPECT_TRUE(xrt.ok()) << diagnostics.render();
    return std::make_unique<host::Accelerator>(manifest, std::make_unique<host::XrtCard>(*xrt));
  };
  const auto zero = open("0"), one = open("1");
  GoldenRun a(project, *zero, {48, 20, 1}, 1), b(project, *one, {30, 17, 1}, 2);
  a.start(5);
  b.start(4);
  zero->wait();
  one->wait();
  EXPECT_EQ(a.difference(), "");
  EXPECT_EQ(b.difference(), "");
  driver::CardOptions beyond;
  beyond.xclbin = "any";
  beyond.kernel = "2";
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::xrt_options(beyond, *project.model.prepared, manifest, diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), HasSubstr("there is no kernel 2: hardware.kernels is 2"));
}

}  // namespace
}  // namespace rtlgen::test
