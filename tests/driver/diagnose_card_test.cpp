// `diagnose` on the simulated card: shell and core, DRAM and a host behind PCIe, with faults in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <utility>

#include "driver/diagnose/diagnose.hpp"
#include "driver/simulate/card.hpp"
#include "host/simulated_card.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

constexpr const char* kLadder = R"(name: ladder
grid: [64, 16]
type: uint<8>
fields:
  u: {}
update:
  - u: u + 1
hardware: {cells_per_cycle: 8, steps: 1, bus: 64, memory: {u: [0, 1]}}
)";

constexpr const char* kWrongLane = "RTLGEN_WRONG_LANE";

/// One model for all tests: while the environment has kWrongLane, lane 3 of the core reads a wrong bit.
void add_fault(runner::Sources& sources) {
  const std::string right = "in_u[31:24];";
  for (runner::SourceFile& file : sources.files) {
    const std::size_t at = file.text.find(right);
    if (at == std::string::npos) continue;
    file.text.replace(
        at, right.size(),
        std::string("in_u[31:24] ^ ($c(\"(std::getenv(\\\"") + kWrongLane + "\\\") != nullptr)\") ? 8'h10 : 8'h00);");
    return;
  }
  ADD_FAILURE() << "lane 3 is not where the test expects it";
}

class OneWrongLane {
 public:
  OneWrongLane() { setenv(kWrongLane, "1", 1); }
  OneWrongLane(const OneWrongLane&) = delete;
  OneWrongLane& operator=(const OneWrongLane&) = delete;
  ~OneWrongLane() { unsetenv(kWrongLane); }
};

/// A DMA engine in which a bit of a byte lane is stuck.
class StuckLane final : public host::Backend {
 public:
  explicit StuckLane(std::unique_ptr<host::SimulatedCard> card) : card_(std::move(card)) {}
  void write_memory(int c, std::uint64_t a, const std::uint8_t* d, std::uint64_t n) override {
    card_->write_memory(c, a, d, n);
  }
  void read_memory(int c, std::uint64_t a, std::uint8_t* d, std::uint64_t n) override {
    card_->read_memory(c, a, d, n);
    for (std::uint64_t i = 0; i < n; ++i) {
      if (c == 1 && (a + i) % 8 == 6) d[i] &= 0x7fU;
    }
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { card_->write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return card_->read_register(offset); }
  bool wait_interrupt() override { return card_->wait_interrupt(); }
  std::uint64_t capacity(int channel) override { return card_->capacity(channel); }

 private:
  std::unique_ptr<host::SimulatedCard> card_;
};

class DiagnoseCard : public testing::Test {
 protected:
  DiagnoseCard() : scratch_(kLadder) {
    options_.card.run.run.source = {scratch_.file(), {}};
    options_.card.run.memory = driver::Memory::kBoard;
    options_.card.run.edit_sources = add_fault;
  }

  using Open = std::function<std::unique_ptr<host::Backend>(driver::SimulatedBuild build)>;
  void open_by(const Open& open) {
    options_.card.run.open_backend = [this, open](const driver::Prepared& prepared, const std::string&, Diagnostics&) {
      return Result<std::unique_ptr<host::Backend>>(open(driver::SimulatedBuild(prepared, options_.card.run)));
    };
  }

  driver::Diagnosis diagnose() {
    Diagnostics diagnostics;
    auto report = driver::diagnose(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *report : driver::Diagnosis();
  }
  static const driver::Step& at(const driver::Diagnosis& diagnosis, int step) {
    return diagnosis.steps.at(static_cast<std::size_t>(step - 1));
  }
  driver::Step failure() {
    const driver::Diagnosis diagnosis = diagnose();
    return diagnosis.failure() != nullptr ? *diagnosis.failure() : driver::Step();
  }

  Scratch scratch_;
  driver::DiagnoseOptions options_;
};

TEST_F(DiagnoseCard, PassesAllStepsIfHealthy) {
  const driver::Diagnosis diagnosis = diagnose();
  ASSERT_EQ(diagnosis.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  EXPECT_EQ(diagnosis.failure(), nullptr) << diagnosis.steps.back().seen;
  EXPECT_THAT(at(diagnosis, driver::kCapacityStep).seen, HasSubstr("channel 1: "));
  EXPECT_THAT(at(diagnosis, driver::kInterruptStep).seen, HasSubstr("the interrupt was noticed within"));
  EXPECT_THAT(at(diagnosis, driver::kGridStep).seen, HasSubstr("64 x 16: 1,024 cells match bit for bit"));
}

TEST_F(DiagnoseCard, NamesALaneOfTheCore) {
  const OneWrongLane fault;
  const driver::Step step = failure();
  EXPECT_EQ(step.number, driver::kSmallestStep) << step.seen;
  EXPECT_FALSE(step.is_device);
  EXPECT_THAT(step.seen, HasSubstr("one lane (3 of 8)"));
  EXPECT_THAT(step.causes.front(), HasSubstr("the core, lane 3"));
}

TEST_F(DiagnoseCard, NamesAByteLane) {
  open_by([](driver::SimulatedBuild build) { return std::make_unique<StuckLane>(std::move(build.card)); });
  const driver::Step step = failure();
  EXPECT_EQ(step.number, driver::kMemoryStep) << step.seen;
  EXPECT_THAT(step.seen, HasSubstr("byte lane 6 of 8; bits 0x80 read as 0"));
}

TEST_F(DiagnoseCard, NamesAnErrorResponseOfMemory) {
  open_by([](driver::SimulatedBuild build) {
    host::SimulatedOptions memory = build.memory;
    memory.bad_read = 0;
    build.card->set_memory(memory);
    return std::move(build.card);
  });
  const driver::Step step = failure();
  EXPECT_EQ(step.number, driver::kSmallestStep) << step.seen;
  EXPECT_THAT(step.seen, HasSubstr("memory responded to a read with an error (field 'u')"));
}

}  // namespace
}  // namespace rtlgen::test
