// Rows of sums and products of hard blocks: x86 in flush mode computes the definition in spec/hard_float.hpp, except
// for the bits of NaN.
#include "golden/row_loops.hpp"
#include "golden/row_ops.hpp"

namespace rtlgen::golden {

namespace {

using spec::Op;

#ifdef __SSE2__
constexpr bool kFlushesLikeBlocks = true;
#else
constexpr bool kFlushesLikeBlocks = false;
#endif

RTLGEN_VECTORISED void by_machine(const RowJob& j) {
  auto* r = static_cast<float*>(j.out);
  const Operand* v = j.args;
  if (j.op == Op::kHardAdd)
    map_rows<float, float>(v[0], v[1], j.n, r, [](float x, float y) { return x + y; });
  else if (j.op == Op::kHardSub)
    map_rows<float, float>(v[0], v[1], j.n, r, [](float x, float y) { return x - y; });
  else
    map_rows<float, float>(v[0], v[1], j.n, r, [](float x, float y) { return x * y; });
}

}  // namespace

bool hard_rows(const RowJob& job) {
  if (!kFlushesLikeBlocks) return false;
  const FlushMode mode(true);
  by_machine(job);
  return true;
}

}  // namespace rtlgen::golden
