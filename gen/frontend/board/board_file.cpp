// Loads board files, built in or from disk.
#include "frontend/board/board_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "board/board.hpp"
#include "frontend/board/board_reader.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

std::vector<std::string> board_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : board_texts()) names.push_back(name);
  return names;
}

bool is_board_path(const std::string& name_or_path) {
  return name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".yaml") ||
         name_or_path.ends_with(".yml");
}

Result<board::Board> load_board_text(const std::string& text, const std::string& filename, Diagnostics& diagnostics) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return Failure{};
  diagnostics.add_source(filename, *source);
  const auto document = read_yaml(*source, filename, diagnostics);
  if (!document) return Failure{};
  const int errors_before = diagnostics.errors_raised();
  board::Board board = read_board_document(*document, diagnostics);
  if (diagnostics.errors_raised() > errors_before) return Failure{};
  const std::filesystem::path path(filename);
  const bool in_folder = path.stem() == "board" && path.has_parent_path();
  // The id becomes part of names in Verilog.
  board.id = safe::identifier(OutsideText(
      (in_folder ? std::filesystem::absolute(path).lexically_normal().parent_path().filename() : path.stem())
          .string()));
  if (board.id.empty()) board.id = "board";
  board.file = OutsideText(filename);
  return board;
}

namespace {

std::string digits_of(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isdigit(c) == 0; });
  return text;
}

/// Whether the digits are those of a misspelling, with one missing or in another order: another number is another
/// board.
bool may_mean(std::string written, std::string known) {
  std::ranges::sort(written);
  std::ranges::sort(known);
  return std::ranges::includes(known, written);
}

/// Boards that the name is a part of, or that are a part of it: "arty" and "alveo_u280".
std::vector<std::string> boards_like(const std::string& name) {
  constexpr std::size_t kFewest = 3;
  std::vector<std::string> found;
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return lower_case(text);
  };
  for (const std::string& board : board_names()) {
    const std::string known = plain(board), wanted = plain(name);
    if (wanted.size() >= kFewest &&
        (known.find(wanted) != std::string::npos || wanted.find(known) != std::string::npos))
      found.push_back(board);
  }
  return found;
}

Failure unknown_board(const std::string& name, Diagnostics& diagnostics, const SourceLocation& where) {
  std::vector<std::string> names = boards_like(name);
  std::vector<std::string> notes{fmt::format("built-in boards: {}", fmt::join(board_names(), ", ")),
                                 "for your own board file, write a path with a slash: ./myboard (boards/README.md)"};
  if (names.size() > 1) notes.insert(notes.begin(), fmt::format("did you mean '{}'?", fmt::join(names, "' or '")));
  if (names.empty()) {
    names = board_names();
    std::erase_if(names, [&](const std::string& board) { return !may_mean(digits_of(name), digits_of(board)); });
    const std::string best = nearest(name, names);
    names = best.empty() ? std::vector<std::string>{} : std::vector{best};
  }
  const auto fix = names.size() == 1 ? std::optional(Fix{name, names[0]}) : std::nullopt;
  return diagnostics.error(Code::kUnknownBoard, where, fmt::format("there is no board '{}'", name), notes, fix);
}

}  // namespace

Result<board::Board> load_board(const std::string& name_or_path, Texts& texts, Diagnostics& diagnostics,
                                const SourceLocation& where) {
  const auto known = board_texts().find(name_or_path);
  if (known != board_texts().end())
    return load_board_text(known->second, fmt::format("boards/{}/board.yaml", known->first), diagnostics);
  if (!is_board_path(name_or_path)) return unknown_board(name_or_path, diagnostics, where);
  std::error_code ignored;
  std::filesystem::path path(name_or_path);
  if (std::filesystem::is_directory(path, ignored)) path /= "board.yaml";
  const auto text = texts.read(path.lexically_normal().string(), diagnostics);
  if (!text) return Failure{};
  return load_board_text(*text, path.lexically_normal().string(), diagnostics);
}

Result<board::Board> load_board(const std::string& name_or_path, Diagnostics& diagnostics,
                                const SourceLocation& where) {
  Texts now;
  return load_board(name_or_path, now, diagnostics, where);
}

}  // namespace rtlgen::frontend
