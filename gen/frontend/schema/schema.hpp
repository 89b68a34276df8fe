// Every YAML key: its kind, default, range and meaning. This one table checks documents, provides the defaults, and is
// printed as docs/config.md.
#pragma once

#include <cstdint>
#include <functional>
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
  kMap,        ///< a mapping with the keys listed below it
  kNamedMap,   ///< a mapping of user-defined names
  kFunctions,  ///< the same for names with parameters, `name(a, b)`
  kLines,      ///< a list of one-entry mappings, target: value
  kEntries,    ///< a list of mappings with the keys listed below it
  kName,       ///< an identifier
  kField,      ///< the name of a field or of its component, `t.r`
  kText,       ///< free text
  kFiles,      ///< a path or a list of paths
  kInteger,
  kNumber,
  kBoolean,
  kChoice,      ///< one of the words in `choices`
  kWords,       ///< a list of these words
  kIntegers,    ///< a list of integers
  kChannels,    ///< a number, or a list of numbers or of lists of numbers
  kComponents,  ///< a number or a list of names
  kNumbers,     ///< a number or a list of numbers
  kAxes,        ///< a list of axes, x before y before z; may be empty
  kType,
  kBoundary,   ///< a rule, a list of two rules for the ends of an axis, or a mapping from axes to these
  kBorder,     ///< a word of `choices`, or a mapping with the keys below it
  kRegion,     ///< a word, or a mapping from axes to bounds
  kConstant,   ///< an expression of numbers and compile-time params
  kConstants,  ///< a list of constants
  kTable,      ///< a constant, a list of constants, or a list of lists of equal length
  kExpression,
  kExpressions  ///< an expression or a list of expressions
};

struct KeySpec {
  std::string_view path;  ///< "hardware.steps"; * matches any user-defined name
  KeyKind kind;
  bool required = false;
  std::string_view standard = {};  ///< the default, "" if none
  double least = 0;                ///< range of numbers
  double most = 0;
  std::string_view choices = {};    ///< words separated by '|'
  std::string_view shorthand = {};  ///< kMap: the key that a bare value sets
  std::string_view meaning;
  std::string_view exclusive =
      {};              ///< kMap: the keys, separated by '|', one of which can replace that of the shorthand
  bool alone = false;  ///< kMap: no other key may accompany that of the shorthand
  std::string_view also =
      {};  ///< kIntegers, kNamedMap: a word that can replace the list or mapping; with it, the list may be empty
};

std::span<const KeySpec> key_table();
/// The row of a path that is computed; Key (keys.hpp) is for those that a source names.
const KeySpec& key_spec(std::string_view path);
/// The same, or nullptr if there is no such key.
const KeySpec* find_key(std::string_view path);

/// 0, 1 or 2 for x, y or z, else -1.
int axis_number(std::string_view name);

/// Digits with a leading zero, which YAML 1.1 would read as octal.
bool is_octal_trap(const std::string& text);
/// Accepts a finite decimal number and nothing else.
bool parse_number(const std::string& text, double& out);

/// Accepts a decimal integer and nothing else.
bool parse_integer(const std::string& text, std::int64_t& out);

/// The words of a list separated by '|'.
std::vector<std::string> words_in(std::string_view list);

/// The choices of a KeySpec.
std::vector<std::string> choices_of(const KeySpec& spec);

/// Whether a shorthand for a key of this kind can be a bare value or, with `is_list`, a bare list.
bool may_be_bare(bool is_list, KeyKind kind);

/// Whether all entries of a list are scalars, as `wanted` ("a path") requires; if not, reports the first that is not.
bool check_entries(const YamlValue& list, const KeySpec& spec, const std::string& key, const char* wanted,
                   Diagnostics& diagnostics);

/// Whether `v` is a valid kFiles; if not, reports it.
bool check_files(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is a valid kAxes; if not, reports it.
bool check_axes(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is a valid kComponents; if not, reports it.
bool check_components(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is a valid kExpressions; if not, reports it.
bool check_expressions(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Whether `v` is a valid kTable with at most `spec.most` constants; if not, reports it.
bool check_table(const YamlValue& v, const KeySpec& spec, const std::string& key, Diagnostics& diagnostics);

/// Checks a document against the table, reports every fault, and expands shorthand forms. Removes values of the wrong
/// kind, so that the rest can be read without checks. `channels` gives a note about the memory channels of the board;
/// "": no board is known.
void check_schema(YamlValue& document, Diagnostics& diagnostics, const std::function<std::string()>& channels = {});

/// The value of a checked document, or the default of the table if it is missing; for a key with a fixed path, Settings
/// (keys.hpp).
std::int64_t integer_or_default(const YamlValue* value, const KeySpec& spec);
double number_or_default(const YamlValue* value, const KeySpec& spec);
int choice_or_default(const YamlValue* value, const KeySpec& spec);
bool boolean_or_default(const YamlValue* value, const KeySpec& spec);

}  // namespace rtlgen::frontend
