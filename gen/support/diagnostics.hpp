// Located, accumulating diagnostics: the only way in which a layer reports a user's mistake.
//
// A pass appends every fault that it finds to a `Diagnostics` sink and then fails its Result; bad input throws nothing.
// Bugs in rtlgen are handled by support/check.hpp.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/code.hpp"
#include "support/result.hpp"
#include "support/source_location.hpp"

namespace rtlgen {

struct Error;

enum class Severity { kError, kWarning };

/// One fault: `file:line:col: error[RG0103]: message`, the source line with a caret, then notes. A warning shows its
/// name beside the code, `warning[RG0901 truth-sum]`, even if the policy makes it an error.
struct Diagnostic {
  Severity severity = Severity::kError;
  Code code;
  SourceLocation where;
  std::string message;
  std::vector<std::string> notes;  ///< how to fix it
  std::string name =
      {};  ///< a warning's name in --no-warn and `no_warn`, even if the policy makes it an error; "": an error
  std::optional<Fix> fix = {};  ///< the first of `notes`, for tools that apply it
};

/// How warnings are treated; docs/warnings.md lists them.
struct WarningPolicy {
  std::set<Code> off;      ///< not reported
  bool as_errors = false;  ///< every other warning is an error
};

/// Sink that collects faults and holds the source texts, so that it can quote them.
class Diagnostics {
 public:
  /// Registers the text of `file` so that diagnostics can quote its lines.
  void add_source(const std::string& file, const std::string& text);

  /// A `fix` also becomes the first note. Diagnostics with the same text and location are reported once, because a
  /// description may be read several times and a text in it may be expanded several times.
  /// The Failure is for `return diagnostics.error(...)` in functions with a Result.
  Failure error(Code code, const SourceLocation& where, const std::string& message, std::vector<std::string> notes = {},
                const std::optional<Fix>& fix = std::nullopt);
  /// The same for an error of kind kInput; `where`: instead of its own location.
  Failure report(const Error& error);
  Failure report(const Error& error, const SourceLocation& where);
  /// Ignored or turned into an error if the policy says so.
  void warning(Code code, const SourceLocation& where, const std::string& message, std::vector<std::string> notes = {},
               const std::optional<Fix>& fix = std::nullopt);

  /// Adds notes to every diagnostic from number `first` on.
  void add_notes(std::size_t first, const std::vector<std::string>& notes);

  /// Applies to all later warnings.
  void set_policy(WarningPolicy policy) { policy_ = std::move(policy); }
  [[nodiscard]] const WarningPolicy& policy() const { return policy_; }

  /// The registered texts, by file and line.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& sources() const { return sources_; }

  /// Names a file differently in all diagnostics so far.
  void rename(const std::string& file, const std::string& name);

  /// Appends all diagnostics of `other`.
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  [[nodiscard]] int error_count() const { return error_count_; }
  /// The number of errors raised, including duplicates of reported ones. A difference of two of these numbers tells
  /// whether a reader met errors.
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
