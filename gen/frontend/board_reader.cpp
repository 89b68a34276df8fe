// Board files: keys, words and figures, each fault with its place.
#include "frontend/board_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "frontend/schema.hpp"
#include "frontend/suggest.hpp"

namespace rtlgen::frontend {

namespace {

using Names = std::vector<std::string>;

constexpr const char* kFigureNote = "a figure is {value: 2560, source: \"...\"}, and `unverified: true` where nobody has looked it up";

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

/// A mapping while it is read: its value, and what it is called in messages.
struct Section {
  const YamlValue& map;
  std::string name;

  [[nodiscard]] const YamlValue* find(std::string_view key) const { return map.find(std::string(key)); }
  /// Of a value; yaml-cpp places an empty one where the next thing starts, so then of its key.
  [[nodiscard]] SourceLocation place(std::string_view key) const {
    for (std::size_t i = 0; i < map.keys.size(); ++i) {
      if (map.keys[i] == key) return map.items[i].is_null() ? map.key_places[i] : map.items[i].where;
    }
    return map.where;
  }
};

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  board::Board read(const YamlValue& root) {
    board::Board out;
    const Section all{root, ""};
    keys(all, {"name", "vendor", "family", "generation", "part", "tool", "resources", "memory", "pcie", "pins", "pins_note", "works", "notes"},
         {"name", "vendor", "family", "generation", "part", "tool", "resources", "pins", "works"});
    out.name = text(all, "name");
    out.vendor = text(all, "vendor");
    Names families, generations;
    for (const board::Generation& g : board::generations()) {
      generations.emplace_back(g.word);
      if (std::find(families.begin(), families.end(), g.family) == families.end()) families.emplace_back(g.family);
    }
    out.family = choice(all, "family", families);
    out.generation = choice(all, "generation", generations);
    if (const YamlValue* part = all.find("part")) out.part = word(*part, all.place("part"), "part", "a text");
    out.tool = choice(all, "tool", words_of(board::tools()));
    out.pins = choice(all, "pins", {"public", "yours"}) == "public" ? board::Pins::kPublic : board::Pins::kYours;
    out.pins_note = text(all, "pins_note");
    out.works = list(all, "works", words_of(board::abilities()));
    out.notes = list(all, "notes", {});
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
    if (!list->is_list()) return wrong_kind(*list, all.place("memory"), "memory", "a list of kinds of memory, each with its own dash");
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
      memory.device = text(one, "device");
      memory.dram = choice(one, "dram", words_of(board::dram_models()));
      figures(one, board::memory_fields(), memory);
    }
  }

  void error(const char* code, const SourceLocation& where, const std::string& message, Names notes) {
    if (!too_many_errors(diagnostics_)) diagnostics_.error(code, where, message, std::move(notes));
  }

  void wrong_kind(const YamlValue& value, const SourceLocation& where, std::string_view key, const std::string& wanted) {
    error("RG0203", where, fmt::format("'{}' must be {}, not {}", key, wanted, value.describe()), {"keys of a board file: docs/boards.md"});
  }

  /// No key but `known`, and all of `required`.
  void keys(const Section& section, const Names& known, const Names& required) {
    for (std::size_t i = 0; i < section.map.keys.size(); ++i) {
      const std::string& key = section.map.keys[i];
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      Names notes = nearest_note(key, known);
      notes.push_back(fmt::format("keys {} are {}", section.name.empty() ? "of a board" : fmt::format("of '{}'", section.name), fmt::join(known, ", ")));
      error("RG0201", section.map.key_places[i], fmt::format("there is no key '{}'", key), notes);
    }
    for (const std::string& key : required) {
      if (section.find(key) != nullptr) continue;
      const SourceLocation where = section.name.empty() ? SourceLocation{section.map.where.file, 0, 0, 1} : section.map.where;
      error("RG0202", where, fmt::format("the key '{}' is missing", key), {"keys of a board file: docs/boards.md"});
    }
  }

