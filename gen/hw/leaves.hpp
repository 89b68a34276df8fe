// The hand-written modules of rtl/ that generated hardware may instantiate.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::hw {

struct Leaf;

/// rtlgen_fifo: WIDTH, DEPTH; in_valid, in_data, out_ready -> out_valid, out_data, overflow.
const Leaf& fifo_leaf();

/// rtlgen_credit: CREDITS; take, give -> available.
const Leaf& credit_leaf();

/// rtlgen_fp_dsp: MODE; a, b, c -> q: a hard floating-point block (hw/hard_float.hpp).
const Leaf& fp_dsp_leaf();

/// rtlgen_dsp_sum: WIDTH, RANKS; a, b, subtract -> q: a sum in a DSP block (hw/block_sum.hpp).
const Leaf& dsp_sum_leaf();

/// The folder in rtl/ whose module, around a cell of the family, replaces the model of `leaf` on a device; empty if
/// the family has no such cell.
std::string cell_folder(const std::string& leaf, const std::string& family);

/// The descriptor called `name`, or nullptr.
const Leaf* find_leaf(const std::string& name);

/// Every descriptor, in a fixed order.
std::vector<const Leaf*> all_leaves();

}  // namespace rtlgen::hw
