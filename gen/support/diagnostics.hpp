// Located, accumulating diagnostics: the only way a layer reports a user's mistake.
//
// A pass appends every fault it finds to a `Diagnostics` sink and then fails its
// Result; nothing is thrown for bad input. `RTLGEN_CHECK` is for our own bugs only.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen {

/// A place in a source text. Line and column count from 1; line 0 means "the file as a whole".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
  int length = 1;  ///< characters to underline

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// A word of the user's and the one that was most likely meant.
struct Fix {
  std::string replace, with;
};

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

  /// A `fix` becomes the first note too.
  void error(const std::string& code, const SourceLocation& where, const std::string& message,
             std::vector<std::string> notes = {}, const std::optional<Fix>& fix = std::nullopt);
  /// Reported once, however often a description is read; dropped or an error where the policy says so.
  void warning(const std::string& code, const SourceLocation& where, const std::string& message,
               std::vector<std::string> notes = {}, const std::optional<Fix>& fix = std::nullopt);

  /// For the warnings that come from now on.
  void set_policy(WarningPolicy policy) { policy_ = std::move(policy); }
  [[nodiscard]] const WarningPolicy& policy() const { return policy_; }

  /// All that `other` has collected, behind what is here.
  void append(const Diagnostics& other);

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  [[nodiscard]] int error_count() const { return error_count_; }
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
};

/// Exit statuses of the program (design contract).
enum class ExitStatus : int {
  kSuccess = 0,
  kCheckFailed = 1,    ///< a check ran and failed: mismatch, does not fit
  kInvalidInput = 2,   ///< the user's text, options or data are wrong
  kEnvironment = 3,    ///< I/O failed or a tool is missing
  kInternalError = 70  ///< a bug of ours
};

/// A bug of ours; caught only in main, which exits with kInternalError.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// I/O failed or a tool is missing; caught only in main, which exits with kEnvironment.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail_check(const char* file, int line, const char* condition, const std::string& message);

}  // namespace rtlgen

/// Asserts an invariant of our own; a failure is an InternalError, never a user's fault.
#define RTLGEN_CHECK(condition, message)                                             \
  do {                                                                               \
    if (!(condition)) ::rtlgen::fail_check(__FILE__, __LINE__, #condition, message); \
  } while (false)
