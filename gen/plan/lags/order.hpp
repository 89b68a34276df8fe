// Distances between words: how they compare, and the frames for which the comparisons hold.
#pragma once

#include <cstdint>

#include "contract/frame.hpp"

namespace rtlgen::plan {

/// Compares distances: lexicographically for run-time extents, by value for fixed ones.
class Order {
 public:
  Order(contract::FrameShape maximum, contract::ExtentPlan extents) : frame_(maximum), extents_(extents) {}

  /// Brings a distance into the form that the plan uses (plain words if flat).
  [[nodiscard]] contract::Distance normal(const contract::Distance& d) const;
  [[nodiscard]] bool less(const contract::Distance& a, const contract::Distance& b) const {
    if (flat()) return frame_.count(a) < frame_.count(b);
    return a.planes != b.planes ? a.planes < b.planes : a.rows != b.rows ? a.rows < b.rows : a.words < b.words;
  }
  /// The frame at the compiled maximum.
  [[nodiscard]] const contract::FrameShape& frame() const { return frame_; }
  [[nodiscard]] contract::ExtentPlan extents() const { return extents_; }
  [[nodiscard]] bool flat() const { return extents_ == contract::ExtentPlan::kFlat; }
  /// Whether extents are constants in the hardware.
  [[nodiscard]] bool fixed() const { return extents_ != contract::ExtentPlan::kRuntime; }

 private:
  contract::FrameShape frame_;
  contract::ExtentPlan extents_;
};

/// The smallest frame in which distances compare as `order` says. Requirements are independent: their sequence does not
/// matter, and the frames of several steps combine to the larger() one.
class LeastFrame {
 public:
  explicit LeastFrame(const Order& order) : flat_(order.flat()) {}

  /// Requires b - a to be at least `least` words.
  void apart(const contract::Distance& a, const contract::Distance& b, std::int64_t least);
  /// Requires that position counters can start at minus `lag`, digit by digit: a digit above zero must lie within its
  /// axis, or the counter would never reach the end of the axis.
  void start(const contract::Distance& lag);
  /// Requires at least the rows and the words per row of `shape`.
  void cover(const contract::FrameShape& shape);

  [[nodiscard]] const contract::FrameShape& shape() const { return shape_; }

 private:
  bool flat_;
  contract::FrameShape shape_{1, 1, 1};
};

/// The larger extent along each axis.
contract::FrameShape larger(const contract::FrameShape& a, const contract::FrameShape& b);

/// Whether a frame of `shape` fits into `maximum`.
bool fits(const contract::FrameShape& shape, const contract::FrameShape& maximum);

}  // namespace rtlgen::plan
