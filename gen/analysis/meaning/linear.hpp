// Which state fields a time step computes as linear forms with constant coefficients, and how such a step treats waves.
//
// Away from the borders a linear step turns the wave exp(i(ax + by + cz)) of every field into waves of the same
// lengths: a small matrix of amplification for each pair of lengths. That is von Neumann's analysis.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// Phases a cell along x, y, z, in radians.
using Wave = std::array<double, spec::kMaxAxes>;

/// What a value is made of, as bits of state fields (LinearStep::fields).
struct Dependence {
  std::uint64_t linear = 0;      ///< with constant coefficients
  std::uint64_t nonlinear = 0;   ///< in any other way
  std::optional<double> number;  ///< the same for every cell and step
  bool of_ends = false;          ///< whether reads leave the grid, which they do not away from the borders

  [[nodiscard]] std::uint64_t any() const { return linear | nonlinear; }
};

/// Fields that depend on each other, or one on itself, linearly alone; on others in any way.
struct Component {
  std::uint64_t members = 0;
  std::vector<int> fields;  ///< positions in LinearStep::fields
};

class LinearStep {
 public:
  explicit LinearStep(const spec::Program& stencil);

  /// State fields, as arrays of the stencil.
  [[nodiscard]] const std::vector<spec::ArrayId>& fields() const { return fields_; }
  /// Components that can be analysed.
  [[nodiscard]] std::vector<Component> components() const;
  /// Largest magnitude of an eigenvalue of the matrix that turns `wave` in the fields of `component` into the next
  /// step's.
  [[nodiscard]] double amplification(const Component& component, const Wave& wave) const;

 private:
  using Row = std::vector<std::complex<double>>;

  [[nodiscard]] Dependence tap(const spec::Node& node) const;
  [[nodiscard]] Dependence leaf(const spec::Node& node) const;
  [[nodiscard]] Dependence dependence(const spec::Node& node) const;
  [[nodiscard]] Dependence of_sum(const spec::Node& node) const;
  [[nodiscard]] Row row_of(const spec::Node& node, const Component& component, const Wave& wave,
                           const IndexVector<spec::NodeId, Row>& rows) const;

  const spec::Program& stencil_;
  std::vector<spec::ArrayId> fields_;
  IndexVector<spec::ArrayId, int> bit_of_;  ///< -1: no state
  IndexVector<spec::NodeId, Dependence> nodes_;
  std::vector<std::uint64_t> reach_;  ///< by field: what its new value depends on, over any number of steps
};

}  // namespace rtlgen::analysis
