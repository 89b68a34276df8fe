// Derives requirements on frames from single comparisons.
#include "plan/lags/order.hpp"

#include <algorithm>

namespace rtlgen::plan {

contract::Distance Order::normal(const contract::Distance& d) const {
  return flat() ? contract::Distance{0, 0, frame_.count(d)} : d;
}

void LeastFrame::apart(const contract::Distance& a, const contract::Distance& b, std::int64_t least) {
  if (flat_) return;
  const contract::Distance d = b - a;
  if (d.planes > 0 && d.rows < 0) shape_.rows = std::max<std::int64_t>(shape_.rows, 1 - d.rows);
  if ((d.planes > 0 || d.rows > 0) && d.words < least) shape_.row_words = std::max(shape_.row_words, least - d.words);
}

void LeastFrame::start(const contract::Distance& lag) {
  if (flat_) return;
  shape_.rows = std::max<std::int64_t>(shape_.rows, 1 - lag.rows);
  shape_.row_words = std::max(shape_.row_words, 1 - lag.words);
}

void LeastFrame::cover(const contract::FrameShape& shape) {
  if (flat_) return;
  shape_.row_words = std::max(shape_.row_words, shape.row_words);
  shape_.rows = std::max(shape_.rows, shape.rows);
}

contract::FrameShape larger(const contract::FrameShape& a, const contract::FrameShape& b) {
  return {std::max(a.row_words, b.row_words), std::max(a.rows, b.rows), std::max(a.planes, b.planes)};
}

bool fits(const contract::FrameShape& shape, const contract::FrameShape& maximum) {
  return shape.row_words <= maximum.row_words && shape.rows <= maximum.rows && shape.planes <= maximum.planes;
}

}  // namespace rtlgen::plan
