// Elements of arrays: pointers, reads and stores.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "import/make_expr.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::c {

namespace {

/// The first choice in a value, outermost first.
const Value* choice_in(const Value& value) {
  if (value.kind == Value::Kind::kSelect) return &value;
  for (const ValuePtr& arg : value.args) {
    if (const Value* const found = choice_in(*arg)) return found;
  }
  return nullptr;
}

/// The only loop whose variable a value depends on, if it depends on nothing else.
int only_loop(const Value& value) {
  int loop = -1;
  bool good = true;
  walk(value, [&](const Value& part) {
    using Kind = Value::Kind;
    if (part.kind == Kind::kLoop) {
      good = good && (loop < 0 || loop == part.id);
      loop = part.id;
    }
    good = good && part.kind != Kind::kTime && part.kind != Kind::kParameter && part.kind != Kind::kRead &&
           part.kind != Kind::kLet && part.kind != Kind::kLost && part.kind != Kind::kCall;
  });
  return good ? loop : -1;
}

constexpr std::int64_t kLongestTurn = 1 << 18;

}  // namespace

int Executor::new_buffer(const std::string& name, const Type& type, Span span, bool is_local) {
  if (!type.has_number) {
    refuse(span, fmt::format("'{}' has the unsupported type '{}'", name, type.spelling),
           "use arrays of float, double or integers");
  }
  Buffer buffer{name, span, type.number, type.extents, false, is_local};
  buffer.is_flat = type.extents.size() == 1;
  trace_.buffers.push_back(buffer);
  return static_cast<int>(trace_.buffers.size()) - 1;
}

Pointer Executor::member(const Node& node, const Type& type) {
  const auto found = environment_.find(node.kids[0].decl);
  const int record =
      found != environment_.end() && found->second.record >= 0 ? found->second.record : node.kids[0].decl;
  const auto [place, is_new] = members_.emplace(std::pair{record, node.text}, -1);
  if (is_new) {
    // Devito's records hold one array, under the name "data".
    const std::string name = node.text == "data" ? node.kids[0].text : node.kids[0].text + "_" + node.text;
    place->second = new_buffer(name, type, node.span, false);
  }
  return {place->second, {}, {}};
}

Pointer Executor::pointer(const Node& node) {
  if (!node.refusal.empty()) refuse_node(node);
  if (node.kind == Node::Kind::kName) {
    const auto found = environment_.find(node.decl);
    if (found != environment_.end() && found->second.pointer) return *found->second.pointer;
    if (found != environment_.end() && found->second.record >= 0) {
      refuse(node.span, fmt::format("'{}' has the unsupported type '{}'", node.text, node.type.spelling),
             "use arrays of float, double or integers, and pointers to them");
    }
    if (found != environment_.end() && found->second.state == Binding::State::kCarried)
      refuse(node.span, fmt::format("the pointer '{}' moves", node.text), "keep it fixed, and use an index: p[i]");
    refuse(node.span, fmt::format("it is not known which array '{}' points to", node.text),
           "use each pointer for one array, or swap two pointers at the end of each time step");
  }
  if (node.kind == Node::Kind::kIndex || (node.kind == Node::Kind::kUnary && node.text == "*")) {
    Pointer out = pointer(node.kids[0]);
    ValuePtr at = node.kind == Node::Kind::kIndex ? expression(node.kids[1])
                                                  : whole_number(0, CType::integer(true, 32), node.span);
    if (out.pending) at = binary("+", out.pending, at, node.span, reporter_);
    out.pending = nullptr;
    out.index.push_back(at);
    return out;
  }
  if (node.kind == Node::Kind::kBinary && (node.text == "+" || node.text == "-")) {
    const bool first = node.kids[0].type.kind != Type::Kind::kNumber;
    Pointer out = pointer(node.kids[first ? 0 : 1]);
    ValuePtr by = expression(node.kids[first ? 1 : 0]);
    if (node.text == "-") by = unary("-", by, node.span);
    out.pending = out.pending ? binary("+", out.pending, by, node.span, reporter_) : by;
    return out;
  }
  if (node.kind == Node::Kind::kUnary && node.text == "&") {
    Pointer out = pointer(node.kids[0]);
    if (!out.index.empty()) {
      out.pending = out.index.back();
      out.index.pop_back();
    }
    return out;
  }
  if (node.kind == Node::Kind::kMember && node.kids[0].kind == Node::Kind::kName) return member(node, node.type);
  if (node.kind == Node::Kind::kCast) {
    if (node.kids[0].kind == Node::Kind::kMember && node.kids[0].kids[0].kind == Node::Kind::kName)
      return member(node.kids[0], node.type);
    const Type& inner = node.kids[0].type;
    const bool same = inner.has_number && node.type.has_number && inner.number == node.type.number &&
                      inner.extents == node.type.extents;
    if (same) return pointer(node.kids[0]);
    refuse(node.span, fmt::format("a pointer is cast from '{}' to '{}'", inner.spelling, node.type.spelling),
           "use the array with its declared type");
  }
  if (node.kind == Node::Kind::kSelect && node.kids.size() == 3) {
    const ValuePtr value = condition(node.kids[0]);
    if (const auto known = decided(*value, box())) return pointer(node.kids[*known ? 1 : 2]);
  }
  refuse(node.span, "it is not known which array this points to",
         "two pointers to one array could be written and read: use arrays by name");
}

