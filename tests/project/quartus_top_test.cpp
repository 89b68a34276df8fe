// Tops of boards with Intel's IP: what is wrong between Avalon and the shell is found. That they run: top_test.
#include <gmock/gmock.h>

#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// What is said of a change; a card that moves nothing for long is not waited for.
std::string said_soon_of(const driver::PlannedProject& project, const Twin& twin) {
  host::SimulatedOptions options;
  options.progress = [before = std::int64_t{-1}, quiet = 0](std::int64_t beats) mutable {
    constexpr int kPatience = 3;
    quiet = beats == before ? quiet + 1 : 0;
    before = beats;
    if (quiet == kPatience) throw host::Error("no interrupt comes");
  };
  Top top(project, options, replacing(twin.file, twin.from, twin.to));
  return top.run({16, 6, 1}, 2, 1);
}

TEST(QuartusTop, WrongWiringIsFound) {
  std::vector<std::string> sets = kSmall;
  sets.emplace_back("hardware.memory={t: [0, 1], power: 1}");
  const auto project = planned("hotspot2d", "de5net", sets);
  const std::string top = project.flow().top() + ".v";
  const std::vector<Twin> twins = {
      {"rtlgen_avalon_msi.v", "sent <= irq & (sent | {IRQS{send}});", "sent <= 1'b1;", "no interrupt comes"},
      {top, "assign asked_1_awaddr = every_awaddr;", "assign asked_1_awaddr = 64'd0;", "is wrong"}};
  for (const Twin& twin : twins) EXPECT_THAT(said_soon_of(project, twin), HasSubstr(twin.said)) << twin.to;
}

/// The whole way: the back end, tables of descriptors, PCIe, the card.
TEST(QuartusTop, RunsBehindVfio) {
  for (const auto& [board, memory] : {std::pair{"de5net", "{t: [0, 1], power: 1}"},
                                      {"catapult_v3", "{t: [1, 0], power: 0}"},
                                      {"de10_agilex", "{t: [3, 1], power: 2}"}}) {
    std::vector<std::string> sets = kSmall;
    sets.push_back(std::string("hardware.memory=") + memory);
    const auto project = planned("hotspot2d", board, sets);
    Top top(project, slow(1), {}, Top::Link::kVfio);
    EXPECT_EQ(top.run({64, 20, 1}, 5, 1), "") << board;
    EXPECT_EQ(top.run({30, 17, 1}, 4, 2), "") << board << ": again, with rows that are no whole beats";
    EXPECT_FALSE(top.pci().lies_aside) << board;
    EXPECT_EQ(top.pci().tables, 6) << board << ": two arrays to the card and one back, twice";
    top.pci().flip_in_read = 3;
    EXPECT_THAT(top.run({30, 17, 1}, 4, 2), HasSubstr("is wrong")) << board;
  }
}

/// Two kernels of one program, a thread each: registers behind each other in the BAR, one DMA and one message for both.
TEST(QuartusTop, TwoKernelsRunAtOnce) {
  std::vector<std::string> sets = kSmall;
  sets.emplace_back("hardware.kernels=2");
  const auto project = planned("hotspot2d", "de5net", sets);
  const std::string manifest = driver::manifest(*project.model.prepared, project.source);
  const auto card = std::make_shared<host::SimulatedCard>(driver::build_project_top(project).path, slow(4));
  host::AvalonDmaOptions all = host::avalon_dma_options(manifest);
  const host::AvalonDmaOptions second = host::avalon_dma_options(manifest, 1);
  EXPECT_EQ(second.registers, 0x10000U);
  all.channels[1] = second.channels.at(0);
  // Of a millisecond the card has 50 ns: the threads take turns.
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

/// What only Agilex' systems have: the half of a word that is meant, events, calibration beside the controllers.
TEST(QuartusTop, WrongWiringOfAgilexIsFound) {
  std::vector<std::string> sets = kSmall;
  sets.emplace_back("hardware.memory={t: [3, 1], power: 2}");
  const auto project = planned("hotspot2d", "de10_agilex", sets);
  const std::string top = project.flow().top() + ".v";
  const std::vector<Twin> twins = {
      {"rtlgen_avalon_msix.v", "m_valid <= send |", "m_valid <= 1'b0 &", "no interrupt comes"},
      {"rtlgen_avalon_narrow.v", "wire upper = high & (~low | second);", "wire upper = low & second;", ""},
      {top, ".bus_1_calbus_seq_param_tbl(calbus_1_seq_param_tbl)",
       ".bus_1_calbus_seq_param_tbl(calbus_0_seq_param_tbl)", "no interrupt comes"},
      {top, ".reset_reset(unconfigured)", ".reset_reset(1'b1)", "does not answer"}};
  for (const Twin& twin : twins) {
    std::string said;
    try {
      said = said_soon_of(project, twin);
    } catch (const host::Error& fault) {
      said = fault.what();
    }
    EXPECT_NE(said, "") << twin.to;
    EXPECT_THAT(said, HasSubstr(twin.said)) << twin.to;
  }
}

}  // namespace
}  // namespace rtlgen::test
