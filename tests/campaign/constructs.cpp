// By what the text of its description has, and by its lines.
#include "constructs.hpp"

#include <algorithm>

#include "vector_forms.hpp"

namespace rtlgen::test {

namespace {

struct Construct {
  const char* name;
  std::vector<std::string> texts;  ///< any of which the description has
};

const std::vector<Construct>& by_text() {
  static const std::vector<Construct> table{
      {"order: forward x", {"order: forward x"}},
      {"order: backward x", {"order: backward x"}},
      {"order: forward y", {"order: forward y"}},
      {"order: backward y", {"order: backward y"}},
      {"order: forward z", {"order: forward z"}},
      {"order: backward z", {"order: backward z"}},
      {"vector field", {"components: [a, b]"}},
      {"temporary that becomes a vector by its expression", {"  - vt"}},
      {"fold over a vector", {"add(v", "product(v", "min(v", "max(v", "sum(v", "any(v", "all(v"}},
      {"region", {"region: "}},
      {"where", {"where: "}},
      {"table in hardware", {"\ntables:"}},
      {"source", {"\nsources:"}},
      {"monitor", {"\nmonitor:"}},
      {"fused sums", {"arithmetic: fused\n"}},
      {"sums in DSP blocks", {"dsp_sums: "}},
      {"block", {", block: ["}},
  };
  return table;
}

bool is_temporary(const Program& p, const Line& line) {
  return std::ranges::none_of(p.fields, [&](const Field& f) { return f.name == line.target; });
}

bool has_sweeping_temporary(const Program& p) {
  return std::ranges::any_of(p.lines, [&](const Line& l) { return !l.order.empty() && is_temporary(p, l); });
}

bool has_untyped_temporary(const Program& p) {
  return std::ranges::any_of(p.lines, [&](const Line& l) { return !l.typed && is_temporary(p, l); });
}

}  // namespace

const std::vector<std::string>& construct_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Construct& c : by_text()) all.emplace_back(c.name);
    all.emplace_back("temporary that sweeps");
    all.emplace_back("temporary without a type");
    return all;
  }();
  return names;
}

std::vector<bool> constructs_of(const Program& program) {
  const std::string text = program_text(program);
  std::vector<bool> has;
  for (const Construct& c : by_text())
    has.push_back(
        std::ranges::any_of(c.texts, [&](const std::string& t) { return text.find(t) != std::string::npos; }));
  has.push_back(has_sweeping_temporary(program));
  has.push_back(has_untyped_temporary(program));
  return has;
}

}  // namespace rtlgen::test
