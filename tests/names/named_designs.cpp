// The bases, the roles, and what becomes of a description.
#include "named_designs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "driver/data/run_options.hpp"
#include "driver/design/design_files.hpp"
#include "driver/design/hdl.hpp"
#include "driver/generate/vectors.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/lower_case.hpp"
#include "support/result.hpp"
#include "testbench/testbench.hpp"

namespace rtlgen::test {

namespace {

/// `form` for each word, which stands at {0}.
std::string lines(const std::vector<std::string>& words, const std::string& form) {
  std::string text;
  for (const std::string& word : words) text += fmt::format(fmt::runtime(form + "\n"), word);
  return text;
}

/// "a ^ b ^ c" of a form of each word.
std::string joined(const std::vector<std::string>& words, const std::string& form) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ^ ") + fmt::format(fmt::runtime(form), word);
  return text;
}

std::string result(const std::string& expression) { return "  - qz: qz ^ " + expression + "\n"; }

void add_state(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{}}");
  s.update += lines(words, "  - {0}: {0}[1,0] ^ {0}");
}
/// With `border`, and a second value in the step.
void add_renewed(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{boundary: {{constant: 1}}}}");
  s.update += lines(words, "  - {0}: {0}[0,1] ^ qs\n  - {0}: {{expr: \"{0}[-1,0] ^ {0}\", border: keep}}");
}
void add_output(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{}}");
  s.update += lines(words, "  - {0}: qs[1,0] ^ 1");
}
void add_input(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{}}");
  s.update += result(joined(words, "{0}[-1,0]"));
}
void add_late_input(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{}}");
  s.update += "  - ql: qs[0,1] ^ 1\n" + result("ql[0,1] ^ " + joined(words, "{0}"));
}
void add_held(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{axes: [x]}}");
  s.update += result(joined(words, "{0}[1]"));
}
void add_held_rows(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{axes: [y]}}");
  s.update += result(joined(words, "{0}[1]"));
}
void add_single(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{axes: []}}");
  s.update += result(joined(words, "{0}"));
}
void add_param(Sections& s, const std::vector<std::string>& words) {
  s.params += lines(words, "  {0}: {{runtime: true, value: 1}}");
  s.update += result(joined(words, "{0}"));
}
void add_param_by_step(Sections& s, const std::vector<std::string>& words) {
  s.params += lines(words, "  {0}: {{values: [1, 2, 4]}}");
  s.update += result(joined(words, "({0} ^ qs[1,0])"));
}
void add_temporary(Sections& s, const std::vector<std::string>& words) {
  s.update += lines(words, "  - {0}: qs[1,0] ^ 2") + result(joined(words, "{0}[0,1]"));
}
void add_table(Sections& s, const std::vector<std::string>& words) {
  s.tables += lines(words, "  {0}: [3, 1, 2]");
  s.update += result(joined(words, "{0}[qz]"));
}
void add_monitor(Sections& s, const std::vector<std::string>& words) {
  constexpr std::array<const char*, 4> kKinds = {"reduce: max", "reduce: max_change", "reduce: sum, type: int32",
                                                 "reduce: sum_squares, type: int32"};
  std::size_t k = 0;
  for (const std::string& word : words) {
    s.monitor += fmt::format("  {}: {{of: qs, {}}}\n", word, kKinds[k++ % kKinds.size()]);
    s.until.push_back(word + " > 100");
  }
}
/// The host computes them between passes.
void add_next(Sections& s, const std::vector<std::string>& words) {
  s.params += lines(words, "  {0}: {{runtime: true, value: 1, next: \"uint8(qx)\"}}");
  s.update += result(joined(words, "{0}"));
}
void add_vector(Sections& s, const std::vector<std::string>& words) {
  s.fields += lines(words, "  {0}: {{components: [a, b]}}");
  s.update += lines(words, "  - {0}: {0}[1,0]");
}
void add_component(Sections& s, const std::vector<std::string>& words) {
  // A vector has two components at least.
  s.fields += fmt::format("  qw: {{components: [qa, {}]}}\n", fmt::join(words, ", "));
  s.update += "  - qw: qw[1,0]\n";
}
/// Components of several roles have ports of their own.
void add_lone_component(Sections& s, const std::vector<std::string>& words) {
  s.fields += fmt::format("  qo: {{components: [qa, {}]}}\n", fmt::join(words, ", "));
  s.update += lines(words, "  - qo.{0}: qo.{0}[1,0] ^ qo.qa");
}

