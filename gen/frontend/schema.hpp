// Every YAML key: its kind, default, range and meaning. The one table that checks a document, that
// supplies the defaults, and from which docs/config.md is printed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

enum class KeyKind {
  kMap,        ///< a mapping of the keys listed below it
  kNamedMap,   ///< a mapping of names the user chooses
  kFunctions,  ///< the same of names with their parameters, `name(a, b)`
  kLines,      ///< a list of one-entry mappings, target: value
  kEntries,    ///< a list of mappings of the keys listed below it
  kName,       ///< an identifier
  kField,      ///< the name of a field, or of a component of one, `t.r`
  kText,       ///< free text
  kFiles,      ///< a path, or a list of them
  kInteger,
  kNumber,
  kBoolean,
  kChoice,      ///< one of the words in `choices`
  kWords,       ///< a list of them
  kIntegers,    ///< a list of integers
  kChannels,    ///< a number, or a list of numbers or of lists of them
  kComponents,  ///< a number, or a list of names
  kNumbers,     ///< a number, or a list of them
  kAxes,        ///< a list of axes, x before y before z; may be empty
  kType,
  kBoundary,   ///< a rule, a list of two for the ends of an axis, or a mapping from axis to these
  kBorder,     ///< a word of `choices`, or the mapping below it
  kRegion,     ///< a word, or a mapping from axis to bounds
  kConstant,   ///< an expression of numbers and compile-time params
  kConstants,  ///< a list of them
  kTable,      ///< a constant, a list of them, or a list of lists of them of one length
  kExpression,
  kExpressions  ///< an expression, or a list of them
};

struct KeySpec {
  std::string_view path;  ///< "hardware.steps"; * stands for a name the user chooses
  KeyKind kind;
  bool required;
  std::string_view standard;  ///< the default, "" where there is none
  double least;               ///< range of numbers
  double most;
  std::string_view choices;    ///< words separated by '|'
  std::string_view shorthand;  ///< kMap: the key that a bare value stands for
  std::string_view meaning;
  std::string_view exclusive =
      {};              ///< kMap: the keys, separated by '|', of which one may be given instead of the shorthand's
  bool alone = false;  ///< kMap: nothing else is said beside the shorthand's key
  std::string_view also = {};  ///< kIntegers, kNamedMap: a word that may be written instead of the list or mapping; the
                               ///< list may be empty then
};

std::span<const KeySpec> key_table();
const KeySpec& key_spec(std::string_view path);
/// The same, or nullptr where there is no such key.
const KeySpec* find_key(std::string_view path);

/// 0, 1 or 2 for x, y or z, else -1.
int axis_number(std::string_view name);

/// Digits with a leading zero, which YAML 1.1 would read as octal.
bool is_octal_trap(const std::string& text);
/// A finite decimal number and nothing else.
bool parse_number(const std::string& text, double& out);

/// A decimal integer and nothing else.
bool parse_integer(const std::string& text, std::int64_t& out);

/// The words of a list in which '|' stands between them.
std::vector<std::string> words_in(std::string_view list);

/// Words of a KeySpec's choices.
std::vector<std::string> choices_of(const KeySpec& spec);

/// Whether a bare value, or a bare list, can be what a shorthand of this kind stands for.
bool may_be_bare(bool is_list, KeyKind kind);

/// Whether all entries of a list are `wanted` ("a path"), which is a scalar; if not, reports the first that is none.
bool check_entries(const YamlValue& list, const KeySpec& spec, const std::string& key, const char* wanted,
                   Diagnostics& diagnostics);

/// Whether `v` is what kFiles says; if not, reports it.
bool check_files(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is what kAxes says; if not, reports it.
bool check_axes(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is what kComponents says; if not, reports it.
bool check_components(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is what kExpressions says; if not, reports it.
bool check_expressions(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is what kTable says, of at most `spec.most` constants; if not, reports it.
bool check_table(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Checks a document against the table, reporting every fault, and writes shorthand forms out in
/// full. Values of the wrong kind are dropped, so that what remains can be read without checks.
void check_schema(YamlValue& document, Diagnostics& diagnostics);

/// A checked document's values, with the table's defaults.
class Settings {
 public:
  explicit Settings(const YamlValue& document) : document_(document) {}

  /// The value at a path such as "hardware.steps", or nullptr.
  [[nodiscard]] const YamlValue* find(std::string_view path) const;
  [[nodiscard]] std::int64_t integer(std::string_view path) const;
  [[nodiscard]] double number(std::string_view path) const;
  [[nodiscard]] std::string text(std::string_view path) const;
  /// The position of the chosen word in the table's list.
  [[nodiscard]] int choice(std::string_view path) const;

 private:
  const YamlValue& document_;
};

/// The same readings of one value that may be missing, for keys below a chosen name.
std::int64_t integer_or_default(const YamlValue* value, const KeySpec& spec);
double number_or_default(const YamlValue* value, const KeySpec& spec);
int choice_or_default(const YamlValue* value, const KeySpec& spec);
bool boolean_or_default(const YamlValue* value, const KeySpec& spec);

}  // namespace rtlgen::frontend
