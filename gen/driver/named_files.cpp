// Collects paths from a description.
#include "driver/named_files.hpp"

#include <filesystem>

#include "frontend/board_file.hpp"
#include "frontend/frontend.hpp"

namespace rtlgen::driver {

std::vector<NamedFile> named_files(const Source& source) {
  Diagnostics unheard;
  const auto stencil = frontend::load_file(source.file, source.sets, unheard);
  std::vector<NamedFile> files;
  if (!stencil) return files;
  for (const spec::DataSource& data : stencil->inputs) {
    if (data.kind == spec::DataKind::kFile) files.push_back({"inputs." + stencil->arrays[static_cast<std::size_t>(data.array)].name, data.path});
  }
  const std::string& board = stencil->hardware.board;
  if (!board.empty() && frontend::is_board_path(board)) {
    const std::filesystem::path path(board);
    files.push_back({"hardware.board", std::filesystem::is_directory(path) ? (path / "board.yaml").string() : board});
  }
  return files;
}

}  // namespace rtlgen::driver
