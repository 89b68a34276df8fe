// An expression of start data has the bits of a line, so golden runs of such lines say what start data must be.
#include "start_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "expressions.hpp"
#include "golden/engine.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

namespace {

using spec::Type;

/// The values from which an expression can be made before the first time step.
Scope start_scope(const Program& p, const Field& f) {
  Scope scope;
  scope.axes = static_cast<int>(p.grid.size());
  scope.coordinates = f.axes.size() == p.grid.size();
  scope.step = false;
  scope.random = f.type.is_float() ? f.type : Type::float_of(11, 52);
  for (const ProgramParam& q : p.params) {
    if (q.kind == ProgramParam::Kind::kConstant) scope.constants.push_back({q.name, q.type, {}});
    if (q.kind == ProgramParam::Kind::kRuntime) scope.params.push_back({q.name, q.type, {}});
  }
  return scope;
}

/// `random` for a field, from the text of docs/language_data.md.
std::string random_function(const Field& f) {
  std::string cell = "uint64(0)";
  for (std::size_t i = f.axes.size(); i-- > 0;)
    cell = fmt::format("({0})*uint64(n{1}) + uint64({1})", cell, "xyz"[f.axes[i]]);
  const bool is_float = f.type.is_float();
  const int n = !is_float ? 53 : f.type.exponent == 2 ? f.type.fraction : f.type.fraction + 1;
  return fmt::format(
      "  random_{0}(seed):\n    let:\n      a: \"seed + 0x9e3779b97f4a7c15*({1} + 1)\"\n"
      "      b: (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9\n      c: (b ^ (b >> 27)) * 0x94d049bb133111eb\n"
      "      d: (c ^ (c >> 31)) >> {2}\n    value: \"{3}(float64(d) * pow(0.5, {4}))\"\n",
      f.name, cell, 64 - n, is_float ? f.type.name() : "float64", n);
}

/// The expression with a function of its own for `random`.
std::string line_text(const Field& f) {
  std::string text = to_text(f.start);
  const std::string from = "random(", to = fmt::format("random_{}(", f.name);
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// A description in a file that goes with the object, as the campaign runs it.
struct Loaded {
  Loaded(const Program& p, const std::string& yaml) {
    options.source.file = (folder.path() / "case.yaml").string();
    runner::write_file(options.source.file, yaml);
    options.extents = p.extents;
    options.seed = p.seed;
    auto read = driver::read_stencil(options.source, diagnostics);
    if (!read.ok()) return;
    program = *std::move(read);
    auto loaded = driver::load_run(program, spec::ExtentMode::kRuntime, options, diagnostics);
    if (loaded.ok()) data = *std::move(loaded);
  }

  runner::TemporaryFolder folder;
  driver::RunOptions options;
  Diagnostics diagnostics;
  spec::Stencil program;
  std::optional<driver::RunData> data;
};

spec::ArrayId array_named(const spec::Program& program, const std::string& name) {
  for (const spec::ArrayId a : program.arrays.ids()) {
    if (program.arrays[a].name == name) return a;
  }
  return {};
}

/// The first cell in which the start data of a field are not what its line gave, along the axes that it has.
std::optional<std::string> field_difference(const Field& f, const golden::Grid& start, const golden::Grid& line) {
  const spec::Extents& own = start.extents;
  const spec::Extents& all = line.extents;
  for (std::int64_t i = 0; i < start.cells(); ++i) {
    const std::int64_t x = i % own[0], y = i / own[0] % own[1], z = i / own[0] / own[1];
    const std::uint64_t want = line.get((z * all[1] + y) * all[0] + x);
    if (start.get(i) == want) continue;
    return fmt::format("{} starts with {:#x} in [{},{},{}], a line gives {:#x}", f.name, start.get(i), x, y, z, want);
  }
  return std::nullopt;
}

}  // namespace

void add_start_values(Program& p, const std::vector<Type>& types) {
  if (p.seed % 3 == 0) return;
  Random random(p.seed + 0x57a7);
  Expressions expressions(random, types);
  for (Field& f : p.fields) {
    if (!is_read(p, f.name) || random.chance(40)) continue;
    Scope scope = start_scope(p, f);
    f.start = expressions.make(f.type, random.between(0, 3), scope);
    f.has_start = true;
  }
}

std::string start_lines(const Program& p) {
  std::string fields, functions, update;
  for (const Field& f : p.fields) {
    if (!f.has_start || !is_read(p, f.name)) continue;
    fields += fmt::format("  start_{}: {{type: \"{}\"}}\n", f.name, f.type.name());
    const std::string text = line_text(f);
    if (text.find("random_") != std::string::npos) functions += random_function(f);
    update += fmt::format("  - start_{}: \"{}\"\n", f.name, text);
  }
  if (fields.empty()) return "";
  std::vector<ProgramParam> params = p.params;
  std::erase_if(params, [&](const ProgramParam& q) { return !starts_with(p, q.name); });
  for (ProgramParam& q : params) q.next.clear();
  std::string out = fmt::format("name: start\ngrid: [{}]\ntype: \"{}\"\n", fmt::join(p.grid, ", "), p.type.name());
  for (const auto& [key, word] :
       {std::pair{"subnormals", p.subnormals}, {"rounding", p.rounding}, {"overflow", p.overflow}})
    out += word.empty() ? "" : fmt::format("{}: {}\n", key, word);
  if (p.guard_bits >= 0) out += fmt::format("guard_bits: {}\n", p.guard_bits);
  if (p.fixed_extents) out += "hardware: {extents: fixed, clock_mhz: 1}\n";
  out += "fields:\n" + fields + params_text(params);
  if (!functions.empty()) out += "functions:\n" + functions;
  return out + "update:\n" + update;
}

std::optional<std::string> start_value_difference(const Program& p, const std::string& yaml) {
  if (yaml.empty()) return std::nullopt;
  const Loaded start(p, to_yaml(p));
  if (!start.data) return std::nullopt;  // the program's own fault, which others report
  const Loaded line(p, yaml);
  if (!line.data) return "lines of start data are refused: " + line.diagnostics.render();
  const auto results = golden::run(line.program, line.data->extents, {}, 1, line.data->params);
  for (const Field& f : p.fields) {
    if (!f.has_start || !is_read(p, f.name)) continue;
    const spec::ArrayId own = array_named(start.program, f.name);
    const spec::ArrayId other = array_named(line.program, "start_" + f.name);
    auto found = field_difference(f, start.data->inputs.at(own.index()), results.at(other.index()));
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace rtlgen::test
