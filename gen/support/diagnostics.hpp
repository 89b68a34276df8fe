// Located, accumulating diagnostics: the only way a layer reports a user's mistake.
//
// A pass appends every fault it finds to a `Diagnostics` sink and then fails its
// Result; nothing is thrown for bad input. Our own bugs are for support/check.hpp.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/source_location.hpp"

namespace rtlgen {

enum class Severity { kError, kWarning };

/// One fault: `file:line:col: error[RG0103]: message`, the source line with a caret, then notes. A warning has its name
/// beside the code, `warning[RG0901 truth-sum]`, also where the policy makes it an error.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  ///< "RG0103"; every code is listed in support/diagnostic_codes.hpp
  SourceLocation where;
  std::string message;
  std::vector<std::string> notes;  ///< what would be right
  std::string name = {};  ///< of a warning, error or not by policy: what --no-warn and `no_warn` call it; "": an error
  std::optional<Fix> fix = {};  ///< `notes` begin with it
};

/// What becomes of warnings; docs/warnings.md lists them.
struct WarningPolicy {
  std::set<std::string> off;  ///< codes that are not reported
  bool as_errors = false;     ///< every other warning is an error
};

/// Sink that collects faults and knows the source texts, so that it can quote them.
class Diagnostics {
 public:
  /// Registers the text of `file` so that diagnostics can quote its lines.
  void add_source(const std::string& file, const std::string& text);

  /// A `fix` becomes the first note too. What says the same of the same place is reported once, errors and warnings:
  /// a description may be read several times, and a text in it written out.
  void error(const std::string& code, const SourceLocation& where, const std::string& message,
             std::vector<std::string> notes = {}, const std::optional<Fix>& fix = std::nullopt);
  /// Dropped, or an error, where the policy says so.
  void warning(const std::string& code, const SourceLocation& where, const std::string& message,
               std::vector<std::string> notes = {}, const std::optional<Fix>& fix = std::nullopt);

  /// Adds notes to each diagnostic from number `first` on.
  void add_notes(std::size_t first, const std::vector<std::string>& notes);

  /// For the warnings that come from now on.
  void set_policy(WarningPolicy policy) { policy_ = std::move(policy); }
  [[nodiscard]] const WarningPolicy& policy() const { return policy_; }

  /// The registered texts, by file and line.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& sources() const { return sources_; }

  /// All that `other` has collected, behind what is here.
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  [[nodiscard]] int error_count() const { return error_count_; }
  /// Errors that were raised, also those that say what is reported already: whether a reader met faults is the
  /// difference of two of these.
  [[nodiscard]] int errors_raised() const { return errors_raised_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }

  /// Everything collected, ready for a terminal: one block per diagnostic, in the order found.
  [[nodiscard]] std::string render() const;

 private:
  void add(Diagnostic diagnostic);
  void add_warning(Diagnostic diagnostic);

  std::map<std::string, std::vector<std::string>> sources_;
  std::vector<Diagnostic> all_;
  WarningPolicy policy_;
  int error_count_ = 0;
  int errors_raised_ = 0;
};

}  // namespace rtlgen
