// Edit distance (insert, delete, replace, swap neighbours) between names.
#include "frontend/schema/suggest.hpp"

#include <algorithm>

#include "support/lower_case.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

namespace {

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

/// The one candidate that begins with `name`: a name cut short.
std::string completed(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kFewest = 3;
  std::string found;
  for (const std::string& candidate : candidates) {
    if (name.size() < kFewest || !candidate.starts_with(name)) continue;
    if (!found.empty()) return "";
    found = candidate;
  }
  return found;
}

}  // namespace

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestCompared = 64;
  if (name.size() > kLongestCompared) return "";
  // A wrong number is not a typing error.
  if (name.find_first_not_of("0123456789") == std::string::npos) return "";
  for (const std::string& candidate : candidates) {
    if (candidate != name && candidate.size() == name.size() && lower_case(candidate) == lower_case(name))
      return candidate;
  }
  std::string best = completed(name, candidates);
  if (!best.empty()) return best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  constexpr std::size_t kMaxCandidates = 300;  // bounds the work on absurd files
  for (std::size_t i = 0; i < candidates.size() && i < kMaxCandidates; ++i) {
    const std::string& candidate = candidates[i];
    if (candidate.size() > kLongestCompared) continue;
    const std::size_t d = distance(name, candidate);
    if (d < best_distance && d < std::max(name.size(), candidate.size())) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

std::optional<Fix> nearest_fix(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string best = nearest(name, candidates);
  if (best.empty()) return std::nullopt;
  return Fix{name, best};
}

}  // namespace rtlgen::frontend
