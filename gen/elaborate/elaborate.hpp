// From the plan to hardware: builds every module of a core as hw IR. Makes no decisions about sizes.
//
// Module tree of stencil `heat`:
//   heat_core                entrance, credits, the chain, output gate and FIFO
//     heat_executor          one time step; instantiated I times, one module
//       heat_position[_<s>_<target>]  position of a stage's word in the frame; boundary flags
//       heat_<stream>_dimension[_<k>]  rows of one plane: window registers and row buffers
//       heat_kernel[_<s>_<target>]    arithmetic of one stage for one cell; P instances
//         float32_add_l5 ... operators
//     heat_frame_in, heat_frame_out  count words at the entrance and at the exit
#pragma once

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::hw {
struct Design;
}

namespace rtlgen::ops {
class Memo;
}

namespace rtlgen::elaborate {

/// The extent of verification: every module by itself, or also how they fit together. A search elaborates many designs
/// and writes none of them.
enum class Verified : unsigned char { kModules, kDesign };

/// Builds the whole core, leaves first, and verifies it. `operators`: a cache shared with other designs.
hw::Design elaborate(const plan::Plan& plan, ops::Memo* operators = nullptr, Verified verified = Verified::kDesign);

}  // namespace rtlgen::elaborate
