// Probes: cells of fields whose values a run records.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// p_10_5 without commas, because it is a column header.
std::string probe_name(const spec::Stencil& s, const spec::Probe& probe) {
  std::string out = s.arrays[probe.array].shown();
  for (int a = 0; a < s.axes; ++a) out += fmt::format("_{}", probe.at[static_cast<std::size_t>(a)]);
  return out;
}

bool is_known(const spec::Stencil& s, const std::string& name) {
  return std::any_of(s.probes.begin(), s.probes.end(), [&](const spec::Probe& p) { return p.name == name; });
}

}  // namespace

void read_probes(Program& program) {
  const YamlValue* probes = program.settings.find("probes");
  if (probes == nullptr) return;
  for (const YamlValue& entry : probes->items) {
    const YamlValue* at = entry.is_map() ? entry.find("at") : nullptr;
    const YamlValue* field = entry.is_map() ? entry.find("field") : nullptr;
    if (at == nullptr || field == nullptr || !at->is_list() || !field->is_scalar()) continue;  // reported
    spec::Probe probe;
    probe.where = at->where;
    probe.array = read_point_field(program, *field);
    probe.every = integer_or_default(entry.find("every"), key_row("probes.*.every"));
    const auto place = read_place(program, *at, "the probe");
    if (!probe.array.valid() || !place) continue;
    if (program.stencil.arrays[probe.array].role == spec::Role::kInput && !program.unparsed) {
      program.diagnostics.error(Code::kInvalidProbe, field->where, fmt::format("no line assigns '{}'", field->text),
                                {"probe a field that changes; an input never changes"});
      continue;
    }
    probe.at = *place;
    probe.name = probe_name(program.stencil, probe);
    if (is_known(program.stencil, probe.name)) {
      program.diagnostics.error(Code::kInvalidProbe, probe.where,
                                fmt::format("the probe {} is listed twice", probe.name),
                                {"a cell has one column, with one value each time it is due"});
      continue;
    }
    program.stencil.probes.push_back(std::move(probe));
  }
  if (program.stencil.probes.empty() || program.stencil.monitors.empty()) return;
  program.diagnostics.error(Code::kInvalidProbe, program.stencil.probes.front().where,
                            "probes cannot be combined with monitors",
                            {"a run with probes is several runs, whose passes end when a probe is due"});
}

}  // namespace rtlgen::frontend
