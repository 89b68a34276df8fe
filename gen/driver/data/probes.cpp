// Rows of probes, and their file.
#include "driver/data/probes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "golden/grid.hpp"
#include "spec/describe.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

void ProbeRows::note(std::int64_t steps, const golden::Look& look) {
  ProbeRow row{steps, {}};
  bool any = false;
  for (const spec::Probe& probe : program_->probes) {
    const bool due = steps % probe.every == 0;
    any = any || due;
    row.bits.push_back(due ? std::optional(look(probe.array).get(cell_of(probe))) : std::nullopt);
  }
  if (any) rows_.push_back(std::move(row));
}

std::int64_t ProbeRows::next_after(std::int64_t steps, std::int64_t last) const {
  std::int64_t next = last;
  for (const spec::Probe& probe : program_->probes) next = std::min(next, (steps / probe.every + 1) * probe.every);
  return next;
}

std::int64_t ProbeRows::cell_of(const spec::Probe& probe) const {
  return probe.at[0] + extents_[0] * (probe.at[1] + extents_[1] * probe.at[2]);
}

bool ProbeRows::is_open(const spec::Probe& probe, const golden::Masks& open) const {
  const auto mask = open.find(probe.array.index());
  return mask != open.end() && mask->second[static_cast<std::size_t>(cell_of(probe))] != 0;
}

std::string ProbeRows::difference(const ProbeRows& read, const golden::Masks& open) const {
  for (std::size_t r = 0; r < std::min(rows_.size(), read.rows_.size()); ++r) {
    const ProbeRow &row = rows_[r], &other = read.rows_[r];
    for (std::size_t i = 0; i < row.bits.size(); ++i) {
      const spec::Probe& probe = program_->probes[i];
      if (row.bits[i] == other.bits[i] || is_open(probe, open)) continue;
      const spec::Type& type = program_->arrays[probe.array].type;
      const auto text = [&](const auto& bits) { return bits ? spec::value_text(type, *bits) : "nothing"; };
      return fmt::format("after {} the probe {} reads {} instead of {}", counted(row.steps, "step"), probe.name,
                         text(other.bits[i]), text(row.bits[i]));
    }
  }
  if (rows_.size() == read.rows_.size()) return "";
  return fmt::format("the probes were read {} instead of {}", counted(read.rows_.size(), "time"), rows_.size());
}

std::vector<std::string> ProbeRows::left_out(const golden::Masks& open) const {
  std::vector<std::string> names;
  for (const spec::Probe& probe : program_->probes) {
    if (is_open(probe, open)) names.push_back(probe.name);
  }
  return names;
}

std::string ProbeRows::csv() const {
  std::string out = "step";
  for (const spec::Probe& probe : program_->probes) out += "," + probe.name;
  out += "\n";
  for (const ProbeRow& row : rows_) {
    out += fmt::format("{}", row.steps);
    for (std::size_t i = 0; i < row.bits.size(); ++i) {
      const spec::Type& type = program_->arrays[program_->probes[i].array].type;
      out += "," + (row.bits[i] ? spec::value_text(type, *row.bits[i]) : "");
    }
    out += "\n";
  }
  return out;
}

std::string ProbeRows::write(const std::string& path) const {
  write_whole_file(path, csv());
  return path;
}

bool check_probes(const spec::Program& program, const spec::Extents& extents, const std::string& option,
                  Diagnostics& diagnostics) {
  if (program.probes.empty()) {
    diagnostics.error(Code::kProbesUnavailable, {"--probes " + option}, "the description has no probes",
                      {"add some: probes: [{at: [10, 5], field: p, every: 4}]"});
    return false;
  }
  for (const spec::Probe& probe : program.probes) {
    if (probe.at[0] < extents[0] && probe.at[1] < extents[1] && probe.at[2] < extents[2]) continue;
    diagnostics.error(Code::kProbesUnavailable, probe.where,
                      fmt::format("the probe {} is outside the grid of this run", probe.name),
                      {"run a larger grid, or leave out --extents"});
    return false;
  }
  return true;
}

}  // namespace rtlgen::driver
