// Reads board files: keys, words and figures. Each fault is reported with its location.
#include "frontend/board/board_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "frontend/yaml/section_reader.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"

namespace rtlgen::frontend {

namespace {

using Names = SectionReader::Names;

constexpr const char* kFigureNote =
    "write {value: 2560, source: \"...\"}, and add `unverified: true` to an unverified figure";

template <class T>
Names keys_of(std::span<const board::Field<T>> fields) {
  Names out;
  for (const auto& field : fields) out.emplace_back(field.key);
  return out;
}

Names words_of(std::span<const board::Term> terms) {
  Names out;
  for (const board::Term& term : terms) out.emplace_back(term.word);
  return out;
}

class Reader : private SectionReader {
 public:
  explicit Reader(Diagnostics& diagnostics)
      : SectionReader(diagnostics, "a board", "keys of a board file: docs/boards.md") {}

  board::Board read(const YamlValue& root) {
    board::Board out;
    const Section all{root, ""};
    keys(all, board_keys(), required_board_keys());
    out.name = OutsideText(text(all, "name"));
    out.vendor = OutsideText(text(all, "vendor"));
    Names families, generations;
    for (const board::Generation& g : board::generations()) {
      generations.emplace_back(g.word);
      if (std::find(families.begin(), families.end(), g.family) == families.end()) families.emplace_back(g.family);
    }
    out.family = choice(all, "family", families);
    out.generation = choice(all, "generation", generations);
    if (const YamlValue* part = all.find("part")) out.part = word(*part, all.place("part"), "part", "text");
    out.tool = choice(all, "tool", words_of(board::tools()));
    out.pins = choice(all, "pins", {"public", "yours"}) == "public" ? board::Pins::kPublic : board::Pins::kYours;
    out.pins_note = OutsideText(text(all, "pins_note"));
    out.works = list(all, "works", words_of(board::abilities()));
    for (const std::string& note : list(all, "notes", {})) out.notes.emplace_back(note);
    read_resources(all, out);
    read_memory(all, out);
    if (const auto pcie = section(all, "pcie")) {
      keys(*pcie, keys_of(board::pcie_fields()), keys_of(board::pcie_fields()));
      figures(*pcie, board::pcie_fields(), out.pcie);
    }
    return out;
  }

 private:
  void read_resources(const Section& all, board::Board& out) {
    const auto resources = section(all, "resources");
    if (!resources) return;
    Names known = keys_of(board::resource_fields()), kinds;
    known.emplace_back("dsp_kind");
    for (const board::Generation& g : board::generations()) {
      if (std::find(kinds.begin(), kinds.end(), g.dsp_kind) == kinds.end()) kinds.emplace_back(g.dsp_kind);
    }
    keys(*resources, known, resources->find("dsp") != nullptr ? Names{"dsp_kind"} : Names{});
    figures(*resources, board::resource_fields(), out.resources);
    out.dsp_kind = choice(*resources, "dsp_kind", kinds);
  }

  void read_memory(const Section& all, board::Board& out) {
    const YamlValue* list = all.find("memory");
    if (list == nullptr) return;
    if (!list->is_list())
      return wrong_kind(*list, all.place("memory"), "memory", "a list of kinds of memory, each with its own dash");
    Names known = keys_of(board::memory_fields());
    known.insert(known.end(), {"kind", "device", "dram"});
    for (const YamlValue& item : list->items) {
      board::Memory& memory = out.memory.emplace_back();
      if (!item.is_map()) {
        wrong_kind(item, item.where, "memory", "a list of mappings");
        continue;
      }
      const Section one{item, "memory"};
      keys(one, known, {"kind", "channels"});
      memory.kind = choice(one, "kind", words_of(board::memory_kinds()));
      memory.device = OutsideText(text(one, "device"));
      memory.dram = choice(one, "dram", words_of(board::dram_models()));
      figures(one, board::memory_fields(), memory);
    }
  }

  /// Reads {value, source, unverified}, the form of figures and of the part. `wanted` describes the value in messages.
  board::Word word(const YamlValue& value, const SourceLocation& where, std::string_view key, const char* wanted) {
    board::Word out;
    if (value.is_scalar()) {
      error(Code::kFigureWithoutSource, where, fmt::format("'{}' has no source", key), {kFigureNote});
      return out;
    }
    if (!value.is_map()) {
      wrong_kind(value, where, key, "a figure with its source");
      return out;
    }
    const Section figure{value, std::string(key)};
    keys(figure, {"value", "source", "unverified"}, {"value"});
    const YamlValue* source = figure.find("source");
    if (source == nullptr || source->is_null() || (source->is_scalar() && source->text.empty())) {
      error(Code::kFigureWithoutSource, where, fmt::format("'{}' has no source", key), {kFigureNote});
    } else {
      out.source = OutsideText(text(figure, "source"));
    }
    const YamlValue* written = figure.find("value");
    if (written != nullptr && written->is_scalar()) out.text = OutsideText(written->text);
    if (written != nullptr && out.text.empty()) wrong_kind(*written, figure.place("value"), key, wanted);
    out.unverified = flag(figure, "unverified", false);
    return out;
  }

  template <class T>
  void figures(const Section& section, std::span<const board::Field<T>> fields, T& out) {
    for (const board::Field<T>& field : fields) {
      const YamlValue* value = section.find(field.key);
      if (value == nullptr) continue;
      const board::Word read =
          word(*value, section.place(field.key), field.key, field.whole ? "an integer" : "a number");
      const YamlValue* number = value->is_map() ? value->find("value") : nullptr;
      if (number == nullptr || read.text.empty()) continue;
      const auto parsed = this->number(*number, number->where, field.key, field.least, field.most, field.whole);
      if (parsed) out.*field.member = board::Figure{*parsed, read.source, read.unverified};
    }
  }
};

}  // namespace

const std::vector<std::string>& board_keys() {
  static const std::vector<std::string> keys = {"name",      "vendor",    "family", "generation", "part",
                                                "tool",      "resources", "memory", "pcie",       "pins",
                                                "pins_note", "works",     "notes"};
  return keys;
}

const std::vector<std::string>& required_board_keys() {
  static const std::vector<std::string> keys = {"name", "vendor",    "family", "generation", "part",
                                                "tool", "resources", "pins",   "works"};
  return keys;
}

board::Board read_board_document(const YamlValue& root, Diagnostics& diagnostics) {
  if (!root.is_map()) {
    diagnostics.error(Code::kWrongKind, root.where,
                      fmt::format("a board file must be a mapping of keys, not {}", root.describe()),
                      {"it starts like this: name: Terasic DE5-Net"});
    return {};
  }
  if (refuse_stencil(root, "a board file", diagnostics)) return {};
  board::Board board = Reader(diagnostics).read(root);
  check_board(board, root, diagnostics);
  return board;
}

}  // namespace rtlgen::frontend
