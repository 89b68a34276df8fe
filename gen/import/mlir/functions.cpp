// Finds the functions of a file; only the wanted one must be readable.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "import/mlir/parser.hpp"
#include "import/mlir/types.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

namespace {

struct Found {
  std::string name{};
  Span span{};
  std::size_t begin = 0;  ///< after the word `func`
  bool generic = false;
  bool uses_stencil = false;
  bool column_major = false;
};

bool uses_stencil(const std::string& body) { return body.find("stencil.") != std::string::npos; }

/// The cursor is after the word; a declaration has no body.
bool find_pretty(Cursor& cursor, Found& found) {
  for (const char* const word : {"private", "public", "nested"}) cursor.accept_word(word);
  if (!cursor.accept("@")) return false;
  const std::size_t begin = cursor.at();
  found.name = cursor.peek_word();
  if (found.name.empty()) cursor.unexpected("the name of a function");
  cursor.move_to(begin + found.name.size());
  found.span = {begin, cursor.at()};
  if (cursor.is("(")) static_cast<void>(cursor.balanced());
  if (cursor.accept("->")) {
    if (cursor.is("(")) {
      static_cast<void>(cursor.balanced());
    } else {
      static_cast<void>(read_type(cursor));
    }
  }
  if (cursor.accept_word("attributes")) static_cast<void>(cursor.balanced());
  if (!cursor.is("{")) return false;
  found.uses_stencil = uses_stencil(cursor.text(cursor.balanced()));
  return true;
}

/// The value of `sym_name` in these attributes; "" if they lack it.
std::string symbol_name(const Reporter& reporter, Span attributes) {
  Cursor cursor(reporter, attributes.begin, attributes.end);
  while (!cursor.at_end()) {
    const bool is_string = cursor.peek() == '"';
    const std::string word = is_string ? cursor.string() : cursor.peek_word();
    if (!is_string) cursor.move_to(cursor.at() + std::max<std::size_t>(word.size(), 1));
    if (word == "sym_name" && cursor.accept("=") && cursor.peek() == '"') return cursor.string();
  }
  return "";
}

bool find_generic(Cursor& cursor, Found& found) {
  found.generic = true;
  found.span = {found.begin, found.begin + 1};
  static_cast<void>(cursor.balanced());
  if (cursor.is("<")) found.name = symbol_name(cursor.reporter(), cursor.balanced());
  if (!cursor.is("(")) return false;
  const std::string body = cursor.text(cursor.balanced());
  if (cursor.is("{")) {
    const std::string name = symbol_name(cursor.reporter(), cursor.balanced());
    if (found.name.empty()) found.name = name;
  }
  found.uses_stencil = uses_stencil(body);
  return body.find('{') != std::string::npos;
}

std::vector<Found> find_functions(const Reporter& reporter) {
  std::vector<Found> out;
  Cursor cursor(reporter, 0, reporter.text().size());
  while (!cursor.at_end()) {
    const bool is_string = cursor.peek() == '"';
    const std::string word = is_string ? cursor.string() : cursor.peek_word();
    if (!is_string) cursor.move_to(cursor.at() + std::max<std::size_t>(word.size(), 1));
    if (word != "func" && word != "func.func") continue;
    Found found;
    found.begin = cursor.at();
    found.column_major = word == "func";
    const bool good = is_string ? cursor.is("(") && find_generic(cursor, found) : find_pretty(cursor, found);
    if (good) out.push_back(found);
  }
  return out;
}

/// A name denotes one value; other regions may reuse it.
void check_names(const Block& block, const Reporter& reporter) {
  std::set<std::string> known;
  const auto add = [&](const std::string& name, Span span) {
    if (!known.insert(name).second)
      reporter.fail(Code::kUndeclaredProgramName, span, fmt::format("'{}' is defined twice", name));
  };
  for (const Argument& argument : block.arguments) add(argument.name, argument.span);
  for (const Operation& op : block.operations) {
    for (const std::string& name : op.results)
      add(name, {op.statement.begin, op.statement.begin + op.results[0].size()});
    for (const Block& region : op.regions) check_names(region, reporter);
  }
}

}  // namespace

Function read_function(const std::string& wanted, const Reporter& reporter) {
  std::vector<Found> candidates;
  std::vector<std::string> names;
  for (const Found& found : find_functions(reporter)) {
    names.push_back(found.name);
    if (wanted.empty() ? found.uses_stencil : found.name == wanted) candidates.push_back(found);
  }
  if (candidates.empty()) {
    reporter.fail(Code::kProgramStatementCount, {0, 1},
                  wanted.empty() ? "no function in this file uses the stencil dialect"
                                 : fmt::format("this file has no function '{}'", wanted),
                  {names.empty() ? "rtlgen imports functions with stencil.apply and stencil.store"
                                 : fmt::format("its functions are: {}", fmt::join(names, ", "))});
  }
  if (candidates.size() > 1) {
    std::vector<std::string> all;
    for (const Found& found : candidates) all.push_back(found.name);
    reporter.fail(Code::kProgramStatementCount, candidates[1].span,
                  fmt::format("several functions use the stencil dialect: {}", fmt::join(all, ", ")),
                  {"choose one with --function"});
  }
  const Found& found = candidates[0];
  Parser parser(reporter, found.begin, reporter.text().size());
  Function out = found.generic ? parser.generic_function() : parser.pretty_function();
  out.column_major = found.column_major;
  check_names(out.body, reporter);
  return out;
}

}  // namespace rtlgen::importer::mlir