/// Streams, one step: late inputs, monitors that decide.
Sections of_streams() {
  Sections s;
  s.fields =
      "  qs: {boundary: edge}\n  qi: {}\n  qh: {axes: [x]}\n  qk: {axes: [y]}\n  qc: {axes: []}\n"
      "  qv: {components: [qr, qg]}\n  qz: {}\n";
  s.params =
      "  qp: {runtime: true, value: 3}\n  qb: {values: [1, 2, 4]}\n  qn: {runtime: true, value: 1, next: "
      "\"uint8(qx)\"}\n";
  s.tables = "  qt: [7, 5, 3, 1]\n";
  s.update =
      "  - qm: qs[1,0] ^ qt[qs] ^ uint8(x + nx)\n"
      "  - qs: {expr: \"qm[0,1] ^ qm[0,-1] ^ qi ^ qh ^ qk ^ qc ^ qp ^ qb ^ qn\", border: keep}\n"
      "  - qv: qv[1,0]\n  - qz: qz ^ qi\n";
  s.monitor =
      "  qx: {of: qs, reduce: max}\n  qd: {of: qs, reduce: max_change}\n  qy: {of: qs, reduce: sum_squares, "
      "type: int32}\n";
  s.until = {"qd < 1"};
  s.hardware = "cells_per_cycle: 2, steps: 1, streams: true";
  return s;
}

/// Memory, a chain over two dies whose first Executor may rest; sources and probes.
Sections of_memory() {
  Sections s;
  s.fields =
      "  qs: {boundary: {x: edge, y: wrap}}\n  qi: {}\n  qh: {axes: [x]}\n  qv: {components: [qr, qg]}\n  qz: {}\n";
  s.params = "  qp: {runtime: true, value: 3}\n  qb: {values: [1, 2, 4]}\n";
  s.tables = "  qt: [7, 5, 3, 1]\n";
  s.update =
      "  - qm: qs[1,0] ^ qt[qs] ^ uint8(y + nx)\n  - qs: qm[0,1] ^ qm[0,-1] ^ qi ^ qh ^ qp ^ qb\n"
      "  - qv: qv[1,0]\n  - qz: qz ^ qi\n";
  s.others = "sources:\n  - {at: [1, 1], field: qs, values: [1, 2]}\nprobes:\n  - {at: [2, 1], field: qs, every: 2}\n";
  s.hardware = "cells_per_cycle: 2, steps: 2, hops: 1, bus: 64";
  return s;
}

/// Sweeps of every kind, which have memories of own results and of mirrors.
Sections of_sweeps() {
  Sections s;
  s.fields = "  qs: {}\n  qi: {}\n  qz: {}\n";
  s.update =
      "  - qm: {expr: \"qs\", region: {y: 0}, order: forward y}\n"
      "  - qm: {expr: \"qm[0,-1] ^ qi\", region: rest}\n"
      "  - qu: {expr: \"qm\", region: {y: -1}, order: backward y}\n"
      "  - qu: {expr: \"qu[0,1] ^ qm\", region: rest}\n"
      "  - qs: {expr: \"qu\", region: {x: 0}, order: forward x}\n"
      "  - qs: {expr: \"qs[-1,0] ^ qu\", region: rest}\n  - qz: qz ^ qs\n";
  s.monitor = "  qx: {of: qz, reduce: max}\n";
  s.hardware = "cells_per_cycle: 1, steps: 1, streams: true, bus: 64";
  s.grid = "[6, 6]";  // x and y are exchanged
  return s;
}

/// The identifier at `at` of a text, or "" if none begins there.
std::string_view identifier_at(std::string_view text, std::size_t at) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

}  // namespace

std::string Sections::text() const {
  const auto section = [](const char* key, const std::string& body) {
    return body.empty() ? "" : fmt::format("{}:\n{}", key, body);
  };
  return "name: dut\ngrid: " + grid + "\ntype: uint8\niterations: 3\n" + section("fields", fields) +
         section("params", params) + section("tables", tables) + section("monitor", monitor) +
         (until.empty() ? "" : fmt::format("until: {}\n", fmt::join(until, " || "))) + section("update", update) +
         others + "hardware: {" + hardware + "}\n";
}

