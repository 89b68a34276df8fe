// Spatial blocking: a stencil on a grid becomes the stencil of one frame of it.
//
// Along a blocked axis, a frame is a block with its ghost zone. The code that builds the chain treats it as a
// grid of that extent, whose boundary rules apply at the ends of the *whole* grid: position counters show
// where these are. Reads beyond the frame's own ends make the results of an Executor wrong as far in as it
// reaches; the ghost zone is therefore as wide as the reaches of all Executors together.
#pragma once

#include "analysis/ghosts.hpp"
#include "spec/ids.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

/// The number of cells of which a block's ghost zone and stride are multiples: a word along x, or, with a bus, whole
/// beats of every field.
std::int64_t block_alignment(const spec::Stencil& stencil, std::size_t axis);

/// Ghosts of the blocks of a framed stencil; 0 along axes that are not cut. The ghosts before a block are whole words,
/// and so is the rest of the block, the stride.
analysis::Ghosts block_ghosts(const spec::Stencil& stencil);

/// Bits of a word of `array` in memory; of all components if `array` belongs to a vector.
std::int64_t word_bits(const spec::Stencil& stencil, spec::ArrayId array);

/// Words per beat of `array`; 1 if a word takes a beat or more.
std::int64_t words_of_beat(const spec::Stencil& stencil, spec::ArrayId array);

/// Whether any read along `axis` wraps around.
bool wraps_along(const spec::Stencil& stencil, std::size_t axis);

/// The number of channels over which a buffer of `array` is striped.
int stripes_of(const spec::Stencil& stencil, spec::ArrayId array);

/// Cuts `stencil` into blocks along axes where `hardware.block` is smaller than the grid. Fails with a diagnostic if
/// this is impossible: the ghost zone takes the whole block, or a field of fewer axes lies along the cut.
bool frame_blocks(spec::Stencil& stencil, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
