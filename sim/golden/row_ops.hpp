// Operations on row segments: one expression node for a run of neighbouring cells.
//
// A row holds cells as a Grid does: 1, 2, 4 or 8 bytes each, bits above the type's width zero.
// Operands are rows or single values. Formats with native arithmetic, integers and narrow floats
// have loops that the compiler vectorises; all others go cell by cell through scalar_op().
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

constexpr int kSegment = 1024;  ///< most cells of a row; a handful of such rows fit the L1 cache

/// What the cells of a row are to the machine.
enum class Element : std::uint8_t { kU8, kU16, kU32, kU64, kF32, kF64 };

Element element_of(const spec::Type& type);

/// One operand: `row` of cells of `type`, or (row null) `bits` in every cell.
struct Operand {
  const void* row = nullptr;
  std::uint64_t bits = 0;
  spec::Type type;
};

/// A node to compute for `n` cells.
struct RowJob {
  spec::Op op = spec::Op::kAdd;
  spec::Type type;  ///< of the result
  const Operand* args = nullptr;
  int arg_count = 0;
  bool flush = false;  ///< subnormals: flush; the thread is in FlushMode
  int n = 0;
  void* out = nullptr;                      ///< overlaps no operand
  FixedModes modes{};                       ///< of fixed-point results
  const spec::FusedSum* fused = nullptr;    ///< of a fused sum
  const spec::ValueTable* table = nullptr;  ///< of a lookup
};

/// Computes one node. Every NaN it leaves in a float or double row may have any payload and sign
/// until canonicalise(); rows of other float formats are final. At least one operand is a row.
void apply(const RowJob& job);

/// The same for operands that are all single values; the result is final.
std::uint64_t apply_single(const RowJob& job);

/// Makes every NaN of a float or double row the quiet NaN with only its top fraction bit set.
void canonicalise(const spec::Type& type, int n, void* row);

/// Sets cells `first` up to but without `last` of a row of `type`.
void fill_cells(const spec::Type& type, std::uint64_t bits, int first, int last, void* row);

/// While it lives, this thread's float arithmetic flushes subnormals (if requested).
class FlushMode {
 public:
  explicit FlushMode(bool flush);
  ~FlushMode();
  FlushMode(const FlushMode&) = delete;
  FlushMode& operator=(const FlushMode&) = delete;

 private:
  unsigned saved_ = 0;
};

// Each of these computes the job if it has a loop for it, and else returns false.
bool float_rows(const RowJob& job);    ///< float32 and float64 arithmetic and comparisons
bool integer_rows(const RowJob& job);  ///< integer arithmetic, comparisons and logic
bool cast_rows(const RowJob& job);     ///< conversions among integers, float32 and float64
bool fixed_rows(const RowJob& job);    ///< fixed-point arithmetic of at most 32 bits, casts to and from it
bool fused_rows(const RowJob& job);    ///< fused sums of float32 values, each times one factor for the row at most
bool hard_rows(const RowJob& job);     ///< sums and products of hard blocks
bool narrow_rows(const RowJob& job);   ///< anything with a float format that double computes exactly

}  // namespace rtlgen::golden
