// Parts of an expression found by brackets and commas, before there is a tree, and texts that fit into its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/lexer.hpp"

namespace rtlgen::frontend {

/// The text of the tokens [first, end).
std::string_view range(const std::string& text, const std::vector<Token>& tokens, std::size_t first, std::size_t end);

bool opens(const Token& t);
bool closes(const Token& t);

/// Behind the bracket that closes the one at `open`; the end of the tokens where none does.
std::size_t behind(const std::vector<Token>& tokens, std::size_t open);

/// First token of the value that ends before `end`: a name or number, or what stands in brackets with the name or type
/// before it.
std::size_t value_before(const std::vector<Token>& tokens, std::size_t end);

/// Behind the value that begins at `first`, its sign included.
std::size_t value_after(const std::vector<Token>& tokens, std::size_t first);

/// The part of an expression around `at` that no bracket or comma cuts: [first, end).
std::pair<std::size_t, std::size_t> part_around(const std::vector<Token>& tokens, std::size_t at);

/// The texts between the commas of a bracket that opens at `open`.
std::vector<std::string> arguments(const std::string& text, const std::vector<Token>& tokens, std::size_t open);

/// Whether one pair of parentheses holds the whole text.
bool is_bracketed(const std::string& text);

/// `out` in the place of the tokens [first, end): in parentheses where the operators beside it would take it apart.
std::string fitted(const std::string& out, const std::vector<Token>& tokens, std::size_t first, std::size_t end);

}  // namespace rtlgen::frontend
