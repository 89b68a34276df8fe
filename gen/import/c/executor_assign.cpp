// Expression statements and assignments. The value of an assignment is that of its left operand afterwards; the operand
// is evaluated once.
#include <fmt/format.h>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

/// The number of a buffer among the things that an expression touches; for variables it is their declaration.
int buffer_thing(int buffer) { return -100 - buffer; }

}  // namespace

/// An expression whose value is not used.
void Executor::perform(const Node& node) {
  if (!acts(node)) return;
  if (node.kind == Node::Kind::kAssign) {
    static_cast<void>(assign(node, false));
  } else if (node.kind == Node::Kind::kCall) {
    static_cast<void>(call_value(node));
  } else if (node.kind == Node::Kind::kCast && node.type.kind == Type::Kind::kVoid) {
    perform(node.kids[0]);
  } else if (node.kind == Node::Kind::kBinary && node.text == ",") {
    perform(node.kids[0]);
    perform(node.kids[1]);
  } else if (node.kind == Node::Kind::kUnary && node.text.find_first_of("+-") != std::string::npos &&
             node.text.size() > 1) {
    static_cast<void>(step(node, false));
  } else {
    static_cast<void>(expression(node));
  }
}

Target Executor::target_of(const Node& node) {
  Target out;
  out.type = node.type.number;
  if (node.kind == Node::Kind::kName) {
    out.decl = node.decl;
    out.name = node.text;
    return out;
  }
  if (auto element = table_element(node)) return *element;
  if (node.kind == Node::Kind::kMember && node.type.kind == Type::Kind::kNumber && node.kids[0].decl >= 0) {
    const bool is_before = loops_.empty() && !in_time_ && facts_.empty() && turns_ == 0;
    if (!is_before) refuse(node.span, "a member of a record is assigned", "use a variable, or an array for cell data");
    const auto at = environment_.find(node.kids[0].decl);
    out.decl = at != environment_.end() && at->second.record >= 0 ? at->second.record : node.kids[0].decl;
    out.member = node.text;
    out.name = node.text;
    return out;
  }
  if (node.type.kind != Type::Kind::kNumber)
    refuse(node.span, fmt::format("this has the unsupported type '{}'", node.type.spelling),
           "assign numbers of up to 64 bits, one by one");
  out.pointer = pointer(node);
  return out;
}

ValuePtr Executor::get(const Target& place, const Node& node) {
  if (place.pointer) return read(*place.pointer, place.type, node.span);
  if (!place.at) return node.kind == Node::Kind::kMember ? member_value(node) : name_value(node);
  const Binding& table = *table_behind(place.decl);
  const ValuePtr& element = table.table[*place.at];
  touch(place.decl, false);
  if (element) return element;
  if (table.carries) {
    refuse(node.span, fmt::format("'{}' carries values from one iteration of a loop to the next", table.name),
           "rtlgen builds line and window buffers itself: read the elements of the array directly");
  }
  refuse(node.span, "this element is read before it has a value", "assign it first, on every path to this point");
}

void Executor::put(const Target& place, const ValuePtr& value, Span span) {
  if (place.pointer) {
    touch(buffer_thing(place.pointer->buffer), true);
    store(*place.pointer, value, span);
    return;
  }
  if (!place.member.empty()) {
    record_values_[{place.decl, place.member}].value = named(place.name, value);
    return;
  }
  touch(place.decl, true);
  if (place.at) {
    const ValuePtr now = kept("element", named(place.name, value));
    table_behind(place.decl)->table[*place.at] = now;
    return;
  }
  const ValuePtr now = kept(place.name, named(place.name, value));
  Binding& binding = environment_[place.decl];
  binding.value = now;
  binding.type = place.type;
  binding.name = place.name;
  binding.state = Binding::State::kSet;
}

ValuePtr Executor::step(const Node& node, bool is_used) {
  if (node.kids[0].type.kind != Type::Kind::kNumber) refuse_moving(node.kids[0]);
  const Target at = target_of(node.kids[0]);
  ValuePtr before = get(at, node.kids[0]);
  const bool is_after = node.text[0] == 'p';
  if (is_used && is_after) before = kept("before", before);
  const ValuePtr one = whole_number(1, CType::integer(true, 32), node.span);
  const std::string op = node.text.find("++") != std::string::npos ? "+" : "-";
  ValuePtr after = cast(binary(op, before, one, node.span, reporter_), before->type, node.span);
  if (is_used && !is_after) after = kept("value", after);
  put(at, after, node.span);
  return is_after ? before : after;
}

void Executor::refuse_moving(const Node& target) const {
  refuse(target.span, fmt::format("the pointer '{}' moves", reporter_.quote(target.span)),
         "keep it fixed, and use an index: p[i]");
}

void Executor::assign_pointer(const Node& node) {
  const Node& target = node.kids[0];
  if (target.kind == Node::Kind::kMember && new_memory(node.kids[1])) return;  // created on first use
  if (target.kind == Node::Kind::kIndex && new_memory(node.kids[1])) return;   // a separate row
  if (target.kind != Node::Kind::kName)
    refuse(node.span, "a pointer in memory is assigned", "swap two pointers by name");
  if (node.text != "=") refuse_moving(target);
  touch(target.decl, true);
  if (new_memory(node.kids[1])) {
    const int made = new_buffer(target.text, target.type, target.span, true);
    environment_[target.decl].pointer = Pointer{made, {}, {}};
    return;
  }
  const Pointer now = pointer(node.kids[1]);
  environment_[target.decl].pointer = now;
}

ValuePtr Executor::assign(const Node& node, bool is_used) {
  const Node& target = node.kids[0];
  if (target.type.kind == Type::Kind::kPointer) {
    if (is_used)
      refuse(node.span, "the value of a pointer assignment is used", "write a separate statement for each assignment");
    assign_pointer(node);
    return nullptr;
  }
  const std::size_t first = touches_.size();
  ValuePtr value = expression(node.kids[1]);
  const std::size_t second = touches_.size();
  const Target at = target_of(target);
  if (node.text != "=")
    value = binary(node.text.substr(0, node.text.size() - 1), get(at, target), value, node.span, reporter_);
  check_order(first, second, node.span);
  value = cast(value, at.type, node.span);
  if (is_used) value = kept("value", value);
  put(at, value, node.span);
  // The user may set the value of a variable.
  const bool is_variable = at.decl >= 0 && !at.at && at.member.empty();
  return is_used && is_variable ? environment_[at.decl].value : value;
}

}  // namespace rtlgen::importer::c
