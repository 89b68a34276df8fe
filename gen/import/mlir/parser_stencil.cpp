// Parses the pretty syntax of the stencil dialect, both generations.
#include <fmt/format.h>

#include "import/mlir/parser.hpp"
#include "import/mlir/types.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

/// [-1, 0, _]; `places` gets the positions of the numbers.
Attribute Parser::list(std::vector<std::int64_t>* places) {
  Attribute out;
  const std::size_t begin = cursor_.at();
  const bool has_angle = cursor_.accept("<");  // xDSL prints an index with them
  cursor_.expect("[");
  std::int64_t position = 0;
  while (!cursor_.accept("]")) {
    if (places != nullptr && cursor_.accept("_")) {
      // This axis has no offset.
    } else {
      out.numbers.push_back(cursor_.integer());
      if (places != nullptr) places->push_back(position);
    }
    ++position;
    if (!cursor_.accept(",") && !cursor_.is("]")) cursor_.unexpected("',' or ']'");
  }
  if (has_angle) cursor_.expect(">");
  out.span = {begin, cursor_.at()};
  return out;
}

/// ([0, 0] : [64, 64]), (<[0, 0], [64, 64]>) or <[0, 0], [64, 64]>
void Parser::range(Operation& op) {
  const bool round = cursor_.accept("(");
  const bool angle = cursor_.accept("<");
  op.attributes["lb"] = list();
  cursor_.expect(angle ? "," : ":");
  op.attributes["ub"] = list();
  if (angle) cursor_.expect(">");
  if (round) cursor_.expect(")");
}

/// (T, T) -> T, T -> T, T to T or T
void Parser::signature(Operation& op) {
  cursor_.expect(":");
  if (cursor_.accept("(")) {
    if (!cursor_.is(")")) read_types(op.operand_types);
    cursor_.expect(")");
    cursor_.expect("->");
    read_result_types(op);
    return;
  }
  op.operand_types.push_back(read_type(cursor_));
  if (cursor_.accept_word("to")) op.operand_types.push_back(read_type(cursor_));
  if (cursor_.accept("->")) read_result_types(op);
}

void Parser::keyword_attributes(Operation& op) {
  cursor_.accept_word("attributes");
  if (cursor_.is("{")) read_attributes(cursor_, op.attributes);
}

bool Parser::stencil(Operation& op) {
  const std::string name = op.name.starts_with("stencil.") ? op.name.substr(8) : "";
  if (name == "apply") {
    apply(op);
  } else if (name == "access") {
    access(op);
  } else if (name == "combine") {
    combine(op);
  } else if (name == "store" || name == "external_store") {
    store(op);
  } else if (name == "index") {
    index(op);
  } else if (name == "store_result" || name == "external_load") {
    unary(op);
  } else if (name == "alloc") {
    keyword_attributes(op);
    cursor_.expect(":");
    op.result_types.push_back(read_type(cursor_));
  } else if (name == "cast" || name == "assert" || name == "load" || name == "buffer") {
    bounded(op);
  } else if (name == "dyn_access") {
    cursor_.reporter().fail(Code::kNotExpressible, op.span, "'stencil.dyn_access' reads a cell that depends on data",
                            {"rtlgen reads cells at constant offsets: use stencil.access"});
  } else if (name == "depend") {
    cursor_.reporter().fail(
        Code::kNotExpressible, op.span, "'stencil.depend' reads results of the same apply",
        {"sequential applies cannot be imported: write the sweep as YAML (docs/language_regions.md)"});
  } else {
    return false;
  }
  return true;
}

void Parser::unary(Operation& op) {
  if (cursor_.peek() == '%') read_operands(op);
  keyword_attributes(op);
  signature(op);
}

/// %x ([0, 0] : [64, 64]) : T
void Parser::bounded(Operation& op) {
  read_operands(op);
  if (cursor_.is("(")) range(op);
  keyword_attributes(op);
  signature(op);
}

void Parser::index(Operation& op) {
  Attribute dim;
  dim.span = {cursor_.at(), cursor_.at() + 1};
  dim.numbers.push_back(cursor_.integer());
  op.attributes["dim"] = dim;
  op.attributes["offset"] = list();
  keyword_attributes(op);
  if (cursor_.accept(":")) static_cast<void>(read_type(cursor_));
}

