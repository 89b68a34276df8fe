// The language's meaning once more, as plainly as it can be written: one cell at a time, by
// recursion over the expression, arithmetic by ops::evaluate (MPFR). Shares no code with the golden
// engine.
#pragma once

#include <map>
#include <vector>

#include "golden/ignored.hpp"
#include "spec/axes.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::test {

/// A rule to get wrong, to prove that the cross-check finds it.
enum class Twist : std::uint8_t {
  kNone,
  kReflectRepeatsTheEdge,
  kSymmetricFoldsOnce,
  kEdgeIsOneFurther,
  kWrapIsEdge,
  kConstantAsksZFirst,
  kConstantIsZero,
  kKeepIsForgotten,
  kKeepOnlyAlongX,
  kLinesDoNotSeeEachOther,
  kStepCountsFromOne,
  kCoordinatesSwapped,
  kExtentIsTheGrids,
  kParamIsTheDefault,
  kNanKeepsItsSign,
  kFlushIsForgotten,
  kSelectIsReversed,
  kSignedShiftIsLogical,
  kDivisionByZeroIsZero,
  kRemainderByZeroIsZero,
  kCastWrapsInsteadOfSaturating,
  kMinTakesTheNan,
  kFmaRoundsTwice,
  kFusedHasAGuardBitMore,
  kFixedRoundsTheOtherWay,
  kFixedOverflowsTheOtherWay,
  kFixedDivisionByZeroWraps,
  kWrapHasAnOutside,
  kIgnoreForgetsTheArms,
  kIgnoreStopsAtKeptCells,
  kIgnoreStopsAtTheLine,
  kListStartsOver,
  kHeldIgnoresOffsets,
  kHeldIsTheFirstCell,
  kTableWraps,
  kRegionIsInverted,
  kOwnResultsAreOld,
  kBackwardIsForward,
};
constexpr int kTwists = static_cast<int>(Twist::kBackwardIsForward) + 1;

/// Same contract as golden::run, except that ignored cells hold garbage: whatever is made from them is
/// garbage too.
std::map<int, golden::Grid> naive_run(const spec::Stencil& stencil, const spec::Extents& extents,
                                      const std::map<int, golden::Grid>& inputs, std::int64_t iterations,
                                      const std::vector<std::uint64_t>& params, Twist twist = Twist::kNone);

/// Same contract as golden::ignored: cell by cell, by recursion over the expression.
golden::Masks naive_ignored(const spec::Stencil& stencil, const spec::Extents& extents, std::int64_t iterations,
                            Twist twist = Twist::kNone);

}  // namespace rtlgen::test
