// Looks up keys, and prints their page of documentation.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/frontend.hpp"
#include "frontend/schema/keys.hpp"
#include "frontend/schema/schema.hpp"
#include "support/check.hpp"

namespace rtlgen::frontend {

namespace {

using K = KeyKind;

std::string words_text(const KeySpec& spec) {
  std::string out;
  for (const std::string& word : choices_of(spec)) out += (out.empty() ? "`" : ", `") + word + "`";
  return out;
}

std::string kind_text(const KeySpec& spec) {
  switch (spec.kind) {
    case K::kMap:
      return "mapping";
    case K::kNamedMap:
      return "mapping of names";
    case K::kFunctions:
      return "mapping of functions";
    case K::kLines:
      return "list of lines";
    case K::kEntries:
      return "list of mappings";
    case K::kName:
      return "name";
    case K::kField:
      return "field, or component";
    case K::kText:
      return "text";
    case K::kInteger:
      return "integer";
    case K::kNumber:
      return "number";
    case K::kBoolean:
      return "`true` or `false`";
    case K::kBorder:
    case K::kChoice:
      return words_text(spec);
    case K::kWords:
      return "list of words";
    case K::kIntegers:
      return "list of integers";
    case K::kType:
      return "type";
    case K::kComponents:
      return "integer, or list of names";
    case K::kNumbers:
      return "number, or list of numbers";
    case K::kChannels:
      return "channels";
    case K::kFiles:
      return "path, or list of paths";
    case K::kAxes:
      return "list of axes";
    case K::kBoundary:
      return "boundary";
    case K::kRegion:
      return "region";
    case K::kConstant:
      return "constant expression";
    case K::kTable:
      return "constant expression, or a table of them";
    case K::kConstants:
      return "list of constant expressions";
    case K::kExpression:
      return "expression";
    case K::kExpressions:
      return "expression, or list of expressions";
  }
  return "";
}

std::string range_text(const KeySpec& spec) {
  const bool numeric = spec.kind == K::kInteger || spec.kind == K::kComponents || spec.kind == K::kNumber ||
                       spec.kind == K::kIntegers || spec.kind == K::kChannels;
  if (!numeric || spec.most >= 1e300) return "";
  return fmt::format("{:.0f} to {:.0f}", spec.least, spec.most);
}

}  // namespace

std::span<const KeySpec> key_table() { return kKeys; }

const KeySpec& key_spec(std::string_view path) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const KeySpec& k) { return k.path == path; });
  RTLGEN_CHECK(found != kKeys.end(), fmt::format("no key '{}' in the table", path));
  return *found;
}

std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find('|', begin), list.size());
    out.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> choices_of(const KeySpec& spec) { return words_in(spec.choices); }

std::string config_reference() {
  std::string out =
      "# Keys of a stencil description\n\n"
      "Generated from gen/frontend/schema/schema_rows.inc; do not edit. [language.md](language.md) defines\n"
      "expressions, types and boundaries.\n\n"
      "A description is one YAML mapping of these keys; `*` stands for a name you choose. Names\n"
      "start with a letter and contain letters, digits and single underscores. Every key can be\n"
      "overridden with `--set key.path=value`; items of a list are selected by number, from 0:\n"
      "`--set update.0.t.border=keep`. Anchors, aliases, tags, duplicate keys, numbers such as\n"
      "`010` and truth values such as `yes` are refused.\n\n"
      "| key | kind | default | range | meaning |\n"
      "|---|---|---|---|---|\n";
  for (const KeySpec& spec : kKeys) {
    std::string path(spec.path);
    const std::string standard = spec.required ? "**required**" : std::string(spec.standard);
    out +=
        fmt::format("| `{}` | {} | {} | {} | {} |\n", path, kind_text(spec), standard, range_text(spec), spec.meaning);
  }
  return out;
}

}  // namespace rtlgen::frontend