void Parser::access(Operation& op) {
  read_operands(op);
  std::vector<std::int64_t> places;
  op.attributes["offset"] = list(&places);
  Attribute mapping;
  mapping.numbers = places;
  op.attributes["offset_mapping"] = mapping;
  keyword_attributes(op);
  signature(op);
}

void Parser::store(Operation& op) {
  read_operands(op);
  cursor_.expect_word("to");
  read_operands(op);
  if (cursor_.is("(")) range(op);
  keyword_attributes(op);
  signature(op);
  if (cursor_.peek_word() == "with_halo")
    cursor_.reporter().fail(Code::kNotExpressible, {cursor_.at(), cursor_.at() + 9}, "this store has a result",
                            {"load the field after the store"});
}

/// (%a, %b : T, T)
std::int64_t Parser::part(Operation& op) {
  const bool round = cursor_.accept("(");
  const std::size_t before = op.operands.size();
  read_operands(op);
  cursor_.expect(":");
  read_types(op.operand_types);
  if (round) cursor_.expect(")");
  return static_cast<std::int64_t>(op.operands.size() - before);
}

void Parser::combine(Operation& op) {
  Attribute dim;
  dim.numbers.push_back(cursor_.integer());
  cursor_.expect_word("at");
  Attribute where;
  where.numbers.push_back(cursor_.integer());
  op.attributes["dim"] = dim;
  op.attributes["index"] = where;
  Attribute sizes;
  for (const char* const name : {"lower", "upper", "lowerext", "upperext"}) {
    const bool optional = sizes.numbers.size() >= 2;
    if (optional && !cursor_.accept_word(name)) {
      sizes.numbers.push_back(0);
      continue;
    }
    if (!optional) cursor_.expect_word(name);
    cursor_.expect("=");
    sizes.numbers.push_back(part(op));
  }
  op.attributes["operandSegmentSizes"] = sizes;
  if (cursor_.is("(")) range(op);
  keyword_attributes(op);
  cursor_.expect(":");
  read_types(op.result_types);
}

void Parser::apply_operands(Operation& op, Block& block) {
  const bool round = cursor_.accept("(");
  while (round ? !cursor_.is(")") : cursor_.peek() == '%') {
    Argument argument;
    argument.name = cursor_.value(argument.span);
    cursor_.expect("=");
    Operand operand;
    operand.name = cursor_.value(operand.span);
    if (round) {
      cursor_.expect(":");
      argument.type = read_type(cursor_);
    }
    op.operands.push_back(operand);
    block.arguments.push_back(argument);
    if (!cursor_.accept(",")) break;
  }
  if (round) {
    cursor_.expect(")");
  } else if (!op.operands.empty()) {
    cursor_.expect(":");
    std::vector<Type> types;
    read_types(types);
    for (std::size_t i = 0; i < types.size() && i < block.arguments.size(); ++i) block.arguments[i].type = types[i];
  }
}

void Parser::apply(Operation& op) {
  if (cursor_.peek_word() == "seq")
    cursor_.reporter().fail(Code::kNotExpressible, {cursor_.at(), cursor_.at() + 3},
                            "sequential applies cannot be imported",
                            {"write the sweep as YAML: `order: forward` (docs/language_regions.md)"});
  Block head;
  apply_operands(op, head);
  if (cursor_.accept_word("outs")) {
    cursor_.expect("(");
    Attribute outs;
    do {
      Operand operand;
      operand.name = cursor_.value(operand.span);
      op.operands.push_back(operand);
      outs.numbers.push_back(1);
      cursor_.expect(":");
      static_cast<void>(read_type(cursor_));
    } while (cursor_.accept(","));
    cursor_.expect(")");
    op.attributes["outs"] = outs;
  } else if (cursor_.accept("->")) {
    read_result_types(op);
  }
  if (cursor_.accept_word("attributes")) read_attributes(cursor_, op.attributes);
  op.regions.push_back(region());
  op.regions[0].arguments = head.arguments;
  if (cursor_.accept_word("to")) range(op);
  if (cursor_.accept(":")) read_types(op.result_types);
}

}  // namespace rtlgen::importer::mlir