Binding* Executor::table_behind(int decl) {
  auto found = environment_.find(decl);
  if (found != environment_.end() && found->second.table_of >= 0) found = environment_.find(found->second.table_of);
  return found == environment_.end() || found->second.table.empty() ? nullptr : &found->second;
}

std::optional<Target> Executor::table_element(const Node& node) {
  std::vector<const Node*> indices;
  const Node* base = &node;
  for (; base->kind == Node::Kind::kIndex; base = &base->kids[0]) indices.insert(indices.begin(), &base->kids[1]);
  if (base->kind == Node::Kind::kUnary && base->text == "*" && indices.empty()) base = &base->kids[0];
  if (base->kind != Node::Kind::kName || base == &node || table_behind(base->decl) == nullptr) return std::nullopt;
  const std::vector<std::int64_t> extents = table_behind(base->decl)->extents;
  if (indices.size() != extents.size())
    refuse(node.span, "a part of a table is used as a value", "read its elements with all indices");
  std::size_t at = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const ValuePtr value = whole_if_known(expression(*indices[i]));
    need(*value, indices[i]->span);
    const auto place = whole(*value);
    const std::int64_t extent = extents[i];
    if (!place) {
      refuse(indices[i]->span, fmt::format("the index of the table '{}' depends on the cell", base->text),
             "tables are read at constant indices; pass an array with a number per row or column as a parameter, or "
             "write a 'table' in the YAML for an index that depends on data (docs/language_data.md)");
    }
    if (*place < 0 || *place >= extent)
      refuse(indices[i]->span, fmt::format("the index {} is outside '{}'", *place, base->text),
             "stay inside the table");
    at = at * static_cast<std::size_t>(extent) + static_cast<std::size_t>(*place);
  }
  const Binding& table = *table_behind(base->decl);
  const auto found = environment_.find(base->decl);
  Target out;
  out.decl = found->second.table_of >= 0 ? found->second.table_of : base->decl;
  out.at = at;
  out.name = table.name;
  out.type = table.type;
  return out;
}

ValuePtr Executor::index_value(const Node& node) {
  if (node.type.kind != Type::Kind::kNumber)
    refuse(node.span, "a row of an array is used as a value", "use its elements");
  if (const auto element = table_element(node)) return get(*element, node);
  return read(pointer(node), node.type.number, node.span);
}

ValuePtr Executor::going_round(const ValuePtr& index, const Value& choice, const std::optional<std::int64_t>& extent) {
  const int loop = only_loop(choice);
  const Box cells = box();
  const auto found = cells.find(loop);
  if (loop < 0 || found == cells.end()) return nullptr;
  const auto [low, high] = found->second;
  if (low != 0 || high < 2 || high > kLongestTurn || (extent && *extent != high + 1)) return nullptr;
  const std::int64_t n = high + 1;
  const auto middle = whole_at_loop(choice, loop, n / 2);
  if (!middle || *middle == n / 2) return nullptr;
  const std::int64_t offset = ((*middle - n / 2) % n + n) % n;
  for (std::int64_t i = low; i <= high; ++i) {
    if (whole_at_loop(choice, loop, i) != (i + offset) % n) return nullptr;
  }
  const int id = static_cast<int>(trace_.loops.size());
  trace_.loops.push_back({"", choice.span, {0, n - 1}, false, choice.type});
  trace_.remainders[id] = {loop, offset, n};
  return replaced(index, &choice, leaf(Value::Kind::kLoop, id, choice.type, choice.span), reporter_);
}