  std::optional<Section> section(const Section& parent, const char* key) {
    const YamlValue* value = parent.find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_map()) return Section{*value, key};
    wrong_kind(*value, parent.place(key), key, "a mapping");
    return std::nullopt;
  }

  std::string text(const Section& section, const char* key) {
    const YamlValue* value = section.find(key);
    if (value == nullptr) return "";
    if (value->is_scalar() && !value->text.empty()) return value->text;
    wrong_kind(*value, section.place(key), key, "a text");
    return "";
  }

  std::string one_of(const YamlValue& value, const SourceLocation& where, const char* key, const Names& words) {
    if (!value.is_scalar()) {
      wrong_kind(value, where, key, words.empty() ? "a text" : "a word");
    } else if (!words.empty() && std::find(words.begin(), words.end(), value.text) == words.end()) {
      Names notes = nearest_note(value.text, words);
      notes.push_back(fmt::format("it is one of {}", fmt::join(words, ", ")));
      error("RG0207", where, fmt::format("'{}' cannot be '{}'", key, value.text), notes);
    } else {
      return value.text;
    }
    return "";
  }

  std::string choice(const Section& section, const char* key, const Names& words) {
    const YamlValue* value = section.find(key);
    return value != nullptr ? one_of(*value, section.place(key), key, words) : "";
  }

  /// A list of words, or of texts where there are none to choose from.
  Names list(const Section& section, const char* key, const Names& words) {
    Names out;
    const YamlValue* value = section.find(key);
    if (value == nullptr) return out;
    if (!value->is_list()) {
      wrong_kind(*value, section.place(key), key, words.empty() ? "a list of texts" : "a list of words");
      return out;
    }
    for (const YamlValue& item : value->items) {
      const std::string word = one_of(item, item.where, key, words);
      if (word.empty()) continue;
      if (std::find(out.begin(), out.end(), word) != out.end()) error("RG0207", item.where, fmt::format("'{}' is there twice", word), {});
      else out.push_back(word);
    }
    return out;
  }

  /// What figures and the part have in common: {value, source, unverified}. `wanted` is what the value should be.
  board::Word word(const YamlValue& value, const SourceLocation& where, std::string_view key, const char* wanted) {
    board::Word out;
    if (value.is_scalar()) {
      error("RG0219", where, fmt::format("'{}' has no source", key), {kFigureNote});
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
      error("RG0219", where, fmt::format("'{}' has no source", key), {kFigureNote});
    } else {
      out.source = text(figure, "source");
    }
    const YamlValue* written = figure.find("value");
    if (written != nullptr && written->is_scalar()) out.text = written->text;
    if (written != nullptr && out.text.empty()) wrong_kind(*written, figure.place("value"), key, wanted);
    const YamlValue* unverified = figure.find("unverified");
    if (unverified != nullptr && !(unverified->is_scalar() && unverified->plain && (unverified->text == "true" || unverified->text == "false"))) {
      error("RG0205", figure.place("unverified"), fmt::format("'unverified' must be true or false, not {}", unverified->describe()), {});
    }
    out.unverified = unverified != nullptr && unverified->text == "true";
    return out;
  }

  template <class T>
  void figures(const Section& section, std::span<const board::Field<T>> fields, T& out) {
    for (const board::Field<T>& field : fields) {
      const YamlValue* value = section.find(field.key);
      if (value == nullptr) continue;
      const board::Word read = word(*value, section.place(field.key), field.key, field.whole ? "an integer" : "a number");
      const YamlValue* number = value->is_map() ? value->find("value") : nullptr;
      if (number == nullptr || read.text.empty()) continue;
      const auto parsed = figure(*number, field);
      if (parsed) out.*field.member = board::Figure{*parsed, read.source, read.unverified};
    }
  }

  template <class T>
  std::optional<double> figure(const YamlValue& number, const board::Field<T>& field) {
    double out = 0;
    if (number.plain && is_octal_trap(number.text)) {
      error("RG0204", number.where, fmt::format("the number '{}' has a leading zero", number.text), {"leave it out; octal numbers do not exist here"});
    } else if (!number.plain || !parse_number(number.text, out) || (field.whole && out != std::floor(out))) {
      wrong_kind(number, number.where, field.key, field.whole ? "an integer" : "a number");
    } else if (out < field.least || out > field.most) {
      error("RG0206", number.where, fmt::format("'{}' is {}, which is out of range", field.key, number.text),
            {fmt::format("it goes from {:.10g} to {:.10g}", field.least, field.most)});
    } else {
      return out;
    }
    return std::nullopt;
  }

  Diagnostics& diagnostics_;
};

}  // namespace

board::Board read_board_document(const YamlValue& root, Diagnostics& diagnostics) {
  if (!root.is_map()) {
    diagnostics.error("RG0203", root.where, fmt::format("a board file must be a mapping of keys, not {}", root.describe()),
                      {"it starts like this: name: Terasic DE5-Net"});
    return {};
  }
  board::Board board = Reader(diagnostics).read(root);
  check_board(board, root, diagnostics);
  return board;
}

}  // namespace rtlgen::frontend
