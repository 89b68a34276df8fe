// Changes of a description's keys that may make a design faster. These are only candidates; the models evaluate them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/explore/explore.hpp"
#include "driver/model/model.hpp"
#include "spec/hardware.hpp"

namespace rtlgen::driver {

struct Candidate {
  std::string what;
  spec::Hardware hardware{};      ///< changed
  std::vector<std::string> sets;  ///< the keys that differ, for users
  std::string impossible{};       ///< why it cannot be built; empty: the models decide
  bool own_clock = false;         ///< its time uses the clock estimated for it
  bool is_best = false;           ///< the best point of the search
  bool is_widest = false;         ///< every field uses as many channels as there are
};

/// Changes of P, I and blocks, and of bus, placement of fields and clock; none changes a bit of the results. `best`:
/// the best point of the search, if there is one.
std::vector<Candidate> candidate_changes(const ModelReport& now, const std::optional<explore::Point>& best);

/// The cells per cycle for candidates and for the search: those of the search, and the file's value, half of it and
/// twice it.
std::vector<int> lanes_to_search(int now);

/// The words of a change that adds hops.
std::string hops_text(int hops);

/// The point of a search as a change.
Candidate change_to(const ModelReport& now, const explore::Point& point);

/// `change` with the placement of fields from `widest`.
Candidate with_places(const ModelReport& now, Candidate change, const Candidate& widest);

}  // namespace rtlgen::driver
