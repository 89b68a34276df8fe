// Changes of a description's keys that may make a design faster. Only candidates: the models
// decide what they are worth.
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
  std::vector<std::string> sets;  ///< the keys that differ, for people
  std::string impossible{};       ///< why it cannot be built; empty: the models decide
  bool own_clock = false;         ///< its time is counted with the clock estimated for it
  bool is_best = false;           ///< the search's best point
  bool is_widest = false;         ///< every field over as many channels as there are
};

/// Of P, I and blocks, and of bus, places of fields and clock; none changes a bit of the results. `best`: the search's
/// point, if there is one.
std::vector<Candidate> candidate_changes(const ModelReport& now, const std::optional<explore::Point>& best);

/// Cells per cycle that candidates and the search share: the search's own, and the file's with half and twice as many.
std::vector<int> lanes_to_search(int now);

/// The search's point as a change.
Candidate change_to(const ModelReport& now, const explore::Point& point);

/// `change` with the places that fields have in `widest` too.
Candidate with_places(const ModelReport& now, Candidate change, const Candidate& widest);

}  // namespace rtlgen::driver
