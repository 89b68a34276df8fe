// Decides which inputs enter late.
#include "plan/lags/entries.hpp"

#include <utility>

#include "contract/frame.hpp"
#include "plan/lags/order.hpp"
#include "plan/memo.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

/// Inputs may enter late if no later Executor needs them: inputs that are passed on are kept for as long as results
/// take in any case. One array must bring the tokens; if no other does, it is the first one.
EntryLags lags_with_entries(LagProblem problem, const spec::Stencil& stencil, LagMemo& memo, const Order& order) {
  bool brings_tokens = stencil.hardware.steps > 1;
  for (const spec::Array& array : stencil.arrays) brings_tokens = brings_tokens || array.role == spec::Role::kState;
  for (const spec::StreamId i : stencil.streams.ids()) {
    const spec::Array& array = stencil.arrays[stencil.streams[i].array];
    problem.late.push_back(stencil.hardware.steps == 1 && array.role == spec::Role::kInput && !array.held());
    problem.enters_with.push_back(
        problem.late[i] ? stencil.first_stream(stencil.together(stencil.streams[i].array).front()) : i);
  }
  Lags lags = memo.minimal_lags(problem, order);
  spec::StreamId first;
  for (const spec::StreamId i : problem.late.ids()) {
    if (brings_tokens) break;
    if (!problem.late[i]) continue;
    brings_tokens = lags.streams[i] == contract::Distance{};
    if (!first.valid() || order.less(lags.streams[i], lags.streams[first])) first = i;
  }
  if (brings_tokens || !first.valid()) return {std::move(lags), std::move(problem.late)};
  for (const spec::StreamId i : problem.late.ids()) {
    if (problem.enters_with[i] == problem.enters_with[first]) problem.late[i] = false;
  }
  lags = memo.minimal_lags(problem, order);
  return {std::move(lags), std::move(problem.late)};
}

}  // namespace rtlgen::plan
