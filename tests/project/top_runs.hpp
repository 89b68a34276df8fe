// A board's own top, Verilated with models behind the real ports of PCIe and memory IP, run by the host's library.
#pragma once

#include <fmt/format.h>

#include "driver/hdl.hpp"
#include "golden_run.hpp"
#include "host/simulated_card.hpp"

namespace rtlgen::test {

/// Small, so that it compiles fast; what is tested is around it.
inline const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};

using Edit = std::function<void(std::vector<runner::SourceFile>&)>;

/// One change of one file; a test fault if it is not there to be changed.
inline Edit replacing(const std::string& file, const std::string& from, const std::string& to) {
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

inline host::SimulatedOptions slow(std::uint64_t seed) {
  host::SimulatedOptions options;
  options.latency_most = 60;
  options.ready_percent = 70;
  options.seed = seed;
  return options;
}

/// A change of a project, and what is then said instead of results.
struct Twin {
  std::string file, from, to, said;
};

/// What a broken twin says. A host that begins at once comes second, while the kernel's clock is not there yet.
inline std::string said_of(const driver::PlannedProject& project, const Twin& twin) {
  try {
    Top top(project, {}, replacing(twin.file, twin.from, twin.to));
    std::string said = top.run({16, 6, 1}, 2, 1);
    if (said.empty()) top.card().reset(), said = top.run({16, 6, 1}, 2, 1);
    return said;
  } catch (const host::Error& fault) {
    return fault.what();
  }
}

}  // namespace rtlgen::test
