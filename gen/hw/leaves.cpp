// Port lists of the hand-written leaves; tests/rtl compares them with the files in rtl/.
#include "hw/leaves.hpp"

#include "hw/block_sum.hpp"
#include "hw/hard_float.hpp"
#include "hw/ir.hpp"

namespace rtlgen::hw {

const Leaf& fifo_leaf() {
  static const Leaf leaf{"rtlgen_fifo",
                         {"WIDTH", "DEPTH"},
                         {{"in_valid", true, ""},
                          {"in_data", true, "WIDTH"},
                          {"out_ready", true, ""},
                          {"out_valid", false, ""},
                          {"out_data", false, "WIDTH"},
                          {"overflow", false, ""}},
                         true};
  return leaf;
}

const Leaf& credit_leaf() {
  static const Leaf leaf{
      "rtlgen_credit", {"CREDITS"}, {{"take", true, ""}, {"give", true, ""}, {"available", false, ""}}, true};
  return leaf;
}

const Leaf& fp_dsp_leaf() {
  constexpr int kFloat = 32;
  static const Leaf leaf{
      "rtlgen_fp_dsp",
      {"MODE"},
      {{"a", true, "", kFloat}, {"b", true, "", kFloat}, {"c", true, "", kFloat}, {"q", false, "", kFloat}}};
  return leaf;
}

const Leaf& dsp_sum_leaf() {
  static const Leaf leaf{"rtlgen_dsp_sum",
                         {"WIDTH", "RANKS"},
                         {{"a", true, "WIDTH"}, {"b", true, "WIDTH"}, {"subtract", true, ""}, {"q", false, "WIDTH"}}};
  return leaf;
}

std::string cell_folder(const std::string& leaf, const std::string& family) {
  if (leaf == fp_dsp_leaf().name && hard_float_of(family) != nullptr) return hard_float_of(family)->folder;
  if (leaf == dsp_sum_leaf().name && has_block_sums(family)) return family;
  return "";
}

std::vector<const Leaf*> all_leaves() { return {&fifo_leaf(), &credit_leaf(), &fp_dsp_leaf(), &dsp_sum_leaf()}; }

const Leaf* find_leaf(const std::string& name) {
  for (const Leaf* leaf : all_leaves()) {
    if (leaf->name == name) return leaf;
  }
  return nullptr;
}

}  // namespace rtlgen::hw
