// Own tops of boards with Intel's IP, as top_test has those with AMD's: they run, straight and behind vfio, and what is
// wrong between Avalon and the shell is found. One model a board.
#include <gmock/gmock.h>

#include "flow/project.hpp"
#include "runner/card.hpp"
#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Faults between Avalon and the shell, and how they show; "": in one way or another. Only Agilex'
/// systems select half of a word, and have events and calibration beside the controllers.
std::vector<Fault> faults_of(const driver::PlannedProject& project) {
  const std::string top = project.flow().top() + ".v", silent = "no interrupt comes";
  if (project.board.id == "de5net") {
    return {{"rtlgen_avalon_msi.v", "sent <= ", "irq & (sent | {IRQS{send}})", "1'b1", ";", silent, ""},
            {top, "assign host_1_awaddr = ", "every_awaddr", "64'd0", ";", "is wrong", ""},
            {top, ".calibration_rst_reset_n(", "pcie_reset_n", "kernel_locked", ")", "no link", ""}};
  }
  if (project.board.id == "de10_agilex") {
    return {{"rtlgen_avalon_msix.v", "m_valid <= ", "send | (m_valid & ~m_ready)", "1'b0 & (m_valid & ~m_ready)", ";",
             silent, ""},
            {"rtlgen_avalon_narrow.v", "wire upper = ", "high & (~low | second)", "low & second", ";", "", ""},
            {top, ".bus_1_calbus_seq_param_tbl(", "calbus_1_seq_param_tbl", "calbus_0_seq_param_tbl", ")",
             "memory channel 1 is not calibrated", ""},
            {top, ".reset_reset(", "unconfigured | ~kernel_resetn", "1'b1", ")", "the kernel clock is not locked", ""}};
  }
  return {};
}

/// The verdict on a faulty card; one that moves nothing for long is not waited for.
std::string quick_verdict_of(const driver::PlannedProject& project, const Edit& edit, std::size_t fault) {
  const Awake awake(fault);
  host::SimulatedOptions options;
  options.progress = [before = std::int64_t{-1}, quiet = 0](std::int64_t beats) mutable {
    constexpr int kPatience = 3;
    quiet = beats == before ? quiet + 1 : 0;
    before = beats;
    if (quiet == kPatience) throw host::Error("no interrupt comes");
  };
  try {
    Top top(project, options, edit);
    return top.run({32, 6, 1}, 2, 1);
  } catch (const host::Error& error) {
    return error.what();
  }
}

class AvalonTop : public BoardTop {
 protected:
  AvalonTop() : BoardTop(faults_of) {}
};

TEST_P(AvalonTop, Runs) { expect_runs(project_, edit_); }

TEST_P(AvalonTop, WrongWiringIsFound) {
  EXPECT_EQ(quick_verdict_of(project_, edit_, 0), "");
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    const std::string verdict = quick_verdict_of(project_, edit_, i + 1);
    EXPECT_NE(verdict, "") << faults_[i].wrong;
    EXPECT_THAT(verdict, HasSubstr(faults_[i].verdict)) << faults_[i].wrong;
  }
}

/// The whole way: the back end, tables of descriptors, PCIe, the card.
TEST_P(AvalonTop, RunsBehindVfio) {
  Top top(project_, slow(1), edit_, Top::Link::kVfio);
  EXPECT_EQ(top.run({64, 20, 1}, 5, 1), "");
  EXPECT_EQ(top.run({30, 17, 1}, 4, 2), "") << "again, with rows that are no whole beats";
  EXPECT_FALSE(top.pci().lies_aside);
  EXPECT_EQ(top.pci().tables, 6) << "two arrays to the card and one back, twice";
  top.pci().flip_in_read = 3;
  EXPECT_THAT(top.run({30, 17, 1}, 4, 2), HasSubstr("is wrong"));
}

INSTANTIATE_TEST_SUITE_P(Boards, AvalonTop,
                         ::testing::Values(Board{"de5net", "{t: [0, 1], power: 1}"},
                                           Board{"catapult_v3", "{t: [1, 0], power: 0}"},
                                           Board{"de10_agilex", "{t: [3, 1], power: 2}"}),
                         [](const auto& board) { return std::string(board.param.id); });

/// Three axes, floats, the core in VHDL.
TEST(VhdlTop, RunsDiffusion3d) {
  const std::vector<std::string> sets = {"hardware.cells_per_cycle=1", "hardware.steps=1",
                                         "hardware.memory={t: [1, 0]}"};
  expect_runs_another(planned("diffusion3d", "de5net", sets, driver::HdlChoice::kVhdl), {30, 10, 6});
}

/// Two kernels of one program, a thread each: registers behind each other in the BAR, one DMA and one message for both.
TEST(QuartusTop, TwoKernelsRunAtOnce) {
  const auto project = tiny("de5net", "", {"hardware.kernels=2"});
  const std::string manifest = driver::manifest(*project.model.prepared);
  const auto card = std::make_shared<host::SimulatedCard>(driver::build_project_top(project).path, slow(4));
  host::AvalonDmaOptions all = host::avalon_dma_options(manifest);
  const host::AvalonDmaOptions second = host::avalon_dma_options(manifest, 1);
  EXPECT_EQ(second.registers, 0x10000U);
  all.channels[1] = second.channels.at(0);
  // The card has 50 ns per millisecond: the threads take turns.
  const auto pci =
      std::make_shared<PciStandIn>(card, all, [card](int milliseconds) { return card->wait(milliseconds * 50.0); });
  std::vector<host::AvalonDmaCard*> opened;
  TwoKernels kernels(project, card, [&](int kernel) {
    auto made = kernel == 0 ? std::make_unique<host::AvalonDmaCard>(host::avalon_dma_options(manifest), pci)
                            : std::make_unique<host::AvalonDmaCard>(second, *opened.front());
    opened.push_back(made.get());
    return made;
  });
  kernels.run_at_once();
  for (host::AvalonDmaCard* kernel : opened) EXPECT_THAT(kernel->notes(), ::testing::IsEmpty()) << "the message came";
}

}  // namespace
}  // namespace rtlgen::test
