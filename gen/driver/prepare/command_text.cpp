// Words of command lines.
#include "driver/prepare/command_text.hpp"

#include <filesystem>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

std::string set_options(const std::vector<std::string>& sets) {
  std::string text;
  for (const std::string& set : sets) text += " --set " + safe::shell_quoted(OutsideText(set));
  return text;
}

std::string option_text(const std::string& option, const std::string& value) {
  return value.empty() ? "" : " " + option + " " + safe::shell_path(OutsideText(value));
}

std::string file_word(const std::string& file) { return safe::shell_path(OutsideText(file)); }

std::string board_word(const board::Board& board) {
  const bool own = frontend::board_texts().contains(board.id) && board.file == "boards/" + board.id + "/board.yaml";
  return own ? board.id : safe::shell_path(board.file);
}

std::string board_key(const std::string& named, const std::string& description, const board::Board& board) {
  namespace fs = std::filesystem;
  if (!frontend::is_board_path(named)) return board.id;
  // Works on names only, because the frontend joins the two in the same way; symbolic links are kept.
  const fs::path folder = fs::absolute(description).lexically_normal().parent_path();
  const std::string path = fs::absolute(board.file.path()).lexically_normal().lexically_relative(folder).string();
  return frontend::is_board_path(path) ? path : "./" + path;
}

std::string plain_path(const std::string& file) { return file.starts_with('-') ? "./" + file : file; }

}  // namespace rtlgen::driver
