// Finds parts of an expression by brackets and commas, before it is parsed, and builds texts that can replace them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/expr/lexer.hpp"

namespace rtlgen::frontend {

/// The text of the tokens [first, end).
std::string_view range(const std::string& text, const std::vector<Token>& tokens, std::size_t first, std::size_t end);

bool opens(const Token& t);
bool closes(const Token& t);

/// The token after the bracket that closes the one at `open`; the end of the tokens if none does.
std::size_t behind(const std::vector<Token>& tokens, std::size_t open);

/// First token of the value that ends before `end`: a name or number, or a bracket with the name or type before it.
std::size_t value_before(const std::vector<Token>& tokens, std::size_t end);

/// The token after the value that begins at `first`, including its sign.
std::size_t value_after(const std::vector<Token>& tokens, std::size_t first);

/// The largest part of an expression around `at` that no bracket or comma divides: [first, end).
std::pair<std::size_t, std::size_t> part_at(const std::vector<Token>& tokens, std::size_t at);

/// The texts between the commas in the bracket at `open`.
std::vector<std::string> arguments(const std::string& text, const std::vector<Token>& tokens, std::size_t open);

/// Whether one pair of parentheses encloses the whole text.
bool is_bracketed(const std::string& text);

/// `out` as a replacement for the tokens [first, end): in parentheses if the adjacent operators would bind tighter.
std::string fitted(const std::string& out, const std::vector<Token>& tokens, std::size_t first, std::size_t end);

}  // namespace rtlgen::frontend
