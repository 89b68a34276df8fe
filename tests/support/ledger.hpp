// The ledger of proofs: what this machine has proven, under the digest of all that the verdict depends on.
//
// scripts/test.sh names its folder in $RTLGEN_LEDGER; without the variable everything runs and nothing is kept. With
// $RTLGEN_LEDGER_RENEW everything runs and is entered anew. Only what holds is entered. What the ledger knows is
// "unchanged since proven", which is not "passed": a program of which that is all exits with kUnchangedStatus.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "runner/digest.hpp"

namespace rtlgen::test {

inline constexpr const char* kUnchanged = "unchanged since proven";
/// Exit status of a test program that proved nothing now; ctest counts it as skipped (SKIP_RETURN_CODE).
inline constexpr int kUnchangedStatus = 77;

/// A claim, and everything that its verdict depends on.
class Evidence {
 public:
  explicit Evidence(std::string claim);

  /// A piece of the evidence: HDL, data, settings, results of the golden engine, a command.
  Evidence& add(std::string_view name, std::string_view bytes);
  /// A file, or all files of a folder and those below it, by relative name; throws if it is not there.
  Evidence& path(const std::filesystem::path& root, const std::filesystem::path& below);
  /// Versions of the tools that verdicts come from: Verilator, Icarus, GHDL, Yosys, g++, clang++, make.
  Evidence& tools();
  /// The bytes of this program: all code that is linked into it.
  Evidence& program();

  [[nodiscard]] const std::string& claim() const { return claim_; }
  /// 64 hexadecimal digits.
  [[nodiscard]] std::string key() const;

 private:
  std::string claim_;
  runner::Digest digest_;
};

class Ledger {
 public:
  /// An empty folder: no ledger. `renew`: it knows nothing, and what is proven is entered.
  explicit Ledger(std::filesystem::path folder, bool renew = false);
  /// Of $RTLGEN_LEDGER and $RTLGEN_LEDGER_RENEW. With RTLGEN_UPDATE_GOLDEN there is none.
  static Ledger from_environment();

  /// Has exactly this been proven? A damaged entry says no.
  [[nodiscard]] bool knows(const Evidence& evidence) const;
  /// Enters a proof. A folder that cannot be written costs nothing but the next proof.
  void enter(const Evidence& evidence) const;

 private:
  [[nodiscard]] std::filesystem::path place(const std::string& key) const;

  std::filesystem::path folder_;
  bool renew_;
};

/// How many proofs this program has made, and how many the ledger knew.
struct Tally {
  int proven = 0, unchanged = 0;
};
Tally& tally();

struct Verdict {
  std::string fault;  ///< "": it holds
  bool is_unchanged = false;
};
/// Calls `prove`, which returns what is wrong or an empty string, unless the ledger knows the evidence.
Verdict prove_once(const Evidence& evidence, const std::function<std::string()>& prove);

}  // namespace rtlgen::test