ValuePtr Executor::read(const Pointer& pointer, const CType& type, Span span) {
  for (std::size_t i = 0; i < pointer.index.size(); ++i) {
    const Value* const choice = choice_in(*pointer.index[i]);
    if (choice == nullptr || depends_on(*pointer.index[i], Value::Kind::kTime)) continue;
    const auto& extents = trace_.buffers[static_cast<std::size_t>(pointer.buffer)].extents;
    const bool is_own = i < extents.size() && choice == pointer.index[i].get();
    if (const ValuePtr round = going_round(pointer.index[i], *choice, is_own ? extents[i] : std::nullopt)) {
      Pointer one = pointer;
      one.index[i] = round;
      return read(one, type, span);
    }
    const ValuePtr condition = choice->args[0];
    const auto side = [&](bool holds) {
      Pointer one = pointer;
      one.index[i] = replaced(pointer.index[i], choice, choice->args[holds ? 1 : 2], reporter_);
      return read(one, type, span);
    };
    if (const auto known = decided(*condition, box())) return side(*known);
    facts_.push_back({condition, true});
    const ValuePtr then = side(true);
    facts_.back().holds = false;
    const ValuePtr otherwise = side(false);
    facts_.pop_back();
    return select(condition, then, otherwise, span, reporter_);
  }
  touch(-100 - pointer.buffer, false);
  if (!is_live_) {
    // Its content is data, and may have changed before the imported loop.
    const std::string& name = trace_.buffers[static_cast<std::size_t>(pointer.buffer)].name;
    return lost(fmt::format("an element of '{}'", name), type, span);
  }
  return leaf(Value::Kind::kRead, access(pointer, span), type, span);
}

void Executor::store(const Pointer& pointer, const ValuePtr& value, Span span) {
  if (!is_live_) {
    dropped_.emplace(pointer.buffer, span);
    return;
  }
  need(*value, span);
  for (const Fact& fact : facts_) need(*fact.condition, span);
  if (trace_.time && !in_time_) {
    refuse(span, "an array is assigned after the loop over time steps",
           "import one loop: write '#pragma rtlgen' before it");
  }
  Effect effect;
  effect.value = value;
  effect.loops = loops_;
  effect.box = box();
  effect.span = span;
  for (const auto& [variable, range] : effect.box) {
    if (range.low > range.high) return;
  }
  for (const Fact& fact : facts_) {
    if (decided(*fact.condition, effect.box) == fact.holds) continue;
    const ValuePtr one = fact.holds ? fact.condition : negated(fact.condition);
    effect.where = effect.where ? binary("&&", effect.where, one, span, reporter_) : one;
  }
  effect.access = access(pointer, span);
  append(effect);
}

void Executor::copy(const Node& node) {
  const Pointer to = pointer(node.kids[0]);
  const Pointer from = pointer(node.kids[1]);
  const Buffer& buffer = trace_.buffers[static_cast<std::size_t>(to.buffer)];
  const ValuePtr size = expression(node.kids[2]);
  std::int64_t bytes = buffer.type.width / 8;
  bool known = to.index.empty() && from.index.empty() && !to.pending && !from.pending && whole(*size) &&
               buffer.type == trace_.buffers[static_cast<std::size_t>(from.buffer)].type &&
               buffer.extents == trace_.buffers[static_cast<std::size_t>(from.buffer)].extents;
  for (const auto& extent : buffer.extents) {
    known = known && extent;
    if (known) bytes *= *extent;
  }
  if (!known || *whole(*size) != bytes)
    refuse(node.span, fmt::format("'{}' must copy one whole array of known size to another", node.text),
           "write the copy as a loop over cells");
  Pointer source = from;
  Pointer target = to;
  const CType type = buffer.type;
  const std::vector<std::optional<std::int64_t>> extents = buffer.extents;
  const std::size_t before = loops_.size();
  for (const auto& extent : extents) {
    const int id = static_cast<int>(trace_.loops.size());
    trace_.loops.push_back({"", node.span, {0, *extent - 1}, false, CType::integer(true, 32)});
    loops_.push_back(id);
    source.index.push_back(leaf(Value::Kind::kLoop, id, CType::integer(true, 32), node.span));
    target.index.push_back(source.index.back());
  }
  store(target, read(source, type, node.span), node.span);
  loops_.resize(before);
}

