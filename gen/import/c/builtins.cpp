// Builtins of gcc and clang, which optimised programs call directly.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/c/tree.hpp"
#include "import/make_expr.hpp"

namespace rtlgen::importer::c {

namespace {

const std::string kPrefix = "__builtin_";

bool changes_something(const Node& node) {
  const bool steps = node.kind == Node::Kind::kUnary && (node.text.find("++") != std::string::npos ||
                                                         node.text.find("--") == 0 || node.text.find("post") == 0);
  if (steps || node.kind == Node::Kind::kAssign || node.kind == Node::Kind::kCall || node.kind == Node::Kind::kOther)
    return true;
  return std::any_of(node.kids.begin(), node.kids.end(), changes_something);
}

/// Functions of the library that a builtin stands for under the same name.
bool is_library_function(const std::string& name) {
  static const std::set<std::string> others = {"labs",   "llabs",         "memcpy", "memmove", "malloc",
                                               "calloc", "aligned_alloc", "free",   "printf",  "puts"};
  return others.contains(name) || is_known_function(name);
}

Node refused_builtin(Node call, const std::string& why) {
  call.kind = Node::Kind::kOther;
  call.refusal = fmt::format("the builtin '{}' {}", call.text, why);
  return call;
}

}  // namespace

bool is_hint(const std::string& builtin) {
  return builtin == "__builtin_prefetch" || builtin == "__builtin_assume" || builtin == "__builtin___clear_cache";
}

Node meaning_of_builtin(Node call) {
  if (call.kind != Node::Kind::kCall || call.text.compare(0, kPrefix.size(), kPrefix) != 0) return call;
  const std::string name = call.text.substr(kPrefix.size());
  const bool is_expectation = name == "expect" || name == "expect_with_probability";
  if (is_hint(call.text) || is_expectation || name == "assume_aligned") {
    const std::size_t kept = is_hint(call.text) ? 0 : 1;
    if (call.kids.size() < kept ||
        std::any_of(call.kids.begin() + static_cast<std::ptrdiff_t>(kept), call.kids.end(), changes_something))
      return refused_builtin(std::move(call), "has an argument with a side effect");
    if (name == "assume_aligned") return call.kids[0];
    call.kids.resize(kept);
    call.decl = -1;
    if (is_expectation) call.kind = Node::Kind::kCast;  // to the type of the call, long
    return call;
  }
  if (name == "unreachable" || name == "trap" || name == "abort")
    return refused_builtin(std::move(call), "ends the program");
  if (!is_library_function(name)) return refused_builtin(std::move(call), "is not supported");
  call.text = name;
  call.decl = -1;  // not a function of this name in the file
  return call;
}

}  // namespace rtlgen::importer::c
