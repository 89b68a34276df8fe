// The table of keys at compile time: a source that names a key that is not in the table does not compile.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/schema/schema.hpp"
#include "spec/channels.hpp"

namespace rtlgen::frontend {

inline constexpr double kMaxExtent = 2147483647.0;

inline constexpr auto kKeys = std::to_array<KeySpec>({
#include "frontend/schema/schema_rows.inc"
});

/// A key that a source names by its path, "hardware.steps" or "inputs.*.kind".
class Key {
 public:
  consteval Key(const char* path) : spec_(&row_of(path)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] std::string_view path() const { return spec_->path; }
  /// The last part of the path.
  [[nodiscard]] std::string name() const { return std::string(path().substr(path().rfind('.') + 1)); }

 private:
  [[noreturn]] static void no_such_key();  ///< not constant, so that the compilation ends

  static consteval const KeySpec& row_of(std::string_view path) {
    for (const KeySpec& spec : kKeys) {
      if (spec.path == path) return spec;
    }
    no_such_key();
  }

  friend constexpr const KeySpec& key_row(Key key);

  const KeySpec* spec_;
};

constexpr const KeySpec& key_row(Key key) { return *key.spec_; }

/// The values of a checked document, with defaults from the table.
class Settings {
 public:
  explicit Settings(const YamlValue& document) : document_(document) {}

  /// The value of a key, or nullptr.
  [[nodiscard]] const YamlValue* find(Key key) const;
  [[nodiscard]] std::int64_t integer(Key key) const;
  [[nodiscard]] double number(Key key) const;
  [[nodiscard]] bool boolean(Key key) const;
  [[nodiscard]] std::string text(Key key) const;
  /// The index of the chosen word in the list of the table.
  [[nodiscard]] int choice(Key key) const;

 private:
  const YamlValue& document_;
};

}  // namespace rtlgen::frontend
