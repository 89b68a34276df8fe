// Covers a graph of and-gates with LUTs, as a synthesis tool does: minimum depth first, then the least area at that
// depth (priority cuts, area flow and exact local area; Mishchenko et al., ICCAD 2007).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "model/area/logic.hpp"

namespace rtlgen::model {

inline constexpr int kWidestCut = 8;

/// The cost of a LUT of n inputs, at index n, in any unit; 0: no such LUT exists.
struct LutCosts {
  std::array<int, kWidestCut + 1> cost{};
  int widest = 6;  ///< inputs
};

/// The number of LUTs of each width in the cover, indexed by the number of inputs.
using LutCounts = std::array<std::int64_t, kWidestCut + 1>;

/// Covers of large components, which the modules of many designs have in common. For graphs with equal costs; threads
/// may share it.
class CoverCache {
 public:
  using Digest = std::array<std::uint64_t, 2>;  ///< digest of a component

  /// The depth of a component after the passes with these requirements and the next one, or what `find` returns.
  int depth(const Digest& component, const std::vector<int>& required, const std::function<int()>& find);
  /// The same for the number of its LUTs after all passes.
  LutCounts counts(const Digest& component, const std::vector<int>& required, const std::function<LutCounts()>& find);

 private:
  using Key = std::pair<Digest, std::vector<int>>;
  template <class Value>
  Value find_or_make(std::map<Key, Value>& table, const Key& key, const std::function<Value()>& find);

  std::mutex mutex_;
  std::map<Key, int> depths_;
  std::map<Key, LutCounts> counts_;
};

LutCounts map_luts(const Logic& logic, const LutCosts& costs, CoverCache* known = nullptr);

}  // namespace rtlgen::model
