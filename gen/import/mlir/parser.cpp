// Parses the generic syntax, and the pretty syntax of all dialects except the stencil dialect.
#include "import/mlir/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/mlir/types.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

namespace {

constexpr int kDeepestRegion = 32;
constexpr std::int64_t kMostResults = 64;

/// Names of the old standard dialect.
const std::map<std::string, std::string>& old_names() {
  static const std::map<std::string, std::string> names = {{"divi_signed", "arith.divsi"},
                                                           {"divi_unsigned", "arith.divui"},
                                                           {"remi_signed", "arith.remsi"},
                                                           {"remi_unsigned", "arith.remui"},
                                                           {"signed_divi", "arith.divsi"},
                                                           {"signed_remi", "arith.remsi"},
                                                           {"shift_left", "arith.shli"},
                                                           {"shift_right_signed", "arith.shrsi"},
                                                           {"shift_right_unsigned", "arith.shrui"},
                                                           {"and", "arith.andi"},
                                                           {"or", "arith.ori"},
                                                           {"xor", "arith.xori"},
                                                           {"fpext", "arith.extf"},
                                                           {"fptrunc", "arith.truncf"},
                                                           {"sexti", "arith.extsi"},
                                                           {"zexti", "arith.extui"},
                                                           {"absf", "math.absf"},
                                                           {"ceilf", "math.ceil"},
                                                           {"floorf", "math.floor"},
                                                           {"maxf", "arith.maximumf"},
                                                           {"minf", "arith.minimumf"},
                                                           {"arith.maxf", "arith.maximumf"},
                                                           {"arith.minf", "arith.minimumf"},
                                                           {"return", "func.return"},
                                                           {"call", "func.call"},
                                                           {"loop.if", "scf.if"},
                                                           {"loop.for", "scf.for"},
                                                           {"loop.yield", "scf.yield"}};
  return names;
}

const std::set<std::string>& bare_arithmetic() {
  static const std::set<std::string> names = {"addf",       "subf",   "mulf",   "divf",   "negf",  "remf",     "cmpf",
                                              "cmpi",       "select", "addi",   "subi",   "muli",  "constant", "sitofp",
                                              "index_cast", "fptosi", "uitofp", "fptoui", "trunci"};
  return names;
}

const std::set<std::string>& bare_math() {
  static const std::set<std::string> names = {"sqrt", "exp",  "exp2", "log",  "log2",  "log10", "sin",
                                              "cos",  "tanh", "atan", "powf", "rsqrt", "atan2", "copysign"};
  return names;
}

std::string canonical(std::string name) {
  if (name.starts_with("std.")) name = name.substr(4);
  const auto found = old_names().find(name);
  if (found != old_names().end()) return found->second;
  if (bare_arithmetic().contains(name)) return "arith." + name;
  return bare_math().contains(name) ? "math." + name : name;
}

}  // namespace

Block Parser::region() {
  if (++depth_ > kDeepestRegion)
    cursor_.reporter().fail(Code::kProgramTooDeep, {cursor_.at(), cursor_.at() + 1}, "this is nested too deeply");
  Block out;
  cursor_.expect("{");
  if (cursor_.accept("^")) {
    static_cast<void>(cursor_.until("(:"));
    if (cursor_.accept("(")) {
      while (!cursor_.accept(")")) {
        Argument argument;
        argument.name = cursor_.value(argument.span);
        cursor_.expect(":");
        argument.type = read_type(cursor_);
        out.arguments.push_back(argument);
        if (!cursor_.accept(",") && !cursor_.is(")")) cursor_.unexpected("',' or ')'");
      }
    }
    cursor_.expect(":");
  }
  while (!cursor_.accept("}")) {
    if (cursor_.is("^"))
      cursor_.reporter().fail(Code::kNotExpressible, {cursor_.at(), cursor_.at() + 1}, "this region has a second block",
                              {"rtlgen imports structured control flow: scf.if, scf.for"});
    out.operations.push_back(operation());
  }
  --depth_;
  return out;
}

void Parser::read_results(Operation& op) {
  if (cursor_.peek() != '%') return;
  do {
    Span span;
    const std::string name = cursor_.value(span);
    op.results.push_back(name);
    if (!cursor_.accept(":")) continue;
    const std::int64_t count = cursor_.integer();
    if (count < 1 || count > kMostResults)
      cursor_.reporter().fail(Code::kInvalidProgramValue, span,
                              fmt::format("an operation cannot have {} results", count));
    for (std::int64_t i = 1; i < count; ++i) op.results.push_back(fmt::format("{}#{}", name, i));
  } while (cursor_.accept(","));
  cursor_.expect("=");
}