Box Executor::box() const {
  Box out;
  for (const int loop : loops_) out[loop] = trace_.loops[static_cast<std::size_t>(loop)].range;
  return narrowed(out, facts_);
}

int Executor::access(const Pointer& pointer, Span span) {
  Access out;
  out.buffer = pointer.buffer;
  out.span = span;
  out.box = box();
  const auto changes = [&](int loop) {
    const Range& whole_range = trace_.loops[static_cast<std::size_t>(loop)].range;
    return out.box[loop].low != whole_range.low || out.box[loop].high != whole_range.high;
  };
  out.guarded = std::any_of(loops_.begin(), loops_.end(), changes);
  for (const ValuePtr& value : pointer.index) out.index.push_back(index(value, out.box, span));
  for (const auto& [variable, remainder] : trace_.remainders) out.box[variable] = {0, remainder.modulus - 1};
  const Buffer& buffer = trace_.buffers[static_cast<std::size_t>(pointer.buffer)];
  if (out.index.size() != buffer.extents.size()) {
    refuse(span,
           fmt::format("{} for '{}', which has {}", counted(out.index.size(), "index", "indices"), buffer.name,
                       counted(buffer.extents.size(), "dimension", "dimensions")),
           "use the array with its declared type");
  }
  trace_.accesses.push_back(std::move(out));
  ages_.push_back(trace_.effects.size());
  return static_cast<int>(trace_.accesses.size()) - 1;
}

Index Executor::index(const ValuePtr& value, const Box& box, Span span) {
  need(*value, span);
  if (depends_on(*value, Value::Kind::kTime)) return {std::nullopt, value};
  if (auto form = affine(*value)) return {form, nullptr};
  // (i + c) % n, anywhere in a sum, becomes a separate variable.
  const Value* found = nullptr;
  walk(*value, [&](const Value& node) {
    if (node.kind == Value::Kind::kBinary && node.text == "%" && found == nullptr) found = &node;
  });
  if (found != nullptr) {
    const auto inner = affine(*found->args[0]);
    const auto modulus = whole(*found->args[1]);
    if (inner && modulus && inner->factors.size() == 1 && inner->factors.begin()->second == 1 && *modulus > 0) {
      if (range_of(*inner, box).low < 0)
        refuse(found->span, "this is the remainder of a negative number", "write (i - 1 + n) % n");
      const int id = static_cast<int>(trace_.loops.size());
      trace_.loops.push_back({"", span, {0, *modulus - 1}, false, found->type});
      trace_.remainders[id] = {inner->factors.begin()->first, inner->constant, *modulus};
      const ValuePtr variable = leaf(Value::Kind::kLoop, id, found->type, span);
      return index(replaced(value, found, variable, reporter_), box, span);
    }
  }
  if (depends_on(*value, Value::Kind::kRead) || depends_on(*value, Value::Kind::kLet))
    refuse(span, "this index depends on data",
           "a stencil reads cells at constant offsets, so indirect reads cannot be expressed");
  std::string parameter;
  walk(*value, [&](const Value& node) {
    if (node.kind == Value::Kind::kParameter) parameter = trace_.parameters[static_cast<std::size_t>(node.id)].name;
  });
  if (!parameter.empty())
    refuse(span, fmt::format("the value of '{}' must be known: an index depends on it", parameter),
           fmt::format("write '#pragma rtlgen {0}=64' before the function, or use --define {0}=64", parameter));
  refuse(span, "this index is not a sum of loop variables and constants",
         "rtlgen reads cells at constant offsets: a[i + 1][j - 2]");
}

}  // namespace rtlgen::importer::c
