// Makes a case of a test program an entry of the ledger.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <utility>

#include "ledger.hpp"

namespace rtlgen::test {

/// Records its evidence if the case ends without a failure.
class CaseProof {
 public:
  explicit CaseProof(Evidence evidence) : evidence_(std::move(evidence)), is_known_(ledger_.knows(evidence_)) {
    if (is_known_) ++tally().unchanged;
  }
  CaseProof(const CaseProof&) = delete;
  CaseProof& operator=(const CaseProof&) = delete;
  ~CaseProof() {
    if (is_known_ || std::uncaught_exceptions() > 0 || testing::Test::HasFailure() || testing::Test::IsSkipped())
      return;
    ++tally().proven;
    ledger_.enter(evidence_);
  }
  [[nodiscard]] bool is_known() const { return is_known_; }

 private:
  Ledger ledger_ = Ledger::from_environment();
  Evidence evidence_;
  bool is_known_;
};

}  // namespace rtlgen::test

/// The first statement of a case, or the one before slow parts: the rest runs unless the ledger knows the evidence.
#define RTLGEN_UNLESS_PROVEN(evidence)                                 \
  const ::rtlgen::test::CaseProof case_proof_by_evidence_((evidence)); \
  if (case_proof_by_evidence_.is_known()) GTEST_SKIP() << ::rtlgen::test::kUnchanged
