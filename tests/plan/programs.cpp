// Random stencils as YAML, and their plans.
#include "programs.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "analysis/turned.hpp"
#include "frontend/frontend.hpp"
#include "plan/framing.hpp"
#include "plan/plan.hpp"
#include "spec/boundary.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

namespace {

plan::Plan planned(Result<spec::Stencil> stencil, Diagnostics& diagnostics) {
  RTLGEN_CHECK(stencil.ok(), diagnostics.render());
  spec::Stencil built = spec::with_hardware(analysis::turned_round(*stencil), stencil->hardware);
  RTLGEN_CHECK(plan::frame_blocks(built, diagnostics), diagnostics.render());
  auto plan = plan::make_plan(built, diagnostics);
  RTLGEN_CHECK(plan.ok(), diagnostics.render());
  return *std::move(plan);
}

/// Writes one program; every choice is drawn here, so a seed tells all.
class Writer {
 public:
  Writer(std::mt19937& random, bool cheap) : random_(random), cheap_(cheap) {}

  std::string write() {
    axes_ = below(3) + 1;
    const bool tight = below(4) == 0;  // windows that reach across the grid
    const int largest[] = {tight ? 5 : 40, tight ? 4 : 12, tight ? 3 : 6};
    const int smallest[] = {tight ? 1 : 8, tight ? 1 : 6, tight ? 1 : 5};
    std::string grid;
    for (int a = 0; a < axes_; ++a) {
      grid += fmt::format("{}{}", a > 0 ? ", " : "", smallest[a] + below(largest[a] - smallest[a] + 1));
    }
    const int fields = 1 + below(2);
    const std::string type = cheap_ || below(3) > 0 ? "int8" : "\"float<4,3>\"";
    type_ = type[0] == '"' ? type.substr(1, type.size() - 2) : type;
    std::string text = fmt::format("name: random\ngrid: [{}]\ntype: {}\nfields:\n", grid, type);
    for (int f = 0; f < fields; ++f) {
      names_.push_back(std::string(1, static_cast<char>('a' + f)));
      text += fmt::format("  {}: {{boundary: {}}}\n", names_.back(), rule());
    }
    if (below(3) == 0) text += held_fields();
    text += "update:\n" + lines(fields) + "iterations: 3\n";
    const int p[] = {1, 1, 2, 3, 4, 8};
    const int mhz[] = {50, 150, 350};  // the fastest takes registers between boundary multiplexers
    text += fmt::format("hardware: {{cells_per_cycle: {}, steps: {}, extents: {}, clock_mhz: {}}}\n", p[below(6)],
                        1 + below(3), below(2) == 0 ? "fixed" : "runtime", mhz[below(3)]);
    return text;
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  /// A rule of the language; `constant`: how the one that needs a value is written.
  std::string one_of_the_rules(const char* constant) {
    const auto rules = spec::rule_words();
    const spec::RuleWord& row = rules[at(below(static_cast<int>(rules.size())))];
    return row.rule.kind == spec::BoundaryKind::kConstant ? constant : std::string(row.word);
  }

  std::string rule() {
    if (below(3) > 0) return one_of_the_rules("{constant: 3}");
    std::string axes;
    for (int a = 0; a < axes_; ++a)
      axes += fmt::format("{}{}: {}", a > 0 ? ", " : "", "xyz"[a], one_of_the_rules("{constant: 3}"));
    return "{" + axes + "}";
  }

  /// Now and then a read has a rule of its own.
  std::string override_rule() {
    if (below(6) > 0) return "";
    if (below(2) > 0) return "; " + one_of_the_rules("constant(5)");
    return fmt::format("; {}={}", "xyz"[below(axes_)], one_of_the_rules("constant(5)"));
  }

  /// One or two inputs of fewer axes.
  std::string held_fields() {
    std::string text;
    for (int n = 1 + below(2); n > 0; --n) {
      const std::string name = fmt::format("h{}", n);
      std::string axes, given;
      const int without = below(axes_);
      for (int a = 0; a < axes_; ++a) {
        if (a == without || below(3) == 0) continue;
        axes += "xyz"[a];
        given += fmt::format("{}{}", given.empty() ? "" : ", ", "xyz"[a]);
      }
      text += fmt::format("  {}: {{axes: [{}], boundary: {}}}\n", name, given, one_of_the_rules("{constant: 3}"));
      held_[name] = axes;
    }
    return text;
  }

  /// " + h1[1] ..." for every input of fewer axes.
  std::string held_taps() {
    std::string text;
    for (const auto& [name, axes] : held_) {
      std::string offsets;
      for (std::size_t i = 0; i < axes.size(); ++i) offsets += fmt::format("{}{}", i > 0 ? "," : "", below(5) - 2);
      text += " + " + (axes.empty() ? name : fmt::format("{}[{}]", name, offsets));
    }
    return text;
  }

  std::string tap(const std::string& name) {
    std::string offsets;
    for (int a = 0; a < axes_; ++a) offsets += fmt::format("{}{}", a > 0 ? "," : "", below(5) - 2);
    return fmt::format("{}[{}{}]", name, offsets, override_rule());
  }

  std::string expression(const std::vector<std::string>& readable) {
    std::string text = tap(readable[static_cast<std::size_t>(below(static_cast<int>(readable.size())))]);
    if (below(6) == 0) text += fmt::format(" + {}({}{})", type_, "xyz"[below(axes_)], below(2) == 0 ? " + step" : "");
    for (int n = below(3); n > 0; --n) {
      const char* const op[] = {" + ", " - ", " * "};
      text +=
          op[below(cheap_ ? 2 : 3)] + tap(readable[static_cast<std::size_t>(below(static_cast<int>(readable.size())))]);
    }
    return text;
  }

  /// Temporaries that all are read in the end, then every field once, from them and itself.
  std::string lines(int fields) {
    std::string text;
    std::vector<std::string> unread;
    for (int n = below(3); n > 0; --n) {
      const std::string name = fmt::format("t{}", n);
      const char* const ignore = below(8) == 0 ? ", border: ignore" : "";
      text += fmt::format("  - {}: {{expr: \"{}{}\", boundary: {}{}}}\n", name, expression(names_),
                          below(2) == 0 ? held_taps() : "", rule(), ignore);
      names_.push_back(name);
      unread.push_back(name);
    }
    for (int f = 0; f < fields; ++f) {
      const std::string field(1, static_cast<char>('a' + f));
      std::string expr = expression(names_) + " + " + tap(field) + held_taps();
      if (f + 1 == fields) {
        for (const std::string& t : unread) expr += " + " + tap(t);
      }
      const char* const borders[] = {"", "", "", "", "", ", border: keep", ", border: keep", ", border: ignore"};
      const char* const border = borders[below(8)];
      text += fmt::format("  - {}: {{expr: \"{}\"{}}}\n", field, expr, border);
    }
    return text;
  }

  std::mt19937& random_;
  bool cheap_;
  int axes_ = 1;
  std::string type_;
  std::vector<std::string> names_;
  std::map<std::string, std::string> held_;  ///< name -> its axes
};

}  // namespace

plan::Plan plan_of(const std::string& text) {
  Diagnostics diagnostics;
  return planned(frontend::load_text(text, "test.yaml", {}, diagnostics), diagnostics);
}

plan::Plan plan_of_file(const std::string& path) {
  Diagnostics diagnostics;
  return planned(frontend::load_file(path, {}, diagnostics), diagnostics);
}

plan::Plan plan_of_config(const std::string& name) {
  return plan_of_file(fmt::format("{}/{}.yaml", test::source_folder() + "/configs", name));
}

std::string random_program(std::mt19937& random, bool cheap) { return Writer(random, cheap).write(); }

std::mt19937 seeded(unsigned base) {
  const char* const other = std::getenv("RTLGEN_SEED");
  return std::mt19937(base + (other == nullptr ? 0U : static_cast<unsigned>(std::stoul(other))));
}

}  // namespace rtlgen::test