const std::vector<Base>& bases() {
  static const std::vector<Base> list = {{"streams", of_streams()}, {"memory", of_memory()}, {"sweeps", of_sweeps()}};
  return list;
}

const std::vector<Role>& roles() {
  static const std::vector<Role> list = {{"state", add_state},
                                         {"renewed", add_renewed},
                                         {"output", add_output},
                                         {"input", add_input},
                                         {"late input", add_late_input},
                                         {"held input", add_held},
                                         {"held rows", add_held_rows},
                                         {"single value", add_single},
                                         {"parameter", add_param},
                                         {"parameter by step", add_param_by_step},
                                         {"parameter with next", add_next, true},
                                         {"temporary", add_temporary},
                                         {"table", add_table},
                                         {"monitor", add_monitor, true},
                                         {"vector", add_vector},
                                         {"component", add_component},
                                         {"lone component", add_lone_component}};
  return list;
}

std::string described(const Base& base, const Role& role, const std::vector<std::string>& words) {
  Sections sections = base.sections;
  role.add(sections, words);
  return sections.text();
}

Outcome outcome_of(const std::string& yaml) {
  const runner::TemporaryFolder folder;
  const std::string file = (folder.path() / "stencil.yaml").string();
  runner::write_file(file, yaml);
  driver::RunOptions run;
  run.source = {file, {}};
  Diagnostics diagnostics;
  try {
    const auto prepared = driver::prepare(run.source, diagnostics);
    if (!prepared) return {Outcome::Kind::kRefused, diagnostics.render(), {}};
    Outcome made;
    made.files = driver::design_files(**prepared, driver::HdlChoice::kBoth);
    const auto vectors = driver::bench_vectors(**prepared, run, diagnostics);
    if (!vectors) return {Outcome::Kind::kFaulty, diagnostics.render(), {}};
    const emit::Banner banner = driver::banner_of(**prepared);
    made.files.push_back(testbench::verilog_bench((*prepared)->plan, vectors->run, banner));
    made.files.push_back(testbench::vhdl_bench((*prepared)->plan, vectors->run, banner));
    return made;
  } catch (const InternalError& fault) {
    return {Outcome::Kind::kFaulty, fault.what(), {}};
  }
}

std::set<std::string> identifiers_of(const std::vector<emit::File>& files) {
  std::set<std::string> found;
  for (const emit::File& file : files) {
    if (!file.path.ends_with(".v") || file.path.find("/rtlgen_") != std::string::npos) continue;
    for (std::size_t at = 0; at < file.text.size();) {
      if (file.text.compare(at, 2, "//") == 0) {
        at = std::min(file.text.find('\n', at), file.text.size());
        continue;
      }
      const std::string_view word = identifier_at(file.text, at);
      if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) != 0) {
        const std::string lower = lower_case(std::string(word));
        found.insert(lower);
        // Printed instances are called u_<name>.
        if (lower.starts_with("u_")) found.insert(lower.substr(2));
      }
      at += std::max<std::size_t>(word.size(), 1);
    }
  }
  return found;
}

std::set<Affix> affixes_in(const std::set<std::string>& identifiers, const std::string& name) {
  std::set<Affix> found;
  for (const std::string& identifier : identifiers) {
    const std::string framed = "_" + identifier + "_";
    const std::size_t at = framed.find("_" + name + "_");
    if (at == std::string::npos) continue;
    found.emplace(identifier.substr(0, at), identifier.substr(at + name.size()));
  }
  return found;
}

std::set<std::string> stripped(const std::set<std::string>& identifiers, const std::set<Affix>& affixes,
                               Breadth breadth) {
  std::set<std::string> words;
  std::set<Affix> sides = affixes;
  if (breadth == Breadth::kAll) {
    sides.emplace("", "");
    for (const auto& [before, after] : affixes) sides.insert({{before, ""}, {"", after}});
  }
  for (const std::string& identifier : identifiers) {
    for (const auto& [before, after] : sides) {
      if (identifier.size() <= before.size() + after.size() || !identifier.starts_with(before) ||
          !identifier.ends_with(after))
        continue;
      words.insert(identifier.substr(before.size(), identifier.size() - before.size() - after.size()));
    }
  }
  return words;
}

}  // namespace rtlgen::test
