// Whether a design fits its board.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/page.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::report {

namespace {

/// "LUTs", "M20K blocks"; names that are plural already stay.
std::string plural(const std::string& resource) {
  if (resource.ends_with('s')) return resource;
  return resource + (resource.ends_with('K') ? " blocks" : "s");
}

}  // namespace

Verdict verdict_of(const PageData& data) {
  if (!data.board) return {};
  const std::string board = safe::utf8(data.board->name);
  std::vector<std::string> short_of, unknown;
  const model::Use* fullest = nullptr;
  for (const model::Use& use : data.uses) {
    if (!use.available) {
      if (use.used > 0) unknown.push_back(plural(use.what));
      continue;
    }
    if (!use.fits())
      short_of.push_back(fmt::format("{} {} (limit {})", count_text(use.used + use.infrastructure), plural(use.what),
                                     count_text(*use.most())));
    if (fullest == nullptr || use.filled().value_or(0) > fullest->filled().value_or(0)) fullest = &use;
  }
  Verdict verdict{short_of.empty(), ""};
  if (!verdict.fits)
    verdict.text = fmt::format("does not fit {}: it needs {}", board, fmt::join(short_of, ", "));
  else if (fullest == nullptr)
    verdict.text = fmt::format("the resources of {} are unknown, so it is unclear whether the design fits", board);
  else
    verdict.text = fmt::format("fits {}: {:.0f} % of its {} (limit {:g} %)", board, 100 * fullest->part().value_or(0),
                               plural(fullest->what), 100 * fullest->fill);
  if (!unknown.empty() && fullest != nullptr)
    verdict.text += fmt::format("; not checked, because their number is unknown: {}", fmt::join(unknown, ", "));
  return verdict;
}

}  // namespace rtlgen::report