Operation Parser::operation() {
  Operation op;
  const std::size_t begin = cursor_.at();
  read_results(op);
  op.span = {cursor_.at(), cursor_.at()};
  const bool is_generic = cursor_.peek() == '"';
  const std::string name = is_generic ? cursor_.string() : cursor_.word();
  op.span.end = op.span.begin + name.size() + (is_generic ? 2 : 0);
  const std::size_t line = cursor_.reporter().text().find('\n', op.span.begin);
  op.statement = {begin, std::min(line, cursor_.reporter().text().size())};
  op.name = canonical(name);
  if (is_generic) {
    generic(op);
  } else {
    pretty(op);
  }
  if (cursor_.accept_word("loc")) static_cast<void>(cursor_.balanced());
  return op;
}

void Parser::generic(Operation& op) {
  cursor_.expect("(");
  if (!cursor_.is(")")) read_operands(op);
  cursor_.expect(")");
  if (cursor_.is("<{")) read_attributes(cursor_, op.attributes);
  if (cursor_.accept("(")) {
    do {
      op.regions.push_back(region());
    } while (cursor_.accept(","));
    cursor_.expect(")");
  }
  if (cursor_.is("{")) read_attributes(cursor_, op.attributes);
  cursor_.expect(":");
  cursor_.expect("(");
  if (!cursor_.is(")")) read_types(op.operand_types);
  cursor_.expect(")");
  cursor_.expect("->");
  read_result_types(op);
}

void Parser::read_operands(Operation& op) {
  do {
    Operand operand;
    operand.name = cursor_.value(operand.span);
    op.operands.push_back(operand);
  } while (cursor_.accept(","));
}

void Parser::read_types(std::vector<Type>& types) {
  do {
    types.push_back(read_type(cursor_));
  } while (cursor_.accept(","));
}

void Parser::read_result_types(Operation& op) {
  if (!cursor_.accept("(")) {
    op.result_types.push_back(read_type(cursor_));
    return;
  }
  if (!cursor_.is(")")) read_types(op.result_types);
  cursor_.expect(")");
}

void Parser::pretty(Operation& op) {
  if (op.name == "arith.constant") return constant(op);
  if (op.name == "arith.cmpf" || op.name == "arith.cmpi") return comparison(op);
  if (op.name.starts_with("arith.") || op.name.starts_with("math.")) return arithmetic(op);
  if (op.name == "func.return" || op.name == "scf.yield" || op.name == "stencil.return") return terminator(op);
  if (op.name == "scf.if") return branch(op);
  if (op.name == "scf.for") return loop(op);
  if (op.name == "memref.load") return memref_load(op);
  if (stencil(op)) return;
  cursor_.reporter().fail(Code::kNotExpressible, op.span, fmt::format("the operation '{}' cannot be imported", op.name),
                          {"rtlgen imports func, stencil, arith, math, scf.if and scf.for (docs/import_mlir.md)"});
}

/// %a, %b fastmath<...> {...} : T to T
void Parser::arithmetic(Operation& op) {
  read_operands(op);
  for (const char* const flags : {"fastmath", "overflow"}) {
    if (!cursor_.accept_word(flags)) continue;
    const Span span = cursor_.balanced();
    op.attributes[flags] = {cursor_.text(span), span, {}};
  }
  if (cursor_.is("{")) read_attributes(cursor_, op.attributes);
  cursor_.expect(":");
  read_types(op.operand_types);
  if (cursor_.accept_word("to")) {
    op.result_types.push_back(read_type(cursor_));
  } else {
    op.result_types.push_back(op.name == "arith.select" ? op.operand_types.back() : op.operand_types.front());
  }
}

void Parser::constant(Operation& op) {
  if (cursor_.is("{")) read_attributes(cursor_, op.attributes);
  const Span span = cursor_.until(":");
  op.attributes["value"] = {cursor_.text(span), span, numbers_of(cursor_.text(span))};
  Type type;
  type.kind = Type::Kind::kNumber;
  type.number = CType::boolean();
  type.span = span;
  if (cursor_.accept(":")) type = read_type(cursor_);
  op.result_types.push_back(type);
}

