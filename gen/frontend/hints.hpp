// What someone who comes from another language most likely meant, and how it is written here.
//
// Each function returns notes for an error that is being reported, or none. What can be put in the place of
// the faulty text as it stands is written `so`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ast.hpp"
#include "frontend/lexer.hpp"
#include "frontend/typing.hpp"

namespace rtlgen::frontend {

using Notes = std::vector<std::string>;

/// Of a key: `include`, `dtype`, `order`.
Notes hint_for_key(const std::string& key);
/// Of a type: `double`, `bool`.
Notes hint_for_type(const std::string& word);
enum class RuleForm { kKey, kBrackets };
/// Of a boundary rule: `periodic`, `0`.
Notes hint_for_rule(const std::string& word, RuleForm form);
/// Of a border: words of boundaries.
Notes hint_for_border(const std::string& word);
/// Of a name in an expression: `pi`, `inf`, `True`.
Notes hint_for_name(const std::string& name);
/// Of a number that cannot be read: `1e-3f`, `1_000`.
Notes hint_for_number(const std::string& text);
/// Of `max`, `sum`, `mean` of one `value`: a monitor.
Notes hint_for_reduction(const std::string& name, const std::string& value);
/// Of a call of an unknown function, or of `min` and `max` of one value; `at`: its name.
Notes hint_for_call(const std::string& text, const std::vector<Token>& tokens, std::size_t at);
/// Of a call that stands where a read should: u(-1,0).
Notes hint_for_read(const std::string& text, const std::vector<Token>& tokens, std::size_t at);
/// Of a token at which the syntax breaks: `**`, `if`, `and`, a second bracket, a slice.
Notes hint_for_syntax(const std::string& text, const std::vector<Token>& tokens, std::size_t at);

/// A read written with loop variables, as in u[i-1,j], around the node; none where it is something else.
Notes hint_for_indices(const Ast& ast, const AstNode& node);
/// Of a read of a temporary that no line has assigned: its own line may be meant.
Notes hint_for_early_read(const Scope& scope, spec::ArrayId array, const spec::Offset& offset);
/// `^` of floats, which is no power here.
Notes hint_for_power(const Ast& ast, const AstNode& node);

/// `node` as a value of `type`: the cast around the whole, or around the integers in it where fractions stand beside
/// them.
std::string cast_text(const Ast& ast, const std::vector<Typed>& types, int node, const spec::Type& type);

}  // namespace rtlgen::frontend
