// A board's own top, Verilated with models behind the real ports of PCIe and memory IP, run by the host's library.
#pragma once

#include <fmt/format.h>

#include <random>

#include "driver/hdl.hpp"
#include "golden/engine.hpp"
#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "project.hpp"

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
    const driver::Prepared& prepared = *project_.model.prepared;
    const spec::Stencil& s = prepared.stencil;
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> wanted;
    for (int a = 0; a < s.axes; ++a) wanted.push_back(static_cast<std::uint64_t>(extents[static_cast<std::size_t>(a)]));
    std::map<int, golden::Grid> inputs;
    try {
      accelerator_->set_extents(wanted);
      for (std::size_t a = 0; a < s.arrays.size(); ++a) {
        const spec::Array& array = s.arrays[a];
        if (array.role != spec::Role::kState && array.role != spec::Role::kInput) continue;
        golden::Grid grid(array.type, array.shape(extents));
        for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & array.type.mask());
        accelerator_->load(array.name, grid.bytes.data(), grid.bytes.size());
        inputs.emplace(static_cast<int>(a), std::move(grid));
      }
      accelerator_->set_step(0);
      accelerator_->run(static_cast<std::uint64_t>(steps));
      std::vector<std::uint64_t> params;
      for (const spec::Param& p : s.params) params.push_back(p.value);
      for (const auto& [a, grid] : golden::run(prepared.reference, extents, inputs, steps, params)) {
        golden::Grid seen(grid.type, grid.extents);
        accelerator_->read(s.arrays[static_cast<std::size_t>(a)].name, seen.bytes.data(), seen.bytes.size());
        if (seen.bytes != grid.bytes) return "field " + s.arrays[static_cast<std::size_t>(a)].name + " is wrong";
      }
      const auto violation = card_->statistics().violation;
      return violation == 0 ? "" : fmt::format("AXI rule {}", violation % 256);
    } catch (const host::Error& fault) {
      return fault.what();
    }
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
struct WrongWiring {
  std::string file, from, to, said;
};

/// What a broken twin says. A host that begins at once comes second, while the kernel's clock is not there yet.
inline std::string said_of_twin(const driver::PlannedProject& project, const WrongWiring& twin) {
  try {
    Top top(project, {}, replacing(twin.file, twin.from, twin.to));
    std::string said = top.run({16, 6, 1}, 2, 1);
    if (said.empty()) top.card().reset(), said = top.run({16, 6, 1}, 2, 1);
    return said;
  } catch (const host::Error& fault) {
    return fault.what();
  }
}

/// Two grids, and one after the slot's reset.
inline void runs_hotspot2d(const std::string& board) {
  const auto project = planned("hotspot2d", board, kSmall);
  Top top(project, slow(1));
  EXPECT_EQ(top.run({64, 20, 1}, 5, 1), "");
  EXPECT_EQ(top.run({30, 17, 1}, 4, 2), "") << "again, with rows that are no whole beats";
  top.card().reset();
  EXPECT_EQ(top.run({64, 8, 1}, 3, 3), "") << "after the slot's reset: memory is calibrated anew while the host loads";
}

inline void runs_diffusion3d_with_a_core_in_vhdl(const std::string& board) {
  const auto project = planned("diffusion3d", board, kSmall, driver::HdlChoice::kVhdl);
  Top top(project, slow(2));
  EXPECT_EQ(top.run({30, 10, 6}, 5, 1), "");
}

}  // namespace rtlgen::test
