// A description on another board, and its keys in words.
#include "driver/prepare/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "board/board.hpp"
#include "driver/prepare/command_text.hpp"
#include "frontend/board_file.hpp"
#include "frontend/json_schema.hpp"
#include "frontend/read_files.hpp"
#include "frontend/source_file.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// What editors are told about a file is no part of the design.
std::string without_modelines(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    if (text.compare(begin, std::string_view(frontend::kModeline).size(), frontend::kModeline) != 0)
      out += text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

}  // namespace

Result<Source> on_board(Source source, const std::string& named, Diagnostics& diagnostics) {
  if (named.empty()) return source;
  auto board = frontend::load_board(named, diagnostics);
  if (!board) return Failure{};
  source.given.board_name = board_key(named, source.file, *board);
  source.given.board = std::make_shared<const board::Board>(*std::move(board));
  return source;
}

std::vector<std::string> texts_of(const Source& source) {
  Diagnostics faults;
  const auto text = source.text ? Result<std::string>(*source.text) : frontend::read_source_file(source.file, faults);
  if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", source.file, faults.all().front().notes.front()));
  std::vector<std::string> texts{without_modelines(*text)};
  std::vector<std::string> sets = recorded_sets(source);
  for (frontend::ReadFile& file : frontend::read_files_of(*text, source.file, sets))
    texts.push_back(std::move(file.text));
  std::move(sets.begin(), sets.end(), std::back_inserter(texts));
  return texts;
}

std::vector<std::string> recorded_sets(const Source& source) { return frontend::sets_with(source.sets, source.given); }

}  // namespace rtlgen::driver
