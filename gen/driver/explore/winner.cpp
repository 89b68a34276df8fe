// Edits the text of the description, reads it again, and writes it.
#include "driver/explore/winner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/prepare/named_files.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "frontend/yaml/edit.hpp"
#include "runner/folder.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Whether the description finds its files from any folder.
bool stands_alone(const Source& source) {
  // Relative paths are joined to the file's folder, so any path without that prefix is absolute.
  const std::string folder = fs::path(source.file).parent_path().string();
  const std::vector<NamedFile> files = named_files(source);
  return std::all_of(files.begin(), files.end(), [&](const NamedFile& file) {
    const bool joined = !folder.empty() && file.path.starts_with(folder);
    return fs::path(file.path).is_absolute() && !joined;
  });
}

bool same_folder(const std::string& a, const std::string& b) {
  return fs::weakly_canonical(fs::absolute(a).parent_path()) == fs::weakly_canonical(fs::absolute(b).parent_path());
}

/// The description's text with these keys; empty after a diagnostic.
std::string edited(const Source& source, const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  const std::string& file = source.file;
  const auto text = text_of(source, diagnostics);
  if (!text) return "";
  const frontend::Edited out = frontend::edit_text(*text, file, sets, *source.given.texts, diagnostics);
  if (!out.in_the_way.empty()) {
    diagnostics.error(Code::kTextNotEditable, {file},
                      fmt::format("the best design cannot be written into this text: {}", out.in_the_way),
                      {"put that key on one line yourself, and search again"});
  }
  return out.text;
}

}  // namespace

bool check_target(const ExploreOptions& options, Diagnostics& diagnostics) {
  if (options.write.empty()) return true;
  if (!options.force && fs::exists(options.write))
    throw EnvironmentError(fmt::format("{} exists; name another file, or use --force to replace it", options.write));
  return !edited(options.model.source, recorded_sets(options.model.source), diagnostics).empty();
}

std::vector<std::string> winner_keys(const ExploreCase& found) {
  const spec::Hardware there = winner_of(found);
  std::vector<std::string> keys;
  if (there.hops != found.hardware.hops) keys.push_back(frontend::hops_key(there.hops));
  if (there.arithmetic != found.hardware.arithmetic) keys.push_back(frontend::arithmetic_key(there));
  if (there.dsp_limit != found.hardware.dsp_limit) keys.push_back(frontend::dsp_limit_key(*there.dsp_limit));
  if (there.dsp_sums != found.hardware.dsp_sums) keys.push_back(frontend::dsp_sums_key(*there.dsp_sums));
  if (const auto& mhz = found.result.best->scheduled_mhz) keys.push_back(frontend::clock_key(*mhz));
  return keys;
}

bool write_winner(const ExploreOptions& options, const ExploreCase& found, Diagnostics& diagnostics) {
  const std::string& file = options.model.source.file;
  // Planned as in the search: on its board, in its number format.
  const auto source =
      on_board(options.model.source, options.all_boards ? found.board.id : options.model.board, diagnostics);
  if (!source) return false;
  if (!same_folder(file, options.write) && !stands_alone(*source)) {
    diagnostics.error(
        Code::kTextNotEditable, {options.write},
        fmt::format("{} names files by paths relative to its folder, which would not be found from here", file),
        {"write the copy to the same folder"});
    return false;
  }
  std::vector<std::string> sets = recorded_sets(*source);
  for (std::string& set : found.numbers.sets()) sets.push_back(std::move(set));
  // Keys that equal the file's are skipped. A new key is inserted before existing ones, so they are added in reverse.
  const explore::Point& best = *found.result.best;
  const spec::Hardware there = winner_of(found);
  std::vector<std::string> keys = frontend::shape_keys(there);
  if (best.ram == found.hardware.ram) keys.pop_back();
  if (best.block == found.hardware.block && !found.hardware.block_auto) keys.erase(keys.begin() + 2);
  for (std::string& key : winner_keys(found)) keys.push_back(std::move(key));
  sets.insert(sets.end(), keys.rbegin(), keys.rend());
  const std::string text = edited(*source, sets, diagnostics);
  frontend::Given alone;
  alone.texts = source->given.texts;
  if (text.empty() || !frontend::load_text(text, options.write, {}, diagnostics, alone)) return false;
  write_whole_file(options.write, text);
  return true;
}

}  // namespace rtlgen::driver
