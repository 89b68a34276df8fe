// Guesses what users of other languages meant, and shows how to write it here.
//
// Each function returns notes for an error that is being reported, possibly none. Text that can directly replace the
// faulty text is quoted in backticks, `like this`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/lexer.hpp"
#include "frontend/expr/typing.hpp"

namespace rtlgen::frontend {

using Notes = std::vector<std::string>;

/// For a key: `include`, `dtype`, `order`.
Notes hint_for_key(const std::string& key);
/// For a type: `double`, `bool`.
Notes hint_for_type(const std::string& word);
enum class RuleForm { kKey, kBrackets };
/// For a boundary rule: `periodic`, `0`.
Notes hint_for_rule(const std::string& word, RuleForm form);
/// For a border: words for boundaries.
Notes hint_for_border(const std::string& word);
/// For a name in an expression: `pi`, `inf`, `True`.
Notes hint_for_name(const std::string& name);
/// For a name of a loop, in an expression with one value per cell: `i`, `n`.
Notes hint_for_index_name(const std::string& name);
/// For an assignment: `t = u*2` as a line of its own, `t += 1` also inside an expression.
enum class AssignmentForm { kLine, kExpression };
Notes hint_for_assignment(const std::string& text, AssignmentForm form);
/// For a number that cannot be read: `1e-3f`, `1_000`.
Notes hint_for_number(const std::string& text);
/// For `max`, `sum`, `mean` of one `value`: suggests a monitor.
Notes hint_for_reduction(const std::string& name, const std::string& value);
/// For a call of an unknown function, or `min` or `max` of one value; `at`: the token of its name.
Notes hint_for_call(const std::string& text, const std::vector<Token>& tokens, std::size_t at);
/// For a call that should be a read: u(-1,0).
Notes hint_for_read(const std::string& text, const std::vector<Token>& tokens, std::size_t at);
/// For a call that should read a table: f(v).
std::string hint_for_list(const std::string& text, const std::vector<Token>& tokens, std::size_t at);
/// For the token of a syntax error: `**`, `if`, `and`, a second bracket, a slice.
Notes hint_for_syntax(const std::string& text, const std::vector<Token>& tokens, std::size_t at);

/// For a read with loop variables around the node, as in u[i-1,j]; none for anything else.
Notes hint_for_indices(const Ast& ast, const AstNode& node);
/// For a read of a temporary before its first line: the line's own result may be meant.
Notes hint_for_early_read(const Scope& scope, spec::ArrayId array, const spec::Offset& offset);
/// For `^` with floats, which is not a power here.
Notes hint_for_power(const Ast& ast, const AstNode& node);

/// The text of `node` with a cast to `type`: around the whole, or only around the integers in it if they are combined
/// with fractions.
std::string cast_text(const Ast& ast, const std::vector<Typed>& types, int node, const spec::Type& type);

}  // namespace rtlgen::frontend
