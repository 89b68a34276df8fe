// Reads the file and runs the steps: YAML, overrides, schema, program.
#include "frontend/frontend.hpp"

#include <fmt/format.h>

#include "board/board.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/given.hpp"
#include "frontend/passes/include.hpp"
#include "frontend/passes/program.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

/// The memory channels of the board that the command or the description names; "" if they are not known.
std::string note_on_channels(const YamlValue& document, const Given& given) {
  const YamlValue* const hardware = document.find("hardware");
  const YamlValue* const named = hardware != nullptr && hardware->is_map() ? hardware->find("board") : nullptr;
  const std::string name = given.board ? given.board->id : named != nullptr ? named->text : "";
  Diagnostics unheard;
  if (!given.board && !board_texts().contains(name)) return "";
  const auto board = given.board ? Result<board::Board>(*given.board) : load_board(name, unheard);
  const int count = board ? memory_channels(*board).count() : 0;
  if (count == 0) return "";
  return fmt::format("{} has {}", safe::terminal(OutsideText(name)),
                     count > 1 ? fmt::format("channels 0 to {}", count - 1) : "only channel 0");
}

}  // namespace

Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  return load_text(text, filename, sets, diagnostics, Given{});
}

Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics, const Given& given) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return Failure{};
  diagnostics.add_source(filename, *source);
  auto document = read_yaml(*source, filename, diagnostics);
  if (!document) return Failure{};
  include_files(*document, filename, *given.texts, diagnostics);
  const std::vector<std::string> all = given.bus ? merged_sets({bus_key(*given.bus)}, sets) : sets;
  for (const std::string& assignment : all) apply_override(*document, assignment, diagnostics);
  check_schema(*document, diagnostics, [&] { return note_on_channels(*document, given); });
  if (!document->is_map() || too_many_errors(diagnostics)) return Failure{};
  return build_stencil(*document, filename, !sets.empty() || !given.empty(), given, diagnostics);
}

Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets,
                                Diagnostics& diagnostics) {
  return load_file(path, sets, diagnostics, Given{});
}

Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets, Diagnostics& diagnostics,
                                const Given& given) {
  const auto text = given.texts->read(path, diagnostics);
  if (!text) return Failure{};
  return load_text(*text, path, sets, diagnostics, given);
}

}  // namespace rtlgen::frontend
