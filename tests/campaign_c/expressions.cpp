// Expressions by depth and type.
#include "expressions.hpp"

#include <utility>

namespace rtlgen::test::random_c {

namespace {

/// The literals' kinds; a whole literal can be negative by its sign alone.
const std::vector<std::pair<std::string, Kind>> kLiterals = {
    {"0", Kind::kS32},          {"1", Kind::kS32},      {"2", Kind::kS32},
    {"3", Kind::kS32},          {"5", Kind::kS32},      {"-1", Kind::kS32},
    {"-7", Kind::kS32},         {"100", Kind::kS32},    {"127", Kind::kS32},
    {"-128", Kind::kS32},       {"0777", Kind::kS32},   {"32767", Kind::kS32},
    {"0x7fffffff", Kind::kS32}, {"'a'", Kind::kS32},    {"'\\xff'", Kind::kS32},
    {"0xffffffff", Kind::kU32}, {"1u", Kind::kU32},     {"4000000000u", Kind::kU32},
    {"3l", Kind::kS64},         {"-5ll", Kind::kS64},   {"4294967296", Kind::kS64},
    {"2ul", Kind::kU64},        {"0.5f", Kind::kF32},   {"0.1f", Kind::kF32},
    {"-2.25f", Kind::kF32},     {"1e-3f", Kind::kF32},  {"0x1.8p1f", Kind::kF32},
    {"0.25", Kind::kF64},       {"0.1", Kind::kF64},    {"-1.5", Kind::kF64},
    {"1e10", Kind::kF64},       {"3.", Kind::kF64},     {".75", Kind::kF64},
    {"1e30f", Kind::kF32},      {"1e-40f", Kind::kF32}, {"(-2147483647 - 1)", Kind::kS32},
    {"1e-310", Kind::kF64},     {"0x1p-3", Kind::kF64}, {"18446744073709551615ul", Kind::kU64}};

}  // namespace

Piece Expressions::literal() {
  const auto& [text, kind] =
      dice_.chance(60) ? kLiterals[static_cast<std::size_t>(dice_.below(8))] : dice_.pick(kLiterals);
  return value(text[0] == '-' ? "(" + text + ")" : text, kind);
}

Piece Expressions::leaf() {
  const int dice = dice_.below(100);
  if (dice < 50 && !scope_.readers.empty()) return dice_.pick(scope_.readers)();
  if (dice < 80 && !scope_.names.empty()) {
    const Name& name = dice_.pick(scope_.names);
    return value(name.text, name.kind);
  }
  return literal();
}

Piece Expressions::whole(int depth) {
  Piece made = any(depth);
  return is_float(made.kind) ? converted(std::move(made), Kind::kS32) : made;
}

Piece Expressions::as(int depth, Kind kind) { return converted(any(depth), kind); }

Piece Expressions::converted(Piece made, Kind kind) {
  if (!is_float(made.kind) || is_float(kind) || kind == Kind::kBool) return made;
  return value("(" + dice_.word(spellings(kind)) + ")fmin(fmax($0, " + lowest(kind) + "), " + highest(kind) + ")", kind,
               {std::move(made)});
}

Piece Expressions::condition(int depth) {
  if (dice_.chance(20)) return any(depth);
  const std::string op = dice_.word({"<", ">", "<=", ">=", "==", "!="});
  return value("($0 " + op + " $1)", Kind::kS32, {any(depth - 1), any(depth - 1)});
}

Piece Expressions::any(int depth) {
  if (depth <= 0 || dice_.chance(10)) return leaf();
  const int dice = dice_.below(100);
  if (dice < 38) return arithmetic(depth);
  if (dice < 60) return whole_operator(depth);
  if (dice < 70) return function(depth);
  if (dice < 80) return cast(depth);
  if (dice < 86) return call(depth);
  if (dice < 91) return macro(depth);
  if (dice < 92) return value("($0, $1)", Kind::kS32, {whole(depth - 1), whole(depth - 1)});
  if (dice < 93) return builtin(depth);
  Piece then = any(depth - 1);
  Piece otherwise = any(depth - 1);
  const Kind kind = common(then.kind, otherwise.kind);
  return value("($0 ? $1 : $2)", kind, {condition(depth - 1), std::move(then), std::move(otherwise)});
}

Piece Expressions::arithmetic(int depth) {
  if (dice_.chance(8)) {
    Piece inner = any(depth - 1);
    const Kind kind = promoted(inner.kind);
    return value(dice_.word({"(-$0)", "(+$0)"}), kind, {std::move(inner)});
  }
  Piece left = any(depth - 1);
  Piece right = any(depth - 1);
  const Kind kind = common(left.kind, right.kind);
  if (dice_.chance(12)) {
    if (is_float(kind)) return value("($0 / $1)", kind, {std::move(left), std::move(right)});
    // A divisor from 2 to 9: for one of 1, gcc 12 divides the least number by -1.
    return value(dice_.word({"($0 / (($1 & 7) + 2))", "($0 % (($1 & 7) + 2))"}), kind,
                 {std::move(left), std::move(right)});
  }
  return value("($0 " + dice_.word({"+", "-", "*"}) + " $1)", kind, {std::move(left), std::move(right)});
}

Piece Expressions::whole_operator(int depth) {
  const int dice = dice_.below(100);
  if (dice < 30) return condition(depth);
  if (dice < 42)
    return value("($0 " + dice_.word({"&&", "||"}) + " $1)", Kind::kS32, {condition(depth - 1), condition(depth - 1)});
  if (dice < 48) return value("(!$0)", Kind::kS32, {any(depth - 1)});
  Piece left = whole(depth - 1);
  const Kind own = promoted(left.kind);
  if (dice < 55) return value("(~$0)", own, {std::move(left)});
  if (dice < 65)
    return value(dice_.word({"($0 << ($1 & 7))", "($0 >> ($1 & 31))", "($0 << ($1 & 31))"}), own,
                 {std::move(left), whole(depth - 1)});
  if (dice < 72) return value(dice_.word({"($0 / 3)", "($0 % 5)", "($0 / -7)", "($0 % -4)"}), own, {std::move(left)});
  Piece right = whole(depth - 1);
  const Kind kind = common(left.kind, right.kind);
  return value("($0 " + dice_.word({"&", "|", "^"}) + " $1)", kind, {std::move(left), std::move(right)});
}

/// Functions whose bits are the same everywhere; fmin and fmax without zeros, whose sign C leaves open.
Piece Expressions::function(int depth) {
  const bool narrow = dice_.chance(50);
  const Kind kind = narrow ? Kind::kF32 : Kind::kF64;
  const std::string f = narrow ? "f" : "";
  const int dice = dice_.below(100);
  if (dice < 12) return value("abs((short)$0)", Kind::kS32, {whole(depth - 1)});
  if (dice < 16) return value("labs((int)$0)", Kind::kS64, {whole(depth - 1)});
  if (dice < 30)
    return value(dice_.word({"fmin", "fmax"}) + f + "($0, " + dice_.word({"1.5", "-2", "100"}) + ")", kind,
                 {any(depth - 1)});
  if (dice < 38) return value("fma" + f + "($0, $1, $2)", kind, {any(depth - 1), any(depth - 1), any(depth - 1)});
  return value(dice_.word({"sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint"}) + f + "($0)", kind,
               {any(depth - 1)});
}

Piece Expressions::builtin(int depth) {
  if (dice_.chance(40)) return value("__builtin_expect($0, 1)", Kind::kS64, {whole(depth - 1)});
  return value(dice_.word({"__builtin_fabs($0)", "__builtin_sqrt($0)", "__builtin_floor($0)"}), Kind::kF64,
               {any(depth - 1)});
}

Piece Expressions::cast(int depth) {
  if (dice_.chance(30) && !scope_.casts.empty()) {
    const auto& [words, kind] = dice_.pick(scope_.casts);
    return value("((" + words + ")$0)", kind, {as(depth - 1, kind)});
  }
  const auto kind = static_cast<Kind>(dice_.below(11));
  return value("((" + dice_.word(spellings(kind)) + ")$0)", kind, {as(depth - 1, kind)});
}

Piece Expressions::call(int depth) {
  if (scope_.helpers.empty()) return arithmetic(depth);
  const Helper& helper = dice_.pick(scope_.helpers);
  std::string pattern = helper.name + "(";
  std::vector<Piece> args;
  for (std::size_t i = 0; i < helper.parameters.size(); ++i) {
    pattern += (i > 0 ? ", $" : "$") + std::to_string(i);
    args.push_back(as(depth - 1, helper.parameters[i]));
  }
  return value(pattern + ")", helper.result, std::move(args));
}

Piece Expressions::macro(int depth) {
  if (!scope_.has_macros) return arithmetic(depth);
  Piece left = any(depth - 1);
  if (dice_.chance(40)) {
    const Kind kind = promoted(left.kind);
    return value("@SQUARE($0)", kind, {std::move(left)});
  }
  Piece right = any(depth - 1);
  const Kind kind = common(left.kind, right.kind);
  return value(dice_.word({"@LARGER", "@SMALLER"}) + "($0, $1)", kind, {std::move(left), std::move(right)});
}

}  // namespace rtlgen::test::random_c
