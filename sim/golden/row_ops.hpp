// Operations on row segments: one expression node for a run of neighbouring cells.
//
// A row holds `float`, `double`, or raw bits in std::uint64_t (integers zero-extended, and floats of
// other formats). Operands are rows or single values.
#pragma once

#include <cstdint>

#include "spec/stencil.hpp"

namespace rtlgen::golden {

enum class RowKind : std::uint8_t { kFloat, kDouble, kBits };

RowKind row_kind(const spec::Type& type);
inline int element_bytes(RowKind kind) { return kind == RowKind::kFloat ? 4 : 8; }

/// One operand: `row` of the kind of `type`, or (row null) `bits` in every cell.
struct Operand {
  const void* row = nullptr;
  std::uint64_t bits = 0;
  spec::Type type;
};

/// Computes `op` for `n` cells into `out` (of the row kind of `type`). NaNs in float and double rows may
/// have any payload until canonicalise().
void apply(spec::Op op, const spec::Type& type, const Operand* args, bool flush, int n, void* out);

/// Makes every NaN of a float or double row the quiet NaN with only its top fraction bit set.
void canonicalise(const spec::Type& type, int n, void* row);

/// While it lives, this thread's float arithmetic flushes subnormals (if asked to).
class FlushMode {
 public:
  explicit FlushMode(bool flush);
  ~FlushMode();
  FlushMode(const FlushMode&) = delete;
  FlushMode& operator=(const FlushMode&) = delete;

 private:
  unsigned saved_ = 0;
};

}  // namespace rtlgen::golden
