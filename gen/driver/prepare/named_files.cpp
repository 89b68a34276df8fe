// Collects paths from a description.
#include "driver/prepare/named_files.hpp"

#include <filesystem>
#include <utility>

#include "driver/prepare/source.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/read_files.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

std::vector<NamedFile> named_files(const Source& source) {
  std::vector<NamedFile> files;
  Diagnostics unheard;
  const auto text = text_of(source, unheard);
  if (!text) return files;
  for (frontend::ReadFile& file : frontend::read_files(*text, source.file, recorded_sets(source), *source.given.texts))
    files.push_back({std::move(file.what), std::move(file.path)});
  const auto stencil = frontend::load_text(*text, source.file, source.sets, unheard, source.given);
  if (!stencil) return files;
  for (const spec::DataSource& data : stencil->inputs) {
    if (data.kind == spec::DataKind::kFile)
      files.push_back(
          {"inputs." + (data.of_vector ? stencil->arrays[data.array].vector : stencil->arrays[data.array].shown()),
           data.path.path().string()});
  }
  const std::filesystem::path board = stencil->hardware.board.path();
  if (!board.empty() && frontend::is_board_path(board.string())) {
    files.push_back({"hardware.board", (std::filesystem::is_directory(board) ? board / "board.yaml" : board).string()});
  }
  return files;
}

}  // namespace rtlgen::driver
