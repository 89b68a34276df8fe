// The list of variants.
#include "ops/variants.hpp"

#include "ops/registry.hpp"

namespace rtlgen::ops {

std::vector<Operator> variants() {
  using detail::product_comparison;
  return {detail::square_operator(),
          product_comparison(kProductLt, "product_lt0"),
          product_comparison(kProductLe, "product_le0"),
          product_comparison(kProductEq, "product_eq0"),
          product_comparison(kProductNe, "product_ne0"),
          product_comparison(kProductGt, "product_gt0"),
          product_comparison(kProductGe, "product_ge0"),
          detail::hard_product_sum(kHardProductAdd, "hard_mul_add"),
          detail::hard_product_sum(kHardProductSub, "hard_mul_sub"),
          detail::hard_product_sum(kHardSubProduct, "hard_sub_mul")};
}

}  // namespace rtlgen::ops
