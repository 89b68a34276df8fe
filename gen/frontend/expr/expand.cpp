// Copies expression trees with their calls and folds expanded.
#include "frontend/expr/expand.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/expr/expander.hpp"
#include "frontend/schema/words.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

constexpr long kLargestBound = 1L << 31;

bool is_choice(const AstNode& node) { return node.kind == AstNode::Kind::kOperation && node.op == spec::Op::kSelect; }

/// The nodes of the tree at `root` in order, without those inside reads, folds, calls and `?:`.
std::vector<int> plain_nodes(const Ast& ast, int root) {
  std::vector<int> out{root};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const AstNode& n = ast.nodes[static_cast<std::size_t>(out[i])];
    const bool operation = n.kind == AstNode::Kind::kOperation && !is_choice(n);
    if (operation || n.kind == AstNode::Kind::kCast) out.insert(out.end(), n.args.begin(), n.args.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Adds the free names of the tree at `root`; `hidden`: variables of the enclosing folds.
void collect(const Ast& ast, int root, const std::set<std::string>& hidden, std::set<std::string>& names) {
  std::vector<int> rest{root};
  while (!rest.empty()) {
    const AstNode& node = ast.nodes[static_cast<std::size_t>(rest.back())];
    rest.pop_back();
    const bool named = node.kind == AstNode::Kind::kName || node.kind == AstNode::Kind::kTap;
    if (named && !hidden.contains(node.name)) names.insert(node.name);
    if (!node.component.empty() && !hidden.contains(node.component)) names.insert(node.component);
    if (node.kind != AstNode::Kind::kFold) {
      rest.insert(rest.end(), node.args.begin(), node.args.end());
      continue;
    }
    std::set<std::string> inner = hidden;
    for (std::size_t i = 0; i < node.args.size(); ++i) {
      collect(ast, node.args[i], inner, names);
      if (i % 2 == 1 && i / 2 < node.loops.size()) inner.insert(node.loops[i / 2].name);
    }
  }
}

}  // namespace

Expander::Expander(Program& program, const Ast& ast, const Turns& turns, Part& part)
    : program_(program),
      definitions_(program.definitions),
      ast_(ast),
      provenance_(std::make_shared<Provenance>()),
      part_(part) {
  for (const auto& [name, value] : turns) env_.names[name] = {true, value, {}, -1};
}

std::optional<Ast> Expander::run() {
  Ast out = empty();
  out_ = &out;
  const int origin = part_.each.empty() ? -1 : new_origin(fmt::format("where {} = {}", part_.each, part_.index), -1);
  clone({&ast_, &env_, 0, origin}, static_cast<int>(ast_.nodes.size()) - 1);
  if (failed_) return std::nullopt;
  return out;
}

Ast Expander::empty() const {
  Ast out;
  out.text = ast_.text;
  out.provenance = provenance_;
  return out;
}

int Expander::fail(Code code, const Place& p, const SourceLocation& where, const std::string& message,
                   std::vector<std::string> notes) {
  for (std::string& note : empty().trail_of(p.origin)) notes.push_back(std::move(note));
  if (!failed_) program_.diagnostics.error(code, where, message, std::move(notes));
  failed_ = true;
  return -1;
}

int Expander::add(AstNode node, const Place& p) {
  if (failed_) return -1;
  node.source = p.source;
  node.origin = p.origin;
  if (++definitions_.expanded_nodes > kMostExpandedNodes) {
    return fail(
        Code::kExpansionTooLarge, p, node.where, "the expressions are too large when expanded",
        {fmt::format("functions and folds may expand to at most {} values and operators in total", kMostExpandedNodes),
         "assign what is used several times to a temporary"});
  }
  out_->nodes.push_back(std::move(node));
  return static_cast<int>(out_->nodes.size()) - 1;
}

int Expander::clone(const Place& p, int root) {
  if (failed_) return -1;
  if (++depth_ > kMostExpansions) {
    return fail(Code::kNestedTooDeeply, p, node_of(p, root).where, "calls and folds are nested too deeply here",
                {fmt::format("at most {} levels", kMostExpansions)});
  }
  const std::vector<int> nodes = plain_nodes(*p.ast, root);
  std::map<int, int> at;
  for (const int id : nodes) {
    at[id] = copy(p, node_of(p, id), at);
    if (failed_) return -1;
  }
  --depth_;
  return at[root];
}

int Expander::copy(const Place& p, const AstNode& node, const std::map<int, int>& at) {
  switch (node.kind) {
    case AstNode::Kind::kFold:
      return fold(p, node);
    case AstNode::Kind::kCall:
      return call(p, node);
    case AstNode::Kind::kOver:
      return over(p, node);
    case AstNode::Kind::kName:
      return name(p, node);
    case AstNode::Kind::kTap:
      return read(p, node);
    case AstNode::Kind::kOperation:
      if (is_choice(node)) return choice(p, node);
      break;
    default:
      break;
  }
  AstNode out = node;
  for (int& arg : out.args) arg = at.at(arg);
  return add(std::move(out), p);
}

int Expander::choice(const Place& p, const AstNode& node) {
  const std::size_t begin = out_->nodes.size();
  AstNode out = node;
  out.args = {clone(p, node.args[0])};
  if (failed_) return -1;
  if (is_known(begin)) {
    Ast condition = empty();
    for (std::size_t i = begin; i < out_->nodes.size(); ++i) {
      condition.nodes.push_back(out_->nodes[i]);
      for (int& arg : condition.nodes.back().args) arg -= static_cast<int>(begin);
    }
    const auto value = constant_of(program_, condition);
    if (!value) failed_ = true;
    if (!value) return -1;
    if (*value == 0 || *value == 1) {
      out_->nodes.resize(begin);
      return clone(p, node.args[*value == 1 ? 1 : 2]);
    }
  }
  for (const int side : {node.args[1], node.args[2]}) out.args.push_back(clone(p, side));
  return add(std::move(out), p);
}

bool Expander::is_known(std::size_t begin) const {
  const auto first = out_->nodes.begin() + static_cast<std::ptrdiff_t>(begin);
  return std::all_of(first, out_->nodes.end(), [&](const AstNode& n) {
    if (n.kind == AstNode::Kind::kTap || n.kind == AstNode::Kind::kCast) return false;
    const auto symbol = program_.scope.symbols.find(n.name);
    return n.kind != AstNode::Kind::kName ||
           (symbol != program_.scope.symbols.end() && symbol->second.kind == Symbol::Kind::kExact);
  });
}

int Expander::number(const Place& p, const AstNode& like, const Exact& value) {
  AstNode out;
  out.number = value;
  out.name = to_text(value);
  out.where = like.where;
  out.begin = like.begin;
  out.end = like.end;
  return add(std::move(out), p);
}

int Expander::name(const Place& p, const AstNode& node) {
  const Binding* bound = p.env->find(node.name);
  const bool vector = bound == nullptr && definitions_.vectors.contains(node.name);
  if (vector || node.is_component()) return read(p, node);
  if (bound == nullptr) return visible(node.name, p, node.where) ? add(node, p) : -1;
  if (bound->is_value) return number(p, node, Exact(bound->value));
  return clone(bound->place, bound->node);
}

int Expander::join(const Place& p, const AstNode& like, spec::Op op, int left, int right) {
  AstNode out;
  out.kind = AstNode::Kind::kOperation;
  out.op = op;
  out.name = spec::operation_of(op).symbol;
  out.args = {left, right};
  out.where = like.where;
  out.begin = like.begin;
  out.end = like.end;
  return add(std::move(out), p);
}

std::optional<Exact> Expander::constant(const Place& p, int node) {
  Ast inner = empty();
  Ast* const outer = std::exchange(out_, &inner);
  clone(p, node);
  out_ = outer;
  if (failed_) return std::nullopt;
  auto value = constant_of(program_, inner);
  if (!value) failed_ = true;
  return value;
}

std::optional<long> Expander::bound(const Place& p, int node) {
  const auto value = constant(p, node);
  if (!value) return std::nullopt;
  if (is_integer(*value) && abs(*value) < kLargestBound) return value->get_num().get_si();
  fail(Code::kInvalidRange, p, node_of(p, node).where, fmt::format("{} cannot be an end of a range", to_text(*value)),
       {fmt::format("an end is an integer from -{0} to {0}", kLargestBound - 1)});
  return std::nullopt;
}

int Expander::fold(const Place& p, const AstNode& node) {
  const FoldWord& word = *find_fold(node.name);
  // In a function, all arguments precede the nodes that join them, as in a call; for an operator, each precedes its
  // use.
  const bool is_call = find_operation(Form::kFunction, node.name) != nullptr;
  std::vector<int> terms;
  int result = -1;
  std::vector<long> values;
  std::size_t count = 0;
  turn(p, node, values, [&](int term) {
    ++count;
    if (is_call && result >= 0)
      terms.push_back(term);
    else
      result = result < 0 ? term : join(p, node, word.joins, result, term);
  });
  for (const int term : terms) result = join(p, node, word.joins, result, term);
  if (failed_) return -1;
  // A single term must be a condition like those that an operator joins.
  if (count == 1 && spec::operation_of(word.joins).typing == spec::Typing::kLogical)
    result = join(p, node, word.joins, result, number(p, node, Exact(word.empty)));
  if (result < 0) {
    if (word.empty >= 0) return number(p, node, Exact(word.empty));
    return fail(Code::kInvalidRange, p, node.where, fmt::format("the range of '{}' is empty here", node.name),
                {"the last value must not be below the first; both are included: 0..2 has three values"});
  }
  return word.fused ? fused(p, node, result) : result;
}

int Expander::fused(const Place& p, const AstNode& node, int terms) {
  AstNode out;
  out.kind = AstNode::Kind::kOperation;
  out.op = spec::Op::kFused;
  out.name = node.name;
  out.args = {terms};
  out.where = node.where;
  out.begin = node.begin;
  out.end = node.end;
  return add(std::move(out), p);
}

void Expander::turn(const Place& p, const AstNode& node, std::vector<long>& values,
                    const std::function<void(int)>& use) {
  const std::size_t index = values.size();
  if (index == node.loops.size()) {
    std::vector<std::string> each;
    for (std::size_t i = 0; i < index; ++i) each.push_back(fmt::format("{} = {}", node.loops[i].name, values[i]));
    const int origin = new_origin(fmt::format("where {}", fmt::join(each, ", ")), p.origin);
    use(clone({p.ast, p.env, p.source, origin}, node.args.back()));
    return;
  }
  const auto first = bound(p, node.args[2 * index]);
  const auto last = bound(p, node.args[2 * index + 1]);
  const std::string& name = node.loops[index].name;
  for (long i = first.value_or(0); !failed_ && i <= *last; ++i) {
    const Env env{{{name, {true, i, {}, -1}}}, p.env, p.env->in_function};
    values.push_back(i);
    turn({p.ast, &env, p.source, p.origin}, node, values, use);
    values.pop_back();
  }
}

int Expander::new_origin(std::string note, int outer) {
  provenance_->origins.push_back({std::move(note), outer});
  return static_cast<int>(provenance_->origins.size()) - 1;
}

int Expander::source_of(const Ast& ast) {
  const auto [found, fresh] = sources_.emplace(&ast, 0);
  if (fresh) {
    provenance_->texts.push_back(ast.text);
    found->second = static_cast<int>(provenance_->texts.size());
  }
  return found->second;
}

int Expander::call(const Place& p, const AstNode& node) {
  const Function& function = definitions_.functions.at(node.name);
  if (!function.sound) {
    failed_ = true;  // reported
    return -1;
  }
  const std::size_t wanted = function.parameters.size();
  if (node.args.size() != wanted) {
    return fail(
        Code::kArgumentCount, p, node.where,
        fmt::format("{} takes {} argument{}, not {}", node.name, wanted, wanted == 1 ? "" : "s", node.args.size()),
        {fmt::format("it is defined as {}({}) at {}:{}", node.name, fmt::join(function.parameters, ", "),
                     safe::terminal(OutsideText(function.where.file)), function.where.line)});
  }
  const int origin = new_origin(
      fmt::format("in '{}', called at {}:{}:{}", node.name, node.where.file, node.where.line, node.where.column),
      p.origin);
  Env env{{}, nullptr, true};
  for (std::size_t i = 0; i < wanted; ++i) env.names[function.parameters[i]] = {false, 0, p, node.args[i]};
  for (const auto& [name, ast] : function.locals)
    env.names[name] = {false, 0, {&ast, &env, source_of(ast), origin}, static_cast<int>(ast.nodes.size()) - 1};
  return clone({&function.body, &env, source_of(function.body), origin},
               static_cast<int>(function.body.nodes.size()) - 1);
}

namespace {

/// The expression with its calls expanded in place.
std::optional<Ast> written_out(Program& program, Ast ast, const Turns& turns, Part& part) {
  const Definitions& known = program.definitions;
  const bool plain = std::none_of(ast.nodes.begin(), ast.nodes.end(), [&](const AstNode& n) {
    return n.kind == AstNode::Kind::kFold || n.kind == AstNode::Kind::kCall || n.kind == AstNode::Kind::kOver ||
           turns.contains(n.name) || known.vectors.contains(n.name) || n.is_component() ||
           (n.kind == AstNode::Kind::kTap && known.tables.contains(n.name)) || is_choice(n);
  });
  if (plain) return ast;
  return Expander(program, ast, turns, part).run();
}

}  // namespace

std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns) {
  Part value;
  return expand(program, std::move(ast), turns, value);
}

