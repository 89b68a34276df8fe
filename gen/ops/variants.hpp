// Variants of operations, with which the plan replaces several nodes: x * x -> square(x), a * b < 0 -> product_lt0(a,
// b), a * b + c -> hard_mul_add(a, b, c).
#pragma once

#include <vector>

#include "ops/request.hpp"

namespace rtlgen::ops {

struct Operator;

constexpr Function kSquare{spec::Op::kMul, Variant::kSquare};
constexpr Function kProductLt{spec::Op::kLt, Variant::kOfProduct};
constexpr Function kProductLe{spec::Op::kLe, Variant::kOfProduct};
constexpr Function kProductEq{spec::Op::kEq, Variant::kOfProduct};
constexpr Function kProductNe{spec::Op::kNe, Variant::kOfProduct};
constexpr Function kProductGt{spec::Op::kLt, Variant::kOfProductSwapped};
constexpr Function kProductGe{spec::Op::kLe, Variant::kOfProductSwapped};

constexpr Function kHardProductAdd{spec::Op::kHardAdd, Variant::kProductFirst};  ///< a * b + c
constexpr Function kHardProductSub{spec::Op::kHardSub, Variant::kProductFirst};  ///< a * b - c
constexpr Function kHardSubProduct{spec::Op::kHardSub, Variant::kProductLast};   ///< c - a * b

/// The operators of all variants.
std::vector<Operator> variants();

namespace detail {
Operator square_operator();                            // operators/mul.cpp
Operator product_comparison(Function f, const char*);  // operators/product.cpp: with its name
Operator hard_product_sum(Function f, const char*);    // operators/hard.cpp: with its name
}  // namespace detail

}  // namespace rtlgen::ops
