// What the probes of a run read: a value of each whenever it is due.
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

/// Values of the probes after some number of time steps; none of those that are not due.
struct ProbeRow {
  std::int64_t steps = 0;
  std::vector<std::optional<std::uint64_t>> bits;
};

class ProbeRows {
 public:
  /// On a grid of `extents`, in which all probes lie.
  ProbeRows(const spec::Program& program, const spec::Extents& extents) : program_(&program), extents_(extents) {}

  /// Reads the probes that are due after `steps` time steps.
  void note(std::int64_t steps, const golden::Look& look);
  /// The first number of steps beyond `steps` after which a probe is due, at most `last`.
  [[nodiscard]] std::int64_t next_after(std::int64_t steps, std::int64_t last) const;
  /// Writes CSV to `path`, and returns that: a line for each time that a probe was due, with the time steps, then the
  /// value of each probe, or nothing.
  [[nodiscard]] std::string write(const std::string& path) const;
  /// Where `read` first has another value, for people; "" if it has none. `open`: cells whose value does not matter.
  [[nodiscard]] std::string difference(const ProbeRows& read, const golden::Masks& open) const;
  /// Names of the probes of such cells.
  [[nodiscard]] std::vector<std::string> left_out(const golden::Masks& open) const;

 private:
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::int64_t cell_of(const spec::Probe& probe) const;
  [[nodiscard]] bool is_open(const spec::Probe& probe, const golden::Masks& open) const;

  const spec::Program* program_;
  spec::Extents extents_;
  std::vector<ProbeRow> rows_;
};

/// Whether --probes can be followed: the description has probes, and they lie in the grid of the run. RG0840 if not.
bool check_probes(const spec::Program& program, const spec::Extents& extents, const std::string& option,
                  Diagnostics& diagnostics);

}  // namespace rtlgen::driver
