// Operators in either form of floats as Kernels have them, and what the area model says that they cost: the rows of
// plan/forms/form_costs.inc (docs/adr/0024-forms.md).
#pragma once

#include <string>
#include <vector>

#include "ops/request.hpp"
#include "plan/forms/form_costs.hpp"

namespace rtlgen::bench {

/// An operator of one kind.
struct FormExample {
  const char* name;
  plan::FormKind kind;
  ops::Function function;
  bool flush = false;
  int power = 0;                           ///< power of the constant factor
  bool has_factor = false, exact = false;  ///< exact: the factor is a power of two

  [[nodiscard]] ops::Request request(const spec::Type& type, bool aligned) const;
};

/// One of each kind but the conversion.
const std::vector<FormExample>& form_examples();

/// Into the aligned form, or back.
ops::Request conversion(const spec::Type& type, bool back);

/// All rows, as plan/forms/form_costs.inc has them.
std::string form_rows_text();

}  // namespace rtlgen::bench
