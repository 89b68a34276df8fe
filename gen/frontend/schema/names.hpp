// Checks names that users choose.
#pragma once

#include <map>
#include <string>

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::frontend {

/// Names in use, compared without case, because VHDL ignores it.
class Names {
 public:
  /// Registers `name` for `what` ("field", "parameter", ...). Reports RG0211, RG0212, RG0213.
  bool take(const std::string& name, const std::string& what, const SourceLocation& where, Diagnostics& diagnostics);

  [[nodiscard]] bool is_taken(const std::string& name) const;

 private:
  struct Owner {
    std::string name;
    std::string what;
  };
  std::map<std::string, Owner> taken_;
};

/// Whether the language reserves the name, in any letter case.
bool is_reserved_name(const std::string& name);

/// Whether `name` is a letter followed by letters, digits and single underscores; reports RG0211 if not.
bool check_identifier(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

/// Whether `name` is a valid name for a stencil: an identifier without the prefix of the modules of rtl/. Reports
/// RG0211, RG0212.
bool check_stencil_name(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