std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns, Part& part) {
  for (const std::string& name : free_names(ast)) {
    if (!turns.contains(name)) program.used.insert(name);
  }
  program.used.merge(called_names(ast, program.definitions));
  auto out = written_out(program, std::move(ast), turns, part);
  program.unparsed = program.unparsed || !out;
  // The components of a vector count as used, too.
  for (std::size_t i = 0; out && i < out->nodes.size(); ++i) {
    const std::string& name = out->nodes[i].name;
    if (program.arrays.contains(name)) program.used.insert(name);
  }
  return out;
}

std::set<std::string> free_names(const Ast& ast) { return free_names(ast, static_cast<int>(ast.nodes.size()) - 1); }

std::set<std::string> free_names(const Ast& ast, int root) {
  std::set<std::string> names;
  collect(ast, root, {}, names);
  return names;
}

std::set<std::string> called_names(const Ast& ast, const Definitions& definitions) {
  std::set<std::string> names;
  for (const AstNode& node : ast.nodes) {
    if (node.kind != AstNode::Kind::kCall) continue;
    names.insert(node.name);
    const auto function = definitions.functions.find(node.name);
    if (function != definitions.functions.end())
      names.insert(function->second.names.begin(), function->second.names.end());
  }
  return names;
}

}  // namespace rtlgen::frontend
