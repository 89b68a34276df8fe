// See naive_fold.hpp. A rule that is added fails to compile here until it is written here too, differently from those
// of its row.
#include "naive_fold.hpp"

namespace rtlgen::test {

std::optional<std::int64_t> naive_fold(std::int64_t i, std::int64_t n, spec::BoundaryKind kind) {
  using spec::BoundaryKind;
  while (i < 0 || i >= n) {
    switch (kind) {
      case BoundaryKind::kConstant:
        return std::nullopt;
      case BoundaryKind::kEdge:
        i = i < 0 ? 0 : n - 1;
        break;
      case BoundaryKind::kWrap:
        i += i < 0 ? n : -n;
        break;
      case BoundaryKind::kReflect:
        if (n == 1) return 0;
        i = i < 0 ? -i : 2 * (n - 1) - i;
        break;
      case BoundaryKind::kSymmetric:
        i = i < 0 ? -1 - i : 2 * n - 1 - i;
        break;
    }
  }
  return i;
}

std::vector<spec::BoundaryKind> rules_within_a_frame() {
  std::vector<spec::BoundaryKind> out;
  for (const spec::BoundaryWord& b : spec::boundary_table()) {
    if (b.kind != spec::BoundaryKind::kWrap) out.push_back(b.kind);
  }
  return out;
}

}  // namespace rtlgen::test
