// A whole run of a project's card by the host's library, against the golden engine.
#pragma once

#include <fmt/format.h>

#include <random>

#include "driver/prepare/prepare.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "host/host.hpp"
#include "project.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {

/// A host program's view of one kernel: random arrays, and what they must become.
class GoldenRun {
 public:
  /// Loads them.
  GoldenRun(const driver::PlannedProject& project, host::Accelerator& accelerator, const spec::Extents& extents,
            std::uint64_t seed)
      : prepared_(*project.model.prepared), accelerator_(accelerator), extents_(extents) {
    const spec::Stencil& s = prepared_.stencil();
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> wanted;
    for (int a = 0; a < s.axes; ++a) wanted.push_back(static_cast<std::uint64_t>(extents[static_cast<std::size_t>(a)]));
    accelerator.set_extents(wanted);
    for (const spec::ArrayId a : s.arrays.ids()) {
      const spec::Array& array = s.arrays[a];
      if (array.role != spec::Role::kState && array.role != spec::Role::kInput) continue;
      golden::Grid grid(array.type, array.shape(extents));
      for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & array.type.mask());
      accelerator.load(array.name, grid.bytes.data(), grid.bytes.size());
      inputs_.emplace(a.index(), std::move(grid));
    }
    accelerator.set_step(0);
  }

  void start(std::int64_t steps) {
    steps_ = steps;
    accelerator_.start(static_cast<std::uint64_t>(steps));
  }

  /// Judges an ended run: "" if every bit is the golden engine's, else the fault.
  [[nodiscard]] std::string difference() const {
    const spec::Stencil& s = prepared_.stencil();
    std::vector<std::uint64_t> params;
    for (const spec::Param& p : s.params) params.push_back(p.value);
    for (const auto& [a, grid] : golden::run(prepared_.reference(), extents_, inputs_, steps_, params)) {
      golden::Grid seen(grid.type, grid.extents);
      accelerator_.read(s.arrays[spec::ArrayId(a)].name, seen.bytes.data(), seen.bytes.size());
      if (seen.bytes != grid.bytes) return "field " + s.arrays[spec::ArrayId(a)].name + " is wrong";
    }
    return "";
  }

 private:
  const driver::Prepared& prepared_;
  host::Accelerator& accelerator_;
  spec::Extents extents_;
  std::map<int, golden::Grid> inputs_;
  std::int64_t steps_ = 0;
};

/// Loads random arrays, runs, and compares: "" if every bit is the golden engine's, else what is wrong.
inline std::string golden_run(const driver::PlannedProject& project, host::Accelerator& accelerator,
                              const spec::Extents& extents, std::int64_t steps, std::uint64_t seed) {
  try {
    GoldenRun run(project, accelerator, extents, seed);
    run.start(steps);
    accelerator.wait();
    return run.difference();
  } catch (const host::Error& fault) {
    return fault.what();
  }
}

}  // namespace rtlgen::test
