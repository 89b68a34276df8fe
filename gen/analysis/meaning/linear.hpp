// Finds the state fields that a time step computes as linear forms with constant coefficients, and the effect of the
// step on waves.
//
// Away from the borders, a linear step turns the wave exp(i(ax + by + cz)) of every field into waves of the same
// lengths, by a small amplification matrix for each wave. This is von Neumann's analysis.
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

/// Phase per cell along x, y, z, in radians.
using Wave = std::array<double, spec::kMaxAxes>;

/// The state fields that a value depends on, as bits by position in LinearStep::fields.
struct Dependence {
  std::uint64_t linear = 0;      ///< linearly, with constant coefficients
  std::uint64_t nonlinear = 0;   ///< in any other way
  std::optional<double> number;  ///< if the value is the same for every cell and step
  bool of_ends = false;          ///< the value tests whether reads leave the grid: false away from the borders

  [[nodiscard]] std::uint64_t any() const { return linear | nonlinear; }
};

/// Fields that depend on each other, or one field that depends on itself, only linearly. They may depend on other
/// fields in any way.
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
  /// The largest magnitude of an eigenvalue of the matrix that maps `wave` in the fields of `component` to the wave
  /// after the next step.
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
  IndexVector<spec::ArrayId, int> bit_of_;  ///< -1: not a state field
  IndexVector<spec::NodeId, Dependence> nodes_;
  std::vector<std::uint64_t> reach_;  ///< by field: the fields that its value depends on, over any number of steps
};

}  // namespace rtlgen::analysis
