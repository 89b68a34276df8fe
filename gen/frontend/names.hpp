// Which names a user may choose.
#pragma once

#include <map>
#include <string>

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::frontend {

/// Names chosen so far, without regard to letter case: VHDL does not distinguish it.
class Names {
 public:
  /// Takes `name` for `what` ("field", "parameter", ...). Faults: RG0211, RG0212, RG0213.
  bool take(const std::string& name, const std::string& what, const SourceLocation& where, Diagnostics& diagnostics);

  [[nodiscard]] bool is_taken(const std::string& name) const;

 private:
  struct Owner {
    std::string name;
    std::string what;
  };
  std::map<std::string, Owner> taken_;
};

/// Whether the language has the name for itself, in any letter case.
bool is_reserved_name(const std::string& name);

/// Whether `name` is a letter followed by letters, digits and single underscores. Fault: RG0211.
bool check_identifier(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

/// Whether a stencil may be called `name`: an identifier that does not begin as the modules of rtl/. Faults: RG0211,
/// RG0212.
bool check_stencil_name(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
