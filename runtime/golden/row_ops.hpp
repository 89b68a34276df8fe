// Operations on row segments: one expression node for consecutive cells.
//
// A row has the cell format of a Grid: 1, 2, 4 or 8 bytes each, with zero bits above the type's width. Operands are
// rows or single values. Formats with native arithmetic, integers and narrow floats have loops that the compiler
// vectorises; all others are computed cell by cell with scalar_op().
#pragma once

#include <cstdint>

#include "golden/scalar.hpp"
#include "spec/fused_terms.hpp"
#include "spec/op.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {
struct ValueTable;
}

namespace rtlgen::golden {

constexpr int kSegment = 1024;  ///< maximum cells of a row; a handful of such rows fit in the L1 cache

/// The machine type of the cells of a row.
enum class Element : std::uint8_t { kU8, kU16, kU32, kU64, kF32, kF64 };

Element element_of(const spec::Type& type);

/// One operand: `row` of cells of `type`, or (if row is null) `bits` for every cell.
struct Operand {
  const void* row = nullptr;
  std::uint64_t bits = 0;
  spec::Type type;
};

/// A node to compute for `n` cells.
struct RowJob {
  spec::Op op = spec::Op::kAdd;
  spec::Type type;  ///< type of the result
  const Operand* args = nullptr;
  int arg_count = 0;
  bool flush = false;  ///< subnormals: flush; the thread is in FlushMode
  int n = 0;
  void* out = nullptr;                      ///< overlaps no operand
  FixedModes modes{};                       ///< for fixed-point results
  const spec::FusedSum* fused = nullptr;    ///< for a fused sum
  const spec::ValueTable* table = nullptr;  ///< for a lookup
};

/// Computes one node. A NaN in a float or double row may have any payload and sign until canonicalise(); rows of other
/// float formats are final. At least one operand is a row.
void apply(const RowJob& job);

/// The same if all operands are single values; the result is final.
std::uint64_t apply_single(const RowJob& job);

/// Converts every NaN in a float or double row to the quiet NaN with only the top fraction bit set.
void canonicalise(const spec::Type& type, int n, void* row);

/// Sets cells `first` up to, but excluding, `last` of a row of `type`.
void fill_cells(const spec::Type& type, std::uint64_t bits, int first, int last, void* row);

/// While it exists, this thread's float arithmetic flushes subnormals (if requested).
class FlushMode {
 public:
  explicit FlushMode(bool flush);
  ~FlushMode();
  FlushMode(const FlushMode&) = delete;
  FlushMode& operator=(const FlushMode&) = delete;

 private:
  unsigned saved_ = 0;
};

// Each of these computes the job if it has a loop for it, otherwise returns false.
bool float_rows(const RowJob& job);    ///< float32 and float64 arithmetic and comparisons
bool integer_rows(const RowJob& job);  ///< integer arithmetic, comparisons and logic
bool cast_rows(const RowJob& job);     ///< conversions among integers, float32 and float64
bool fixed_rows(const RowJob& job);    ///< fixed-point arithmetic of at most 32 bits, casts to and from it
bool fused_rows(const RowJob& job);    ///< fused sums of float32 values, with at most one factor per term and row
bool hard_rows(const RowJob& job);     ///< sums and products of hard blocks
bool narrow_rows(const RowJob& job);   ///< anything with a float format that double computes exactly

}  // namespace rtlgen::golden
