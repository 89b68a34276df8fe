// Decides when inputs enter an Executor: with the token, or late, by a separate handshake
// (docs/adr/0007-late-inputs.md).
#pragma once

#include "plan/lags/lags.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

class LagMemo;

struct EntryLags {
  Lags lags;
  IndexVector<spec::StreamId, bool> late;
};

/// Decides which streams of `problem` are late and which of these enter together, and solves the problem.
EntryLags lags_with_entries(LagProblem problem, const spec::Stencil& stencil, LagMemo& memo, const Order& order);

}  // namespace rtlgen::plan
