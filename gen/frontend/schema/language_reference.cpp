// docs/reference.md: the words of the language, printed from the tables that lexer, parser and typing use.
//
// Texts in the tables are printed verbatim. Facts that code determines (which types an operation accepts, the results
// of a boundary rule, which types mix) are found by calling that code.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/expr/exact.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/words.hpp"
#include "spec/describe.hpp"
#include "support/counted.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Type;

/// In a Markdown table, bars in code must be escaped.
std::string code(std::string_view text) {
  std::string out = "`";
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out + "`";
}

std::string result_text(Typing typing) {
  switch (typing) {
    case Typing::kLeaf:
    case Typing::kCast:
    case Typing::kLookup:
      break;
    case Typing::kCommon:
      return "the wider type";
    case Typing::kComparison:
    case Typing::kLogical:
      return "`uint<1>`";
    case Typing::kShift:
      return "the type of the left operand";
    case Typing::kSelect:
      return "the wider type of both sides";
  }
  return "";
}

std::string operands_text(const Operation& o) {
  if (o.typing == Typing::kSelect) return "a condition, then all types";
  if (o.typing == Typing::kComparison) return "all types that mix";
  return std::string(words_for(o.operands));
}

std::string operators() {
  std::string out =
      "## Operators\n\n"
      "Tightest first; calls, casts, reads and `( )` bind even tighter. At equal precedence, binary operators\n"
      "associate from left to right, prefix operators and `?:` from right to left.\n"
      "The wider type is the operand type that holds every value of the others ([mixing](#mixing)); a condition\n"
      "is a `uint<1>`.\n\n"
      "| precedence | operator | operands | result | meaning |\n|---|---|---|---|---|\n";
  for (const Operation& o : operations()) {
    if (o.form == Form::kFunction) continue;
    const std::string shown = o.form == Form::kPrefix   ? code(fmt::format("{}a", o.symbol))
                              : o.form == Form::kBinary ? code(fmt::format("a {} b", o.symbol))
                                                        : code("c ? a : b");
    out += fmt::format("| {} | {} | {} | {} | {} |\n", o.precedence, shown, operands_text(o), result_text(o.typing),
                       o.meaning);
  }
  return out;
}

std::string functions() {
  std::string out = "\n## Functions\n\n| call | operands | result | meaning |\n|---|---|---|---|\n";
  for (const Operation& o : operations()) {
    if (o.form != Form::kFunction) continue;
    std::string arguments = "a";
    for (std::size_t i = 1; i < o.least; ++i) arguments += fmt::format(", {}", "abc"[i]);
    if (o.most > o.least) arguments += ", ...";
    out += fmt::format("| `{}({})` | {} | {} | {} |\n", o.symbol, arguments, operands_text(o), result_text(o.typing),
                       o.meaning);
  }
  return out + fmt::format(
                   "\n`min` and `max` take up to {} values. The name of a type is also a function, a cast: "
                   "`float32(a)`,\n`fixed<16,8>(a)`. Casts are defined under [mixing "
                   "types](language_types.md#mixing-types).\n",
                   kMostArguments);
}

std::string folds() {
  std::string out =
      "\n### Folds\n\n"
      "`add(k in first..last: e)` joins `e` for each value of `k` from left to right "
      "([folds](language_short.md#folds)).\n"
      "With a [vector](language_short.md#vectors) instead of a range, a fold combines the components: `max(t)`.\n\n"
      "| fold | expands to |\n"
      "|---|---|\n";
  for (const FoldWord& f : fold_words()) {
    std::string meaning(f.meaning);
    for (std::size_t bar = 0; (bar = meaning.find('|', bar)) != std::string::npos; bar += 2) meaning.insert(bar, "\\");
    out += fmt::format("| `{}(k in ...: e)` | {} |\n", f.name, meaning);
  }
  return out;
}

