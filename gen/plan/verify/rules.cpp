// Boundary rules for the proof, by unfolding: an index outside the axis is moved at one end after the other until it
// lies inside. The planner's spec::resolve_index computes it in one step.
#include "plan/verify/parts.hpp"

namespace rtlgen::plan {

std::optional<std::int64_t> cell_read(std::int64_t i, std::int64_t n, const std::optional<spec::Boundary>& rule) {
  using spec::BoundaryKind;
  while (i < 0 || i >= n) {
    if (!rule) return std::nullopt;
    const bool below = i < 0;
    switch (rule->kind) {
      case BoundaryKind::kConstant:
        return std::nullopt;
      case BoundaryKind::kEdge:
        return below ? 0 : n - 1;
      case BoundaryKind::kWrap:
        i += below ? n : -n;
        break;
      case BoundaryKind::kReflect:  // about the centre of the last cell
        if (n == 1) return 0;
        i = below ? -i : n - 1 - (i - (n - 1));
        break;
      case BoundaryKind::kSymmetric:  // about its outer side
        i = below ? -i - 1 : n - 1 - (i - n);
        break;
    }
  }
  return i;
}

bool reads_frame(const std::optional<spec::Boundary>& rule) { return !rule || rule->kind == spec::BoundaryKind::kWrap; }

}  // namespace rtlgen::plan
