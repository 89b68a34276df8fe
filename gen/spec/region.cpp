// How regions are printed.
#include "spec/region.hpp"

#include <fmt/format.h>

namespace rtlgen::spec {

namespace {

/// The last cell before `end`, as written: -1 is the last cell of the axis.
std::int64_t written_last(const Place& end) { return end.from_end ? -end.cells - 1 : end.cells - 1; }

std::int64_t written_first(const Place& first) { return first.from_end ? -first.cells : first.cells; }

}  // namespace

std::string region_text(const Region& region) {
  std::string out;
  for (std::size_t a = 0; a < region.spans.size(); ++a) {
    const Span& span = region.spans[a];
    if (span.whole()) continue;
    const std::int64_t first = written_first(span.first);
    const std::int64_t last = written_last(span.end);
    out += fmt::format("{}{}: ", out.empty() ? "" : ", ", "xyz"[a]);
    out += first == last ? fmt::format("{}", first) : fmt::format("[{}, {}]", first, last);
  }
  return out.empty() ? "all" : out;
}

}  // namespace rtlgen::spec
