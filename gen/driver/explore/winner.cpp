// Edits the text, reads it again, writes it.
#include "driver/explore/winner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "frontend/board_file.hpp"
#include "frontend/edit.hpp"
#include "frontend/frontend.hpp"
#include "frontend/hardware_keys.hpp"
#include "frontend/include.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Whether the description finds the files that it names from another folder.
bool stands_alone(const spec::Program& program, const spec::Hardware& hardware) {
  // Data paths are joined to the file's folder: what does not begin with it was absolute.
  const std::string folder = program.file.path().parent_path().string();
  const fs::path board = hardware.board.path();
  if (!board.empty() && frontend::is_board_path(board.string()) && !board.is_absolute()) return false;
  return std::none_of(program.inputs.begin(), program.inputs.end(), [&](const spec::DataSource& s) {
    return s.kind == spec::DataKind::kFile &&
           (!s.path.path().is_absolute() || (!folder.empty() && s.path.path().string().starts_with(folder)));
  });
}

bool same_folder(const std::string& a, const std::string& b) {
  return fs::weakly_canonical(fs::absolute(a).parent_path()) == fs::weakly_canonical(fs::absolute(b).parent_path());
}

}  // namespace

void check_target(const ExploreOptions& options) {
  if (options.write.empty() || options.force || !fs::exists(options.write)) return;
  throw EnvironmentError(fmt::format("{} is there; name another file, or use --force to replace it", options.write));
}

std::vector<std::string> winner_keys(const ExploreCase& found) {
  const spec::Hardware there = winner_of(found);
  std::vector<std::string> keys;
  if (there.hops != found.hardware.hops) keys.push_back(frontend::hops_key(there.hops));
  if (there.arithmetic != found.hardware.arithmetic) keys.push_back(frontend::arithmetic_key(there));
  if (there.dsp_limit != found.hardware.dsp_limit) keys.push_back(frontend::dsp_limit_key(*there.dsp_limit));
  if (const auto& mhz = found.answer.best->scheduled_mhz) keys.push_back(frontend::clock_key(*mhz));
  return keys;
}

bool write_winner(const ExploreOptions& options, const ExploreCase& found, Diagnostics& diagnostics) {
  const std::string& file = options.model.source.file;
  const bool alone = stands_alone(found.program, found.hardware) && frontend::included_files(file).empty();
  if (!same_folder(file, options.write) && !alone) {
    diagnostics.error(
        "RG0809", {options.write, 0, 0, 1},
        fmt::format("{} names files by paths relative to its folder, which are not found from here", file),
        {"write the copy beside it"});
    return false;
  }
  // As the description was searched: on its board, in its format.
  const auto source =
      on_board(options.model.source, options.all_boards ? found.board.id : options.model.board, diagnostics);
  if (!source) return false;
  std::vector<std::string> sets = recorded_sets(*source);
  for (std::string& set : found.numbers.sets()) sets.push_back(std::move(set));
  // What the file says already stays unsaid. New keys go before those that are there, so the last comes first.
  const explore::Point& best = *found.answer.best;
  const spec::Hardware there = winner_of(found);
  std::vector<std::string> keys = frontend::shape_keys(there);
  if (best.ram == found.hardware.ram) keys.pop_back();
  if (best.block == found.hardware.block && !found.hardware.block_auto) keys.erase(keys.begin() + 2);
  for (std::string& key : winner_keys(found)) keys.push_back(std::move(key));
  sets.insert(sets.end(), keys.rbegin(), keys.rend());
  const frontend::Edited edited = frontend::edit_text(runner::read_file(file), file, sets, diagnostics);
  if (edited.text.empty()) {
    if (!edited.in_the_way.empty()) {
      diagnostics.error("RG0809", {file, 0, 0, 1},
                        fmt::format("the best design cannot be put into this text: {}", edited.in_the_way),
                        {"change that key by hand, on one line, and search again"});
    }
    return false;
  }
  if (!frontend::load_text(edited.text, options.write, {}, diagnostics)) return false;
  write_whole_file(options.write, edited.text);
  return true;
}

}  // namespace rtlgen::driver
