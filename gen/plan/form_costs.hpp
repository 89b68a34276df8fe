// What operators and conversions cost in either form of floats (docs/adr/0024-forms.md).
#pragma once

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

/// LUTs of an operator as a Kernel has it, its DSP blocks counted as LUTs; `request` is in IEEE form.
FormCost form_cost(const ops::Request& request, const hw::DelayModel& device);

/// Whether it multiplies significands: products with powers of two do not.
bool has_multiplier(const ops::Request& request);

/// LUTs of a conversion, in one direction or the other.
int conversion_cost(const spec::Type& type);

/// LUTs of a selection between two values.
FormCost selection_cost(const spec::Type& type);

}  // namespace rtlgen::plan
