// Tells files of the user from shipped ones and from texts in memory.
#include "driver/project/described.hpp"

#include <algorithm>
#include <filesystem>

#include "driver/prepare/description.hpp"
#include "driver/prepare/named_files.hpp"
#include "frontend/board/board_file.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Whether no file of the user's holds the description.
bool only_in_memory(const Source& source) {
  std::error_code error;
  return source.text && (!fs::is_regular_file(source.file, error) || runner::read_file(source.file) != *source.text);
}

/// Whether a copy of the description in another folder would name other files.
bool has_relative_paths(const ProjectOptions& options) {
  if (frontend::is_board_path(options.board)) return true;
  const std::vector<NamedFile> files = named_files(options.source);
  return std::any_of(files.begin(), files.end(),
                     [](const NamedFile& file) { return fs::path(file.path).is_relative(); });
}

}  // namespace

flow::Described described(const ProjectOptions& options) {
  const std::string file = fs::path(options.source.file).filename().string();
  if (!options.source.shipped.empty()) return {OutsideText(options.source.shipped), flow::From::kAnywhere, file};
  if (!only_in_memory(options.source)) return {OutsideText(file), flow::From::kItsFolder};
  return {OutsideText(file), has_relative_paths(options) ? flow::From::kCopied : flow::From::kProject, file};
}

ProjectOptions with_named_copy(const ProjectOptions& options) {
  if (!options.source.shipped.empty() || !only_in_memory(options.source)) return options;
  Diagnostics unheard;
  const auto stencil = read_stencil(options.source, unheard);
  if (!stencil) return options;
  ProjectOptions named = options;
  named.source.file = (fs::path(options.source.file).parent_path() / (stencil->name + ".yaml")).string();
  return named;
}

}  // namespace rtlgen::driver
