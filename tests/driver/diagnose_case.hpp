// Diagnoses a fake card with faults.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>

#include "driver/diagnose/diagnose.hpp"
#include "host/design.hpp"
#include "scratch.hpp"
#include "sick_card.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

/// One pass adds 1; words of 8 cells, each a beat.
inline constexpr const char* kPlus = R"(name: plus
grid: [64, 16]
type: uint<8>
fields:
  u: {}
update:
  - u: u + 1
iterations: 4
hardware: {cells_per_cycle: 8, steps: 1, bus: 64, memory: {u: [0, 1]}}
)";

using Infect = std::function<void(SickCard&)>;

struct Case {
  explicit Case(const char* yaml = kPlus) : scratch(yaml) {
    options.card.run.run.source = {scratch.file(), {}};
    options.card.backend = driver::CardBackend::kXdma;
    options.card.patience_seconds = 0.1;
  }

  driver::Diagnosis diagnose(const Infect& infect) {
    options.card.run.memory = driver::Memory::kBoard;
    options.card.run.open_backend = [&](const driver::Prepared&, const std::string& manifest, Diagnostics&) {
      auto made = std::make_unique<SickCard>(host::read_design(manifest));
      if (infect) infect(*made);
      return Result<std::unique_ptr<host::Backend>>(std::move(made));
    };
    Diagnostics diagnostics;
    auto report = driver::diagnose(options, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *report : driver::Diagnosis();
  }

  Scratch scratch;
  driver::DiagnoseOptions options;
};

inline const driver::Step& at(const driver::Diagnosis& diagnosis, int step) {
  return diagnosis.steps.at(static_cast<std::size_t>(step - 1));
}

inline driver::Step failure(const driver::Diagnosis& diagnosis) {
  return diagnosis.failure() != nullptr ? *diagnosis.failure() : driver::Step();
}

/// The manifest of the card that the options mean.
inline std::string manifest_of(driver::DiagnoseOptions options) {
  std::string text;
  options.card.backend = driver::CardBackend::kXdma;  // others need a bus or a port first
  options.card.run.memory = driver::Memory::kBoard;
  options.card.run.open_backend = [&](const driver::Prepared&, const std::string& manifest, Diagnostics&) {
    text = manifest;
    throw host::DeviceError("there is no card");
    return Result<std::unique_ptr<host::Backend>>(nullptr);
  };
  Diagnostics diagnostics;
  auto report = driver::diagnose(options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return text;
}

/// A fault, and the step that must name it.
struct Ill {
  const char* name;
  Infect infect;
  int step;
  const char* sentence;
  bool is_device = true;
  const char* yaml = kPlus;
  const char* cause = "";
};

inline void expect_named(const Ill& ill) {
  const driver::Step step = failure(Case(ill.yaml).diagnose(ill.infect));
  EXPECT_EQ(step.number, ill.step) << step.seen;
  EXPECT_THAT(step.seen, testing::HasSubstr(ill.sentence));
  EXPECT_EQ(step.is_device, ill.is_device);
  EXPECT_NE(step.expected, "");
  EXPECT_NE(step.next, "");
  ASSERT_FALSE(step.causes.empty());
  EXPECT_THAT(step.causes.front(), testing::HasSubstr(ill.cause));
}

}  // namespace rtlgen::test
