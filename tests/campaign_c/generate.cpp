// A whole program: what stands before the kernel, its parameters, values before the loops, loops over time and cells.
#include "generate.hpp"

#include <algorithm>
#include <utility>

namespace rtlgen::test::random_c {

namespace {

std::string shifted(const std::string& name, int offset) {
  if (offset == 0) return name;
  return name + (offset > 0 ? " + " : " - ") + std::to_string(std::abs(offset));
}

}  // namespace

CProgram Generator::run() {
  program_.seed = seed_;
  choose_shape();
  preamble();
  parameters();
  Piece body = fixed("$*", kernel_body());
  Piece kernel = fixed("void @kernel(" + parameter_text_ + ") {\n$0$1}\n", {fixed("$*", before_), std::move(body)});
  std::string pragma;
  if (given_by_pragma_) {
    pragma = "#pragma rtlgen";
    for (const auto& [name, text] : program_.values) pragma += " " + name + "=" + text;
    program_.values.clear();
    pragma += "\n";
  }
  Piece whole = fixed("$0$1" + pragma + "$2", {fixed("$*", preamble_), fixed("$*", helpers_), std::move(kernel)});
  const std::string text = text_of(whole, "");
  std::string headers = "#include <math.h>\n#include <stdint.h>\n";
  if (text.find("bool") != std::string::npos) headers += "#include <stdbool.h>\n";
  if (text.find("size_t") != std::string::npos) headers += "#include <stddef.h>\n";
  if (text.find("rand(") != std::string::npos || text.find("labs(") != std::string::npos ||
      text.find("abs(") != std::string::npos || text.find("atof(") != std::string::npos)
    headers += "#include <stdlib.h>\n";
  if (text.find("printf(") != std::string::npos) headers += "#include <stdio.h>\n";
  program_.text = fixed(headers + "$0", {std::move(whole)});
  return std::move(program_);
}

void Generator::choose_shape() {
  rank_ = dice_.from(1, 3);
  static const std::vector<std::vector<int>> ranges = {{17, 33}, {7, 12}, {5, 7}};
  for (int d = 0; d < rank_; ++d) {
    const auto& range = ranges[static_cast<std::size_t>(rank_ - 1)];
    extents_.push_back(dice_.from(range[0], range[1]));
  }
  time_ = static_cast<Time>(dice_.chance(35) ? 0 : dice_.from(1, 3));
  steps_ = dice_.from(1, 4);
  has_odd_ = dice_.chance(12);
  given_by_pragma_ = dice_.chance(15);
  const int spelled = dice_.below(3);
  static const std::vector<std::string> names = {"nz", "ny", "nx"};
  for (int d = 0; d < rank_; ++d) {
    const std::string number = std::to_string(extents_[static_cast<std::size_t>(d)]);
    const std::string& name = names[static_cast<std::size_t>(3 - rank_ + d)];
    if (spelled == 0) ends_.push_back(number);
    if (spelled == 1) {
      ends_.push_back("@" + name);
      preamble_.push_back(fixed("#define @" + name + " " + number + "\n"));
    }
    if (spelled == 2) {
      ends_.push_back(name);
      program_.scalars.push_back({name, {Kind::kS32, "int"}, number, true});
    }
  }
}

/// Macros, enumerations, names of types, tables and functions that kernels use.
void Generator::preamble() {
  for (int kind = 0; kind < 11; ++kind) {
    const auto one = static_cast<Kind>(kind);
    for (const std::string& words : spellings(one)) types_.push_back({one, words});
    if (is_float(one) || one == Kind::kS32) types_.insert(types_.end(), 4, Type{one, spellings(one).front()});
  }
  // Most programs keep to few types, as people do.
  if (dice_.chance(60)) {
    std::vector<Type> few;
    for (int i = 0; i < 4; ++i) few.push_back(dice_.pick(types_));
    types_ = few;
  }
  if (dice_.chance(40)) {
    base_.has_macros = true;
    preamble_.push_back(
        fixed("#define @SQUARE(x) ((x) * (x))\n#define @LARGER(a, b) ((a) > (b) ? (a) : (b))\n#define @SMALLER(a, b) "
              "((a) < (b) ? (a) : (b))\n"));
  }
  if (dice_.chance(30)) enumeration();
  if (dice_.chance(20)) {
    const Type of = dice_.pick(types_);
    preamble_.push_back(fixed("typedef " + of.words + " @number;\n"));
    types_.push_back({of.kind, "@number"});
    base_.casts.emplace_back("@number", of.kind);
  }
  if (dice_.chance(30)) constant_table();
  for (int i = dice_.below(3); i > 0; --i) helper();
}

void Generator::enumeration() {
  const bool negative = dice_.chance(40);
  const Kind kind = negative ? Kind::kS32 : Kind::kU32;
  const std::string members = negative ? "@LOW = -3, @MIDDLE, @HIGH = 9"
                                       : dice_.word({"@LOW, @MIDDLE, @HIGH", "@LOW = 2, @MIDDLE = 40, @HIGH"});
  const bool is_named = dice_.chance(50);
  preamble_.push_back(
      fixed(is_named ? "enum @state { " + members + " };\n" : "typedef enum { " + members + " } @state;\n"));
  const std::string words = is_named ? "enum @state" : "@state";
  types_.push_back({kind, words});
  types_.push_back({kind, words});
  base_.casts.emplace_back(words, kind);
  for (const char* const name : {"@LOW", "@MIDDLE", "@HIGH"}) base_.names.push_back({name, Kind::kS32});
}

void Generator::constant_table() {
  const Type type = dice_.pick(types_);
  std::vector<std::string> numbers;
  std::string text;
  for (int i = 0; i < 3; ++i)
    text += std::string(i > 0 ? ", " : "") + (is_float(type.kind) ? dice_.word({"0.25f", "-0.5", "0.1", "2"})
                                                                  : dice_.word({"1", "0", "3", "200", "-1"}));
  preamble_.push_back(fixed("static const " + type.words + " @table[3] = {" + text + "};\n"));
  for (int i = 0; i < 3; ++i) base_.names.push_back({"@table[" + std::to_string(i) + "]", type.kind});
}

void Generator::helper() {
  Helper made;
  made.name = "@help" + std::to_string(base_.helpers.size());
  const Type result = dice_.pick(types_);
  made.result = result.kind;
  Scope scope = base_;
  std::string head = dice_.word({"static ", "static inline "}) + result.words + " " + made.name + "(";
  for (int i = dice_.from(1, 3); i > 0; --i) {
    const Type type = dice_.pick(types_);
    const std::string name = "p" + std::to_string(made.parameters.size());
    head += (made.parameters.empty() ? "" : ", ") + type.words + " " + name;
    made.parameters.push_back(type.kind);
    scope.names.insert(scope.names.end(), 4, Name{name, type.kind});
  }
  Expressions make(dice_, scope);
  std::vector<Piece> parts{make.as(3, made.result)};
  std::string text = head + ") {\n  return $0;\n}\n";
  if (dice_.chance(40)) {
    parts.push_back(make.condition(2));
    parts.push_back(make.as(2, made.result));
    text = head + ") {\n  if ($1) return $2;\n  return $0;\n}\n";
  }
  preamble_.push_back(fixed(text, std::move(parts)));
  base_.helpers.push_back(std::move(made));
}

CProgram generate_c(std::uint64_t seed) { return Generator(seed).run(); }

std::string Generator::element(const Source& source, const std::vector<std::string>& loops,
                               const std::vector<int>& offsets) {
  std::string out = source.name;
  for (const std::string& part : source.before) out += "[" + part + "]";
  if (!source.is_flat) {
    for (const std::size_t axis : source.axes) out += "[" + shifted(loops[axis], offsets[axis]) + "]";
    return out;
  }
  std::string index;
  for (const std::size_t axis : source.axes) {
    const std::string one = shifted(loops[axis], offsets[axis]);
    index = index.empty() ? one : (axis > 1 ? "(" + index + ")*" : "(" + index + ")*") + ends_[axis] + " + " + one;
  }
  return out + "[" + index + "]";
}

}  // namespace rtlgen::test::random_c
