// Costs of operators and conversions in both forms of floats (docs/adr/0024-forms.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::hw {
struct DelayModel;
}
namespace rtlgen::ops {
struct Request;
}
namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::plan {

struct FormCost {
  int ieee = 0, aligned = 0;
};

/// Operators with separate costs. The constants of kScaled... have as many ones as zeros, and exponents below, at and
/// above that of 1.
enum class FormKind : std::uint8_t {
  kSum,
  kProduct,
  kNormalProduct,
  kSquared,
  kScaledDown,
  kScaledNear,
  kScaledUp,
  kHalved,
  kDoubled,
  kComparison,
  kExtreme,
  kSign,
  kProductComparison,
  kFusedMultiplyAdd,
  kConversion
};
inline constexpr std::size_t kFormKinds = 15;

/// LUTs, or half the flip-flops if that is more. For kConversion: to the aligned form, and back.
struct FormFigures {
  std::array<int, 2> half, single;  ///< float16 and float32, each as IEEE and aligned
};

/// The figures of a family at its standard clock, as the area model counts them: `bench_operators --form-rows` prints
/// all rows.
struct FormRow {
  std::string family;
  std::array<FormFigures, kFormKinds> figures;
};
const std::vector<FormRow>& form_rows();

/// LUTs of an operator as Kernels use it, with its DSP blocks counted as LUTs; `request` is in IEEE form.
FormCost form_cost(const ops::Request& request, const hw::DelayModel& device);

/// Whether the operator multiplies significands: products with powers of two do not.
bool has_multiplier(const ops::Request& request);

/// LUTs of a conversion, in either direction.
int conversion_cost(const spec::Type& type, const hw::DelayModel& device);

/// LUTs of a selection between two values.
FormCost selection_cost(const spec::Type& type);

}  // namespace rtlgen::plan
