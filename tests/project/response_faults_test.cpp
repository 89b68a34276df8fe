// One response of memory that is lost, one that nobody requested, and interrupts of both kinds, in the top of a board
// with two channels: the host never hangs and says what is wrong, and the next run is right. Each case has a control:
// without the part of the card that finds the fault, the text is another one.
#include <gmock/gmock.h>

#include <fstream>

#include "driver/diagnose/diagnose.hpp"
#include "host/card_block.hpp"
#include "host/design.hpp"
#include "test_paths.hpp"
#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const spec::Extents kFaultyGrid = {64, 64, 1};
constexpr int kFaultySteps = 8;  ///< four passes

/// The parts of the card that find a fault, by number: a card that is opened with one does without it.
enum Without : std::size_t { kNothing, kProbeErrors, kProbeCounts, kReadLimit, kWriteLimit, kReadFilter, kWriteFilter };

const std::vector<Fault>& parts() {
  static const std::vector<Fault> list = {
      {"rtlgen_channel_probe.v", "assign failed = recording & ", "|found", "1'b0", ";", "", ""},
      {"rtlgen_channel_probe.v", "longest_write, longest_read, ", "counts", "32'd0", ", places};", "", ""},
      {"rtlgen_axi_guard.v", "assign read_late = ", "read_owed & read_time == bound", "1'b0", ";", "", ""},
      {"rtlgen_axi_guard.v", "assign write_late = ", "write_owed & write_time == bound", "1'b0", ";", "", ""},
      {"rtlgen_axi_unrequested.v", "wire drop_read = ", "no_reads | rest", "1'b0", ";", "", ""},
      {"rtlgen_axi_unrequested.v", "no_writes <= ",
       "rst | (write_begins == write_ends ? no_writes : write_ends & last_write)", "1'b0", ";", "", ""}};
  return list;
}

/// Kinds of the modules in response_faults.v, far from those of the models.
enum Place : int { kReads = 100, kWrites = 102, kInterrupts = 104 };
constexpr rtlgen_card_fault kKind = RTLGEN_CARD_MEMORY_LOST_READ;

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  ASSERT_EQ(text.find(from, at + 1), std::string::npos) << from;
  text.replace(at, from.size(), to);
}

/// Puts a module of response_faults.v between the controller of a channel and the card.
void put_response_fault(std::string& top, int channel, char kind) {
  const bool is_read = kind == 'r';
  const std::string pin = ".c0_ddr4_s_axi_", card = fmt::format("far_{}_{}", channel, kind),
                    from = fmt::format("from_{}_{}", channel, kind);
  const std::size_t begin = top.find(fmt::format("card_memory_{0} u_memory_{0} (", channel));
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = top.find("\n  );", begin);
  std::string memory = top.substr(begin, end - begin);
  const auto cut = [&](const std::string& wire, const std::string& was) {
    replace(memory, fmt::format("{}{}{}({})", pin, kind, wire, was),
            fmt::format("{}{}{}({}{})", pin, kind, wire, from, wire));
  };
  cut("valid", card + "valid");
  cut("ready", card + "ready");
  cut("id", fmt::format("memory_{}_{}id", channel, kind));
  if (is_read) cut("last", card + "last");
  const std::string module = fmt::format(
      "wire {0}valid, {0}ready, {0}last;\n  wire [3:0] {0}id;\n  {5}"
      "response_fault #(.KIND({6}), .PLACE({7})) u_fault_{0} (.clk(memory_clk_{2}), .from_valid({0}valid), "
      ".from_ready({0}ready), .from_last({0}last), .from_id({0}id), .valid({1}valid), .ready({1}ready), .last({4}), "
      ".id(memory_{2}_{3}id));\n\n  ",
      from, card, channel, kind, is_read ? card + "last" : "",
      is_read ? "" : fmt::format("assign {}last = 1'b1;\n  ", from), static_cast<int>(kKind),
      (is_read ? kReads : kWrites) + channel);
  top.replace(begin, end - begin, module + memory);
}

/// One model for all tests.
void put_faults(std::vector<runner::SourceFile>& files) {
  with_faults(parts())(files);
  bool found = false;
  for (runner::SourceFile& file : files) {
    if (file.text.find("card_memory_0 u_memory_0 (") == std::string::npos) continue;
    found = true;
    for (const int channel : {0, 1}) {
      for (const char kind : {'r', 'b'}) put_response_fault(file.text, channel, kind);
    }
    replace(file.text, ".usr_irq_req(irq_req)", ".usr_irq_req(to_irq_req)");
    replace(file.text, ".usr_irq_ack(irq_ack)", ".usr_irq_ack(from_irq_ack)");
    replace(file.text, "  rtlgen_irq u_irq (",
            fmt::format("  interrupt_fault #(.KIND({}), .PLACE({})) u_fault_irq (.clk(bus_clk), .req(irq_req), "
                        ".ack(irq_ack), .to_req(to_irq_req), .from_ack(from_irq_ack));\n\n  rtlgen_irq u_irq (",
                        static_cast<int>(kKind), static_cast<int>(kInterrupts)));
    replace(file.text, "  wire [1:0] irq_req, irq_ack;", "  wire [1:0] irq_req, irq_ack, to_irq_req, from_irq_ack;");
  }
  ASSERT_TRUE(found);
  std::ifstream in(source_folder() + "/tests/project/response_faults.v");
  files.push_back({"response_faults.v", std::string(std::istreambuf_iterator<char>(in), {})});
}

