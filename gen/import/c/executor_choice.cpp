// Selects the function of a file to import, or reports why none exists.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

bool has_loops(const Node& node) {
  return node.kind == Node::Kind::kFor || std::any_of(node.kids.begin(), node.kids.end(), has_loops);
}

/// A part with an unknown effect, which may hide an assignment.
const Node* unread_in(const Node& node) {
  if (node.kind == Node::Kind::kOther && !node.refusal.empty()) return &node;
  for (const Node& kid : node.kids) {
    if (const Node* const found = unread_in(kid)) return found;
  }
  return nullptr;
}

/// An assignment in a loop that adds to a variable, such as `s += a[i]`.
const Node* sum_in(const Node& node, bool in_loop = false) {
  const bool adds = node.kind == Node::Kind::kAssign && (node.text == "+=" || node.text == "-=");
  if (adds && in_loop && node.kids[0].kind == Node::Kind::kName) return &node;
  for (const Node& kid : node.kids) {
    if (const Node* const found = sum_in(kid, in_loop || node.kind == Node::Kind::kFor)) return found;
  }
  return nullptr;
}

bool calls(const Node& node, const std::string& name) {
  if (node.kind == Node::Kind::kCall && node.text == name) return true;
  return std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return calls(kid, name); });
}

}  // namespace

void Executor::refuse_node(const Node& node) const {
  refuse(node.span, fmt::format("this cannot be imported: {}", node.refusal),
         "use numbers of up to 64 bits, arrays of them, operators and functions of math.h");
}

/// Reports that --function names no function of the file.
void Executor::refuse_name() const {
  std::vector<std::string> names;
  Span first{0, 1};
  for (const Function& function : unit_.functions) {
    if (reporter_.is_included(function.span)) continue;
    if (names.empty()) first = function.span;
    names.push_back(function.name);
  }
  reporter_.fail(
      Code::kUndeclaredProgramName, first, fmt::format("the file has no function '{}'", settings_.function),
      {names.empty() ? "the file defines no function, so --function cannot name one"
                     : fmt::format("--function must name one that the file defines: {}", fmt::join(names, ", "))});
}

const Function& Executor::chosen() const {
  std::vector<const Function*> found;
  for (const Function& function : unit_.functions) {
    if (!settings_.function.empty()) {
      if (function.name == settings_.function) return function;
      continue;
    }
    if (settings_.pragma && function.span.end > *settings_.pragma && !reporter_.is_included(function.span))
      return function;
    // Without its errors it may be the function to import.
    const bool may_work = function.body.kind == Node::Kind::kNone || has_loops(function.body);
    if (!settings_.pragma && function.name != "main" && may_work) report(function);
    const bool works = has_loop_over_cells(unit_, function.body) && function.name != "main";
    const auto calls_it = [&](const Function& other) {
      return &other != &function && other.name != "main" && calls(other.body, function.name);
    };
    if (works && std::none_of(unit_.functions.begin(), unit_.functions.end(), calls_it)) found.push_back(&function);
  }
  if (!settings_.function.empty()) {
    refuse_name();
  }
  if (found.size() == 1) return *found[0];
  if (found.empty()) {
    const auto main = std::find_if(unit_.functions.begin(), unit_.functions.end(), [&](const Function& function) {
      return function.name == "main" && has_loop_over_cells(unit_, function.body);
    });
    if (main != unit_.functions.end()) return *main;
    for (const Function& function : unit_.functions) {
      report(function);
      const Node* const unread = has_loops(function.body) ? unread_in(function.body) : nullptr;
      if (unread != nullptr) refuse_node(*unread);
      const Node* const sum = sum_in(function.body);
      if (sum != nullptr)
        reporter_.fail(
            Code::kProgramStatementCount, sum->span,
            fmt::format("this adds up values in '{}', but no array elements are assigned", sum->kids[0].text),
            {"import the loop that computes new cells, and add the sum as a monitor: "
             "docs/language_data.md#monitors"});
    }
    reporter_.fail(Code::kProgramStatementCount, {0, 1}, "no function in this file assigns array elements in for loops",
                   {"rtlgen imports loops such as for (i...) for (j...) b[i][j] = ... a[i][j + 1] ...: use indices "
                    "instead of moving pointers, and arrays instead of struct members"});
  }
  std::vector<std::string> names;
  for (const Function* function : found) names.push_back(function->name);
  reporter_.fail(Code::kProgramStatementCount, found[1]->span,
                 fmt::format("several functions have loops over arrays: {}", fmt::join(names, ", ")),
                 {"write '#pragma rtlgen' before one of them or before a loop in it, or use --function"});
}

}  // namespace rtlgen::importer::c
