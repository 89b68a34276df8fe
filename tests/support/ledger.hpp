// The ledger of proofs: what this machine has proven, under the digest of everything on which the verdict depends.
//
// scripts/test.sh sets its folder in $RTLGEN_LEDGER; without the variable everything runs and nothing is recorded. With
// $RTLGEN_LEDGER_RENEW everything runs and is recorded again. Only successful proofs are recorded. A known proof is
// "unchanged since proven", which is different from "passed": a program that found only known proofs exits with
// kUnchangedStatus.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "runner/digest.hpp"

namespace rtlgen::test {

inline constexpr const char* kUnchanged = "unchanged since proven";
/// Exit status of a test program that proved nothing in this run; ctest counts it as skipped (SKIP_RETURN_CODE).
inline constexpr int kUnchangedStatus = 77;

/// A claim, and everything on which its verdict depends.
class Evidence {
 public:
  explicit Evidence(std::string claim);

  /// A piece of the evidence: HDL, data, settings, results of the golden engine, a command.
  Evidence& add(std::string_view name, std::string_view bytes);
  /// A file, or all files in a folder and its subfolders, by relative name; throws if it does not exist.
  Evidence& path(const std::filesystem::path& root, const std::filesystem::path& below);
  /// Versions of the tools that verdicts depend on: Verilator, Icarus, GHDL, Yosys, g++, clang++, make.
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
  /// An empty `folder` means no ledger. `renew`: no proof counts as known, and new ones are recorded.
  explicit Ledger(std::filesystem::path folder, bool renew = false);
  /// The ledger given by $RTLGEN_LEDGER and $RTLGEN_LEDGER_RENEW. With RTLGEN_UPDATE_GOLDEN there is none.
  static Ledger from_environment();

  /// Whether exactly this has been proven. A damaged entry counts as unknown.
  [[nodiscard]] bool knows(const Evidence& evidence) const;
  /// Records a proof. If the folder cannot be written, the next proof just has to run again.
  void enter(const Evidence& evidence) const;

 private:
  [[nodiscard]] std::filesystem::path place(const std::string& key) const;

  std::filesystem::path folder_;
  bool renew_;
};

/// The number of proofs that this program has made, and of those that the ledger knew.
struct Tally {
  int proven = 0, unchanged = 0;
};
Tally& tally();

struct Verdict {
  std::string fault;  ///< "": proven
  bool is_unchanged = false;
};
/// Calls `prove`, which returns the fault or an empty string, unless the ledger knows the evidence.
Verdict prove_once(const Evidence& evidence, const std::function<std::string()>& prove);

}  // namespace rtlgen::test