std::string who_takes_what() {
  const std::vector<Type> kinds = {Type::float_of(8, 23), Type::float_of(11, 52), Type::int_of(16),
                                   Type::uint_of(16),     Type::boolean(),        Type::fixed_of(18, 12)};
  std::string out = "\n## Which types an operation accepts\n\n| |";
  for (const Type& type : kinds) out += fmt::format(" `{}` |", type.name());
  out += "\n|---|";
  for (std::size_t i = 0; i < kinds.size(); ++i) out += "---|";
  out += "\n";
  for (const Operands operands : {Operands::kAny, Operands::kIntegers, Operands::kFractions,
                                  Operands::kFloatsAndIntegers, Operands::kFloats, Operands::kConditions}) {
    std::string words;
    for (const Operation& o : operations()) {
      if (o.operands != operands || o.form == Form::kTernary) continue;
      const std::string shown = code(o.symbol);
      if (words.find(shown) == std::string::npos) words += (words.empty() ? "" : " ") + shown;
    }
    out += fmt::format("| {} |", words);
    for (const Type& type : kinds) out += takes(operands, type) ? " yes |" : " |";
    out += "\n";
  }
  return out;
}

/// Bits of the largest finite value.
std::uint64_t largest(const Type& type) {
  if (type.is_float()) return (((std::uint64_t{1} << type.exponent) - 1) << type.fraction) - 1;
  return type.is_signed() ? type.mask() >> 1 : type.mask();
}

std::string range_of(const Type& type) {
  if (type.is_float()) {
    return fmt::format("largest {}, smallest normal {}", spec::value_text(type, largest(type)),
                       spec::value_text(type, std::uint64_t{1} << type.fraction));
  }
  const std::uint64_t least = type.is_signed() ? std::uint64_t{1} << (type.width - 1) : 0;
  return fmt::format("from {} to {}", spec::value_text(type, least), spec::value_text(type, largest(type)));
}

std::string types() {
  std::string out = "\n## Types\n\n| type | is | values |\n|---|---|---|\n";
  for (const TypeFamily& family : type_families()) {
    for (const NamedType& named : named_types()) {
      if (named.type.kind != family.kind) continue;
      const std::string is = named.type.is_float()
                                 ? fmt::format("`float<{},{}>`", named.type.exponent, named.type.fraction)
                                 : counted(named.type.width, "bit");
      out += fmt::format("| `{}` | {} | {} |\n", named.word, is, range_of(named.type));
    }
    out += fmt::format("| `{}` | {} | {} |\n", family.pattern(), family.meaning, family.range_text());
  }
  return out;
}

std::string mixing() {
  std::string out =
      "\n### Mixing\n\n"
      "Two operand types of one kind give the type that holds every value of the other. If there is none, or the\n"
      "kinds differ, a cast is required. Integers and fixed point compare width and fraction, floats exponent and\n"
      "fraction. For floats:\n\n"
      "| |";
  std::vector<NamedType> floats;
  for (const NamedType& named : named_types()) {
    if (named.type.is_float()) floats.push_back(named);
  }
  for (const NamedType& named : floats) out += fmt::format(" `{}` |", named.word);
  out += "\n|---|";
  for (std::size_t i = 0; i < floats.size(); ++i) out += "---|";
  out += "\n";
  for (const NamedType& left : floats) {
    out += fmt::format("| `{}` |", left.word);
    for (const NamedType& right : floats) {
      const auto winner = wider(left.type, right.type);
      out += winner ? fmt::format(" `{}` |", winner->name()) : " cast |";
    }
    out += "\n";
  }
  return out;
}

std::string names() {
  std::string out = "\n## Predefined names\n\nAll are `int32`.\n\n| name | value |\n|---|---|\n";
  for (const BuiltinName& builtin : builtin_names())
    out += fmt::format("| `{}` | {} |\n", builtin.name, builtin.meaning);
  out += fmt::format("\n`{}` is the mathematical constant, unless you define that name.\n", kPi);
  out +=
      "\nThe names in the table are reserved in any letter case, like those of functions and types and, since names "
      "become ports,";
  for (const std::string_view word : port_words()) out += fmt::format(" `{}`", word);
  return out + ".\n";
}