/// A host that soon gives up waiting for an interrupt.
class Impatient : public Shared {
 public:
  explicit Impatient(host::SimulatedCard& card) : Shared(borrowed(card)), card_(card) {}
  bool wait_interrupt() override { return card_.wait(kRunNs); }

 private:
  static constexpr double kRunNs = 200000;
  static std::shared_ptr<host::Backend> borrowed(host::SimulatedCard& card) {
    return {&card, [](host::Backend*) {}};
  }
  host::SimulatedCard& card_;
};

class ResponseFault : public ::testing::Test {
 protected:
  void open(Without part = kNothing) {
    awake_.reset();
    awake_ = std::make_unique<Awake>(part);
    top_ = std::make_unique<Top>(project_, host::SimulatedOptions(), put_faults);
    EXPECT_EQ(top_->run(kFaultyGrid, 4, 1), "");
    reopen();
  }
  /// As a program that begins.
  void reopen() {
    accelerator_.reset();
    accelerator_ = std::make_unique<host::Accelerator>(manifest_, std::make_unique<Impatient>(top_->card()));
  }
  void set(int place, int value) { top_->card().set_fault(kKind, place, value); }
  std::string run(std::uint64_t seed = 2) {
    return golden_run(project_, *accelerator_, kFaultyGrid, kFaultySteps, seed);
  }
  /// A run with this fault, after which the card is as it was.
  std::string run_with(int place, int value) {
    set(place, value);
    const std::string said = run();
    set(place, 0);
    return said;
  }
  void expect_right_again() {
    reopen();
    EXPECT_EQ(run(3), "");
    EXPECT_EQ(top_->card().statistics().violation, 0U);
  }

  driver::Diagnosis diagnose();
  void comes(int place);

  driver::PlannedProject project_ = tiny("vcu118", "{t: [0, 1], power: 1}");
  std::string manifest_ = driver::manifest(*project_.model.prepared);
  std::unique_ptr<Awake> awake_;
  std::unique_ptr<Top> top_;
  std::unique_ptr<host::Accelerator> accelerator_;
};

/// A fault, what a run says of it, the part of the card that finds it, and what a run says without that part.
struct Case {
  const char* name;
  int place, value;
  const char* said;
  Without part;
  const char* without;
};
constexpr int kOfRun = 0, kOfHost = 1, kExtra = 2;
constexpr int third(int kind) { return 4 * 3 + kind; }

