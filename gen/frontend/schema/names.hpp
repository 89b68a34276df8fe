// Checks names that users choose.
#pragma once

#include <map>
#include <set>
#include <string>

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::frontend {

/// Names in use, compared without case, because VHDL ignores it.
class Names {
 public:
  enum class Verdict {
    kFree,
    kRefused,  ///< reported, but it means nothing else: declare it, so that its uses are not reported as well
    kTaken     ///< reported: it is the name of something else
  };

  /// Registers `name` for `what` ("field", "parameter", ...). Reports RG0211, RG0212, RG0213.
  Verdict take(const std::string& name, const std::string& what, const SourceLocation& where, Diagnostics& diagnostics);

  [[nodiscard]] bool is_taken(const std::string& name) const;
  [[nodiscard]] bool is_refused(const std::string& name) const { return refused_.contains(name); }

 private:
  struct Owner {
    std::string name;
    std::string what;
  };
  bool may_be_called(const std::string& name, const std::string& what, const SourceLocation& where,
                     Diagnostics& diagnostics);

  std::map<std::string, Owner> taken_;
  std::set<std::string> refused_;  ///< as written
};

/// Whether the language reserves the name, in any letter case.
bool is_reserved_name(const std::string& name);

/// Whether `name` is a letter followed by letters, digits and single underscores; reports RG0211 if not.
bool check_identifier(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

/// Whether `name` is a valid name for a stencil: an identifier without the prefix of the modules of rtl/. Reports
/// RG0211, RG0212.
bool check_stencil_name(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