/// The results of reads at `first` to `first + 3` on an axis with the cells a b c d.
std::string read_texts(const spec::Boundary& rule, int first) {
  std::string out;
  for (int i = first; i < first + 3; ++i) {
    const auto cell = spec::resolve_index(i, 4, rule.kind);
    out += fmt::format("{}{}{}", out.empty() ? "" : " ", rule.negates ? "-" : "", cell ? "abcd"[*cell] : 'v');
  }
  return out;
}

std::string boundaries() {
  std::string out =
      "\n## Boundary rules\n\n"
      "The values of three reads beyond either end of an axis with the cells `a b c d`:\n\n"
      "| rule | left of `a` (nearest last) | right of `d` | meaning |\n"
      "|---|---|---|---|\n";
  for (const RuleWord& r : rule_words()) {
    out +=
        fmt::format("| `{}` | `{}` | `{}` | {} |\n", r.word, read_texts(r.rule, -3), read_texts(r.rule, 4), r.meaning);
  }
  return out + "\n`[low, high]` sets a rule for each end of an axis: `boundary: {x: [{constant: 1}, edge]}`.\n";
}

std::string borders_and_reductions() {
  std::string out =
      "\n## Border modes\n\n"
      "`border:` of a line: the treatment of cells for which any read of that line falls outside the grid.\n\n"
      "| mode | for lines that assign | meaning |\n"
      "|---|---|---|\n";
  for (const BorderWord& b : border_table()) {
    out += fmt::format("| `{}` | {} | {} |\n", b.word, b.of_temporaries ? "fields, temporaries" : "fields", b.meaning);
  }
  out +=
      "| `{keep: n}` | fields | like `keep`, also for cells less than n cells from an end of an axis |\n\n"
      "## Regions\n\n"
      "`region:` of a line: the cells to which it applies; the others keep the old value of the target.\n\n"
      "| region | cells |\n"
      "|---|---|\n"
      "| `interior` | cells for which no read of the line leaves the grid |\n"
      "| `{x: [1, -2], y: 0}` | a box: per axis, the first and the last cell, or a single cell; -1 is the last cell |\n"
      "| `{x: interior, y: all}` | `interior` along one axis, all cells along the other, as without a bound |\n"
      "| `rest` | what the preceding lines with regions of the same target leave out |\n\n"
      "`where:` of a line: a condition that selects the cells to which it applies.\n";
  out += "\n## Reductions\n\n`reduce:` of a monitor.\n\n| reduction | fields | type | meaning |\n|---|---|---|---|\n";
  for (const ReductionWord& r : reduction_table()) {
    out +=
        fmt::format("| `{}` | {} | {} | {} |\n", r.word, r.needs_old_value ? "state fields" : "state and output fields",
                    r.is_sum ? "`type:`, an integer or fixed point" : "the field's", r.meaning);
  }
  return out;
}

std::string limits() {
  return fmt::format(
      "\n## Limits of expressions\n\n| what | limit |\n|---|---|\n"
      "| offset of a read | -{0} to {0} |\n"
      "| constant shift amount | 0 to {1} |\n"
      "| nesting of brackets, prefix operators and `?:` | {2} |\n"
      "| variables of a fold | {5} |\n"
      "| characters of a name | {3} |\n"
      "| bits of an exact constant, numerator and denominator together | {4} |\n",
      kLargestOffset, kLargestShift, kMaxDepth, kLongestName, kMaxExactBits, kMostVariables);
}

}  // namespace

std::string language_reference() {
  return "# Operators, functions and types\n\n"
         "Generated by gen/frontend/schema/language_reference.cpp from the tables that read a description; do not "
         "edit.\n"
         "[language.md](language.md) defines their meaning; every key of the file is in "
         "[config.md](config.md).\n\n" +
         operators() + functions() + folds() + who_takes_what() + types() + mixing() + names() + boundaries() +
         borders_and_reductions() + limits();
}

}  // namespace rtlgen::frontend
