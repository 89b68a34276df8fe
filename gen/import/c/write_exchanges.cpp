// Arrays that swap between time steps, by pointers or by A[t % 2].
//
// A buffer that is only partly written keeps its own border, so it is a field, unless the user states that all of the
// arrays start with equal contents. Then the field that is read is updated in place, or the other one exists only
// within a time step.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/writer.hpp"

namespace rtlgen::importer::c {

bool Writer::is_equal(int a, int b) const {
  const std::string& first = buffer_of(a).name;
  const std::string& second = buffer_of(b).name;
  return std::any_of(trace_.equal.begin(), trace_.equal.end(), [&](const auto& pair) {
    return (pair.first == first && pair.second == second) || (pair.first == second && pair.second == first);
  });
}

/// Whether the old content of the field is not needed: every cell, or every cell that is ever assigned, is assigned
/// before it is read.
bool Writer::covers(int field, bool all_cells) const {
  bool stored = false;
  for (const Line& line : lines_.lines) {
    const bool reads = std::any_of(line.reads.begin(), line.reads.end(),
                                   [&](int read) { return layout_.spots.at(read).field == field; });
    if (reads && (!stored || line.field == field)) return false;
    if (line.field != field) continue;
    if (line.where || line.sweep != 0) return false;
    if (!stored && all_cells && !is_whole(cells_of(line))) return false;
    stored = true;
  }
  return stored;
}

void Writer::plan_exchanges() {
  std::set<int> seen;
  for (const auto& [field, next] : layout_.exchanges) {
    if (field == next || !seen.insert(field).second) continue;
    std::vector<int> cycle{field};
    for (int at = next; at != field; at = layout_.exchanges.at(at)) {
      cycle.push_back(at);
      seen.insert(at);
    }
    bool equal = true;
    for (const int other : cycle) equal = equal && (other == field || is_equal(field, other));
    const int place = static_cast<int>(cycles_.size());
    for (std::size_t i = 0; i < cycle.size() && !fresh_.contains(place); ++i) {
      if (covers(cycle[i], !equal)) fresh_[place] = static_cast<int>(i);
    }
    cycles_.push_back(cycle);
    if (!fresh_.contains(place)) continue;
    const int fresh = cycle[static_cast<std::size_t>(fresh_[place])];
    const int other = cycle[(static_cast<std::size_t>(fresh_[place]) + 1) % cycle.size()];
    // If there are two arrays, the one that is read can be assigned directly if nothing reads its old value later.
    bool direct = cycle.size() == 2;
    bool stored = false;
    for (const Line& line : lines_.lines) {
      const auto reads_old = [&](int read) { return layout_.spots.at(read).field == other; };
      if (line.field == other) direct = false;
      if (stored && std::any_of(line.reads.begin(), line.reads.end(), reads_old)) direct = false;
      stored = stored || line.field == fresh;
    }
    if (direct) {
      target_names_[fresh] = field_names_.at(other);
      field_names_[fresh] = field_names_.at(other);
    } else {
      temporaries_.insert(fresh);
      if (!covers(fresh, true)) first_copies_[fresh] = field_names_.at(other);
    }
  }
}

void Writer::put_copy(const std::string& target, const std::string& text, const std::string& remark,
                      const std::string& type) {
  UpdateLine line;
  line.target = target;
  line.text = text;
  line.remark = remark;
  line.type = type;
  document_.update.push_back(line);
}

void Writer::put_exchanges() {
  for (std::size_t k = 0; k < cycles_.size(); ++k) {
    const std::vector<int>& cycle = cycles_[k];
    const std::size_t count = cycle.size();
    const auto name = [&](std::size_t i) { return field_names_.at(cycle[i % count]); };
    const auto fresh = fresh_.find(static_cast<int>(k));
    std::string remark = "the arrays swap";
    if (fresh != fresh_.end()) {
      const auto place = static_cast<std::size_t>(fresh->second);
      if (target_names_.contains(cycle[place])) continue;
      // The array that would replace the fresh one is not needed: it is assigned first.
      for (std::size_t i = 1; i < count; ++i) {
        const std::size_t at = place + i;
        put_copy(name(at), name(at + 1), remark);
        remark.clear();
      }
      continue;
    }
    const CType& type = buffer_of(cycle[0]).type;
    const std::string kept = renamer_.take(name(0) + "_kept");
    put_copy(kept, name(0), remark, type == default_type_ ? "" : type.spelling());
    for (std::size_t i = 0; i + 1 < count; ++i) put_copy(name(i), name(i + 1), "");
    put_copy(name(count - 1), kept, "");
  }
}

}  // namespace rtlgen::importer::c
