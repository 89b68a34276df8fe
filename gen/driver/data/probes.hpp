// The values that the probes of a run read: one for each whenever it is due.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "spec/axes.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Probe;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

/// Values of the probes after some number of time steps; none for probes that are not due.
struct ProbeRow {
  std::int64_t steps = 0;
  std::vector<std::optional<std::uint64_t>> bits;
};

class ProbeRows {
 public:
  /// `extents`: of a grid that contains all probes.
  ProbeRows(const spec::Program& program, const spec::Extents& extents) : program_(&program), extents_(extents) {}

  /// Reads the probes that are due after `steps` time steps.
  void note(std::int64_t steps, const golden::Look& look);
  /// The first number of steps beyond `steps` after which a probe is due, at most `last`.
  [[nodiscard]] std::int64_t next_after(std::int64_t steps, std::int64_t last) const;
  /// Writes CSV to `path`, and returns `path`: a line for each time at which a probe was due, with the number of time
  /// steps and the value of each probe, or an empty field.
  [[nodiscard]] std::string write(const std::string& path) const;
  /// The first difference in `read`, for messages; "" if none exists. `open`: cells whose values are not defined.
  [[nodiscard]] std::string difference(const ProbeRows& read, const golden::Masks& open) const;
  /// The names of the probes in such cells.
  [[nodiscard]] std::vector<std::string> left_out(const golden::Masks& open) const;

 private:
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::int64_t cell_of(const spec::Probe& probe) const;
  [[nodiscard]] bool is_open(const spec::Probe& probe, const golden::Masks& open) const;

  const spec::Program* program_;
  spec::Extents extents_;
  std::vector<ProbeRow> rows_;
};

/// Whether --probes is possible: the description has probes, and they are inside the grid of the run. Reports RG0840 if
/// not.
bool check_probes(const spec::Program& program, const spec::Extents& extents, const std::string& option,
                  Diagnostics& diagnostics);

}  // namespace rtlgen::driver