/// ogt, %a, %b : f64
void Parser::comparison(Operation& op) {
  const Span span{cursor_.at(), cursor_.at() + 1};
  const std::string predicate = cursor_.peek() == '"' ? cursor_.string() : cursor_.word();
  op.attributes["predicate"] = {predicate, span, {}};
  cursor_.expect(",");
  arithmetic(op);
  op.result_types.back().number = CType::boolean();
}

void Parser::terminator(Operation& op) {
  if (cursor_.accept_word("unroll")) op.attributes["unroll"] = list();
  if (cursor_.peek() != '%') return;
  // The next statement may also begin with a value.
  read_operands(op);
  if (cursor_.is("{") || cursor_.peek_word() == "attributes") keyword_attributes(op);
  cursor_.expect(":");
  read_types(op.operand_types);
}

void Parser::branch(Operation& op) {
  Operand condition;
  condition.name = cursor_.value(condition.span);
  op.operands.push_back(condition);
  if (cursor_.accept("->")) read_result_types(op);
  op.regions.push_back(region());
  if (cursor_.accept_word("else")) op.regions.push_back(region());
}

/// %t = %a to %b step %c iter_args(%x = %y) -> (T) {...}
void Parser::loop(Operation& op) {
  Block head;
  Argument variable;
  variable.name = cursor_.value(variable.span);
  head.arguments.push_back(variable);
  const auto operand = [&] {
    Operand out;
    out.name = cursor_.value(out.span);
    op.operands.push_back(out);
  };
  cursor_.expect("=");
  operand();
  cursor_.expect_word("to");
  operand();
  cursor_.expect_word("step");
  operand();
  if (cursor_.accept_word("iter_args")) {
    cursor_.expect("(");
    do {
      Argument argument;
      argument.name = cursor_.value(argument.span);
      head.arguments.push_back(argument);
      cursor_.expect("=");
      operand();
    } while (cursor_.accept(","));
    cursor_.expect(")");
    cursor_.expect("->");
    read_result_types(op);
  }
  if (cursor_.accept(":")) static_cast<void>(read_type(cursor_));
  op.regions.push_back(region());
  op.regions.back().arguments = head.arguments;
}

void Parser::memref_load(Operation& op) {
  read_operands(op);
  cursor_.expect("[");
  if (!cursor_.is("]")) read_operands(op);
  cursor_.expect("]");
  cursor_.expect(":");
  read_types(op.operand_types);
}

Function Parser::pretty_function() {
  Function out;
  for (const char* const word : {"private", "public", "nested"}) cursor_.accept_word(word);
  cursor_.expect("@");
  const std::size_t begin = cursor_.at();
  out.name = cursor_.word();
  out.span = {begin, begin + out.name.size()};
  cursor_.expect("(");
  std::vector<Argument> arguments;
  while (!cursor_.accept(")")) {
    Argument argument;
    argument.name = cursor_.value(argument.span);
    cursor_.expect(":");
    argument.type = read_type(cursor_);
    if (cursor_.is("{")) static_cast<void>(cursor_.balanced());
    arguments.push_back(argument);
    if (!cursor_.accept(",") && !cursor_.is(")")) cursor_.unexpected("',' or ')'");
  }
  if (cursor_.accept("->")) {
    if (cursor_.is("(")) {
      static_cast<void>(cursor_.balanced());
    } else {
      static_cast<void>(read_type(cursor_));
    }
  }
  if (cursor_.accept_word("attributes")) static_cast<void>(cursor_.balanced());
  out.body = region();
  out.body.arguments = arguments;
  return out;
}

Function Parser::generic_function() {
  Operation op;
  const std::size_t begin = cursor_.at();
  generic(op);
  Function out;
  out.span = {begin, begin + 1};
  const auto name = op.attributes.find("sym_name");
  if (name != op.attributes.end() && name->second.text.size() > 2) {
    out.name = name->second.text.substr(1, name->second.text.size() - 2);
    out.span = name->second.span;
  }
  if (op.regions.size() != 1)
    cursor_.reporter().fail(Code::kMalformedProgram, out.span, "a function must have one region");
  out.body = std::move(op.regions[0]);
  return out;
}

}  // namespace rtlgen::importer::mlir
