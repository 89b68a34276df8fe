// Boards' own tops, Verilated with models behind the real ports of PCIe and memory IP: data in, compute, data out, every bit.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "driver/hdl.hpp"
#include "golden_run.hpp"
#include "host/simulated_card.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Small, so that it compiles fast; what is tested is around it.
const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};

using Edit = std::function<void(std::vector<runner::SourceFile>&)>;

Edit replacing(const std::string& file, const std::string& from, const std::string& to) {
  return [=](std::vector<runner::SourceFile>& files) {
    bool found = false;
    for (runner::SourceFile& f : files) {
      if (f.path != file) continue;
      const std::size_t at = f.text.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      f.text.replace(at, from.size(), to);
      found = true;
    }
    ASSERT_TRUE(found) << file;
  };
}

class Top {
 public:
  explicit Top(const driver::PlannedProject& project, const host::SimulatedOptions& options = {}, const Edit& edit = {}) : project_(project) {
    auto card = std::make_unique<host::SimulatedCard>(driver::build_project_top(project, edit).path, options);
    card_ = card.get();
    accelerator_ = std::make_unique<host::Accelerator>(driver::manifest(*project.model.prepared, project.source), std::move(card));
  }

  host::SimulatedCard& card() { return *card_; }

  /// "" if every bit is the golden engine's and no rule of AXI was broken.
  std::string run(const spec::Extents& extents, std::int64_t steps, std::uint64_t seed) {
    const std::string fault = golden_run(project_, *accelerator_, extents, steps, seed);
    const auto violation = card_->statistics().violation;
    return !fault.empty() || violation == 0 ? fault : fmt::format("AXI rule {}", violation % 256);
  }

 private:
  const driver::PlannedProject& project_;
  host::SimulatedCard* card_ = nullptr;
  std::unique_ptr<host::Accelerator> accelerator_;
};

host::SimulatedOptions slow(std::uint64_t seed) {
  host::SimulatedOptions options;
  options.latency_most = 60;
  options.ready_percent = 70;
  options.seed = seed;
  return options;
}

/// A board, and where its fields lie: in all its channels.
struct Board {
  const char* id;
  std::string hotspot2d, diffusion3d;
};

void PrintTo(const Board& board, std::ostream* out) { *out << board.id; }

class BoardTop : public ::testing::TestWithParam<Board> {
 protected:
  static driver::PlannedProject project_of(const std::string& stencil, driver::HdlChoice hdl = driver::HdlChoice::kVerilog) {
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

/// What can be wrong between the IP and the shell, and how it shows.
struct Twin {
  std::string file, from, to, said;
};

std::vector<Twin> twins_of(const std::string& file, bool one_channel) {
  if (one_channel) {
    return {
        {"rtlgen_irq.v", "req <= irq | ~(sent | ack);", "req <= 1'b0;", "an interrupt request went away before it was acknowledged"},
        {"rtlgen_queue.v", "~rst & (written", "(written", "the card does not answer: a write"},
        {file, "assign far_0_rid = answered_0_rid[0];", "assign far_0_rid = 1'b0;", "the card does not answer: a read"},
        {file, "bus_rst <= ~(bus_up & kernel_runs);", "bus_rst <= 1'b1;", "the card does not answer: a register"},
    };
  }
  return {
      {file, "assign asked_1_awaddr = every_awaddr;", "assign asked_1_awaddr = 64'd0;", "is wrong"},
      {file, ".m_awready({asked_1_awready, asked_0_awready})", ".m_awready({asked_0_awready, asked_0_awready})", "the card does not answer: a"},
  };
}

TEST_P(BoardTop, WrongWiringIsFound) {
  const auto project = project_of("hotspot2d");
  const std::vector<Twin> twins = twins_of(project.flow().top() + ".v", project.wiring.memory.size() == 1);
  for (const Twin& twin : twins) {
    std::string said;
    try {
      Top top(project, {}, replacing(twin.file, twin.from, twin.to));
      said = top.run({16, 6, 1}, 2, 1);
      // A host that begins at once, while the kernel's clock is not there yet.
      if (said.empty()) top.card().reset(), said = top.run({16, 6, 1}, 2, 1);
    } catch (const host::Error& fault) {
      said = fault.what();
    }
    EXPECT_THAT(said, HasSubstr(twin.said)) << twin.to;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, BoardTop, ::testing::Values(Board{"kcu105", "", ""}, Board{"vcu118", "{t: [0, 1], power: 1}", "{t: [1, 0]}"}), [](const auto& board) { return std::string(board.param.id); });

}  // namespace
}  // namespace rtlgen::test