const Case kCases[] = {
    {"LostRead", kReads, third(kOfRun),
     "the run did not end, not even when cancelled: memory channel 0 has not responded to 1 read, the first of them at "
     "row 63 of 't', pass 1, address 0x1f80. The card was reset",
     kProbeCounts, "the run did not end, not even when cancelled: memory or a clock had stopped. The card was reset"},
    {"LostWrite", kWrites + 1, third(kOfRun),
     "the run did not end, not even when cancelled: memory channel 1 has not responded to 1 write, the first of them "
     "at row 63 of 't', pass 1, address 0x1f80. The card was reset",
     kProbeCounts, "the run did not end, not even when cancelled: memory or a clock had stopped. The card was reset"},
    {"ExtraRead", kReads + 1, third(kOfRun + kExtra),
     "the run did not end, not even when cancelled: memory channel 1: fewer beats than requested by the read at row 3 "
     "of 'power', address 0x2180. The card was reset",
     kProbeErrors, "the run did not end, not even when cancelled: memory or a clock had stopped. The card was reset"},
    {"ExtraWrite", kWrites, third(kOfRun + kExtra),
     "the run failed: memory channel 0: a response to a write that was not requested", kProbeErrors, ""},
    {"LostReadOfTheHost", kReads, third(kOfHost),
     "a read got an error response; a read at card address 0x1e00 was refused: no response within the limit; now the "
     "firewall of the transfers is closed",
     kReadLimit, "the card does not respond: a read"},
    {"LostWriteOfTheHost", kWrites, third(kOfHost),
     "a write got an error response; a write at card address 0x1e00 was refused: no response within the limit; now the "
     "firewall of the transfers is closed",
     kWriteLimit, "the card does not respond: a write"},
    {"ExtraReadOfTheHost", kReads, third(kOfHost + kExtra),
     "a read got an error response; a read at card address 0x1e00 was refused: no response within the limit; now the "
     "firewall of the transfers is closed",
     kReadLimit, "the card does not respond: a read"},
    {"ExtraWriteOfTheHost", kWrites + 1, third(kOfHost + kExtra),
     "memory is not to be trusted: memory channel 1 sent what the host had not requested: 1 response to writes",
     kWriteFilter,
     "a write got an error response; a write at card address 0x80003200 was refused: a response without a request; now "
     "the firewall of the transfers is closed"},
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class EachResponseFault : public ResponseFault, public ::testing::WithParamInterface<Case> {};

TEST_P(EachResponseFault, IsNamedAndTheNextRunIsRight) {
  const Case& c = GetParam();
  open();
  EXPECT_EQ(run_with(c.place, c.value), c.said);
  expect_right_again();
}

TEST_P(EachResponseFault, IsNotNamedWithoutThePartThatFindsIt) {
  const Case& c = GetParam();
  open(c.part);
  EXPECT_EQ(run(), "") << "the part does something else too";
  EXPECT_EQ(run_with(c.place, c.value), c.without);
}

INSTANTIATE_TEST_SUITE_P(All, EachResponseFault, ::testing::ValuesIn(kCases),
                         [](const auto& c) { return std::string(c.param.name); });

// ---- Responses to a host that has requested nothing -----------------------------------------------------------

constexpr int first(int kind) { return 4 + kind; }

/// A response to the host that it has not requested, the part of the card that drops it, and what the host is told.
struct Unrequested {
  int place;
  Without part;
  const char* said;
};
constexpr Unrequested kUnrequested[] = {
    {kReads, kReadFilter, "memory channel 0 sent what the host had not requested: 1 beat of data"},
    {kReads + 1, kReadFilter, "memory channel 1 sent what the host had not requested: 1 beat of data"},
    {kWrites, kWriteFilter, "memory channel 0 sent what the host had not requested: 1 response to writes"},
    {kWrites + 1, kWriteFilter, "memory channel 1 sent what the host had not requested: 1 response to writes"}};
constexpr double kArrivesNs = 700;

/// It comes now, while the host has nothing outstanding.
void ResponseFault::comes(int place) {
  set(place, first(kOfHost + kExtra));
  static_cast<void>(top_->card().wait(kArrivesNs));
  set(place, 0);
}

TEST_F(ResponseFault, WhatAnIdleHostHasNotRequestedIsDroppedAndNamed) {
  open();
  const host::Design design = host::read_design(manifest_);
  const host::CardBlock block(*design.card_block, top_->card());
  const host::CardBlock::Restarts before = block.restarts();
  for (const Unrequested& c : kUnrequested) {
    comes(c.place);
    EXPECT_EQ(run(2), std::string("memory is not to be trusted: ") + c.said);
    EXPECT_EQ(run(3), "") << c.said;
  }
  EXPECT_EQ(block.restarts(), before) << "the card was reset";
  EXPECT_EQ(top_->card().statistics().violation, 0U);
}

/// The accelerator is not disturbed, but the run fails.
TEST_F(ResponseFault, WhatAnIdleHostHasNotRequestedDoesNotStopARun) {
  open();
  for (const Unrequested& c : kUnrequested) {
    GoldenRun run(project_, *accelerator_, kFaultyGrid, 2);
    run.start(kFaultySteps);
    comes(c.place);
    try {
      accelerator_->wait();
      ADD_FAILURE() << "nothing is said: " << c.said;
    } catch (const host::Error& fault) {
      EXPECT_EQ(fault.what(), std::string("the run failed: ") + c.said);
    }
    EXPECT_EQ(this->run(3), "") << c.said;
  }
  EXPECT_EQ(top_->card().statistics().violation, 0U);
}

/// A control: without the filter, it waits where the accelerator's responses have to pass.
TEST_F(ResponseFault, WhatAnIdleHostHasNotRequestedStopsACardWithoutAFilter) {
  for (const Unrequested& c : kUnrequested) {
    open(c.part);
    EXPECT_EQ(run(2), "") << "the filter does something else too";
    GoldenRun run(project_, *accelerator_, kFaultyGrid, 2);
    run.start(kFaultySteps);
    comes(c.place);
    try {
      accelerator_->wait();
      ADD_FAILURE() << "the run ends: " << c.said;
    } catch (const host::Error& fault) {
      EXPECT_THAT(std::string(fault.what()), HasSubstr("the run did not end, not even when cancelled")) << c.said;
    }
  }
}

// ---- Interrupts ---------------------------------------------------------------------------------------------------

enum Interrupts : int { kReal, kLost, kIgnored, kSpurious };

/// A host with the driver, which asks the card itself whether the run is over.
TEST_F(ResponseFault, InterruptsOnlyTellAHostWhenToLook) {
  open();
  for (const int fault : {kLost, kIgnored, kSpurious}) {
    top_->open(Top::Link::kXdma);
    set(kInterrupts, fault);
    EXPECT_EQ(top_->run(kFaultyGrid, kFaultySteps, 2), "") << fault;
    // The driver's stand-in sees only rises, so after an interrupt too many it misses the real one.
    EXPECT_THAT(top_->accelerator().notes(),
                ::testing::ElementsAre(HasSubstr("1 of the runs ended without an interrupt")))
        << fault;
    // Ignored requests are served now, too late.
    set(kInterrupts, kReal);
    top_->open(Top::Link::kXdma);
    EXPECT_EQ(top_->run(kFaultyGrid, kFaultySteps, 3), "") << fault;
    top_->open(Top::Link::kXdma);
    EXPECT_EQ(top_->run(kFaultyGrid, kFaultySteps, 4), "") << fault;
    EXPECT_THAT(top_->accelerator().notes(), ::testing::IsEmpty()) << fault;
  }
  EXPECT_EQ(top_->card().statistics().violation, 0U);
}

/// A control: this host believes them.
TEST_F(ResponseFault, InterruptsDeceiveAHostThatAsksNothing) {
  const std::string endless =
      "the run did not end, not even when cancelled: memory or a clock had stopped. The card was reset";
  open();
  EXPECT_EQ(run_with(kInterrupts, kLost), endless);
  expect_right_again();
  EXPECT_EQ(run_with(kInterrupts, kIgnored), endless);
  reopen();
  EXPECT_EQ(run(3), "field t is wrong") << "the request of the earlier run is served";
  open();
  EXPECT_EQ(run_with(kInterrupts, kSpurious), "field t is wrong");
}

// ---- Diagnose -----------------------------------------------------------------------------------------------------

/// `rtlgen diagnose` on this card.
driver::Diagnosis ResponseFault::diagnose() {
  driver::DiagnoseOptions options;
  options.card.run.run.source = project_.source;
  options.card.run.memory = driver::Memory::kBoard;
  options.card.run.open_backend = [&](const driver::Prepared&, const std::string&, Diagnostics&) {
    return Result<std::unique_ptr<host::Backend>>(std::make_unique<Impatient>(top_->card()));
  };
  Diagnostics diagnostics;
  auto report = driver::diagnose(options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return report.ok() ? *report : driver::Diagnosis();
}

TEST_F(ResponseFault, IsDiagnosed) {
  open();
  const driver::Diagnosis healthy = diagnose();
  ASSERT_EQ(healthy.failure(), nullptr) << healthy.failure()->seen;
  ASSERT_EQ(healthy.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  struct Diagnosed {
    int place, value, step;
    const char *seen, *cause;
  };
  const Diagnosed list[] = {
      {kReads, third(kOfHost), driver::kMemoryStep, "a read at card address 0x0 was refused: no response",
       "has stopped, or has lost a request or a response"},
      {kWrites, third(kOfHost + kExtra), driver::kMemoryStep,
       "memory channel 0 sent what the host had not requested: 1 response to writes", "repeats responses"},
      {kReads, third(kOfRun), driver::kSmallestStep, "memory channel 0 has not responded to 1 read, the first of them",
       "has lost a request or a response"},
      {kWrites + 1, third(kOfRun), driver::kSmallestStep, "memory channel 1 has not responded to 1 write",
       "has lost a request or a response"},
      {kReads + 1, third(kOfRun + kExtra), driver::kSmallestStep, "memory channel 1: data that was not requested",
       "repeats responses"}};
  for (const Diagnosed& fault : list) {
    set(fault.place, fault.value);
    const driver::Diagnosis diagnosis = diagnose();
    set(fault.place, 0);
    ASSERT_NE(diagnosis.failure(), nullptr) << fault.seen;
    EXPECT_EQ(diagnosis.failure()->number, fault.step);
    EXPECT_THAT(diagnosis.failure()->seen, HasSubstr(fault.seen));
    EXPECT_THAT(diagnosis.failure()->causes.front(), HasSubstr(fault.cause));
    expect_right_again();
  }
}

/// The next diagnosis begins with where the last run stopped.
TEST_F(ResponseFault, IsFoundAfterwards) {
  open();
  EXPECT_NE(run_with(kReads, third(kOfRun)), "");
  const driver::Diagnosis diagnosis = diagnose();
  EXPECT_THAT(
      diagnosis.steps.at(driver::kCardStep - 1).seen,
      HasSubstr("the last run on it: memory channel 0 has not responded to 1 read, the first of them at address "
                "0x1f80"));
  EXPECT_EQ(diagnosis.failure(), nullptr);
}

}  // namespace
}  // namespace rtlgen::test
