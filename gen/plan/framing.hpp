// Spatial blocking: a stencil on a grid becomes the stencil of one frame of it.
//
// Along a blocked axis a frame is a block with its ghost zone. For everything that makes the chain it is a
// grid of that extent, whose boundary rules apply where the *whole* grid ends: position counters show
// where that is. What an Executor makes of reads beyond the frame's own ends is wrong as far in as it
// reaches, and the ghost zone is as wide as all Executors reach.
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

/// Cells by which a block's ghost zone and its stride are whole: of a word along x, or, with a bus, of beats of every
/// field.
std::int64_t block_alignment(const spec::Stencil& stencil, std::size_t axis);

/// Ghosts of the blocks of a framed stencil, 0 along axes that are whole: those before a block are whole words,
/// and so is what they leave of the block, the stride.
analysis::Ghosts block_ghosts(const spec::Stencil& stencil);

/// Bits of a word of `array` in memory, of all components if it is a vector's.
std::int64_t word_bits(const spec::Stencil& stencil, spec::ArrayId array);

/// Words of a beat of `array`, 1 where a word takes a beat or more.
std::int64_t words_of_beat(const spec::Stencil& stencil, spec::ArrayId array);

/// Does any read along `axis` wrap around?
bool wraps_along(const spec::Stencil& stencil, std::size_t axis);

/// Channels that a buffer of `array` is striped over.
int stripes_of(const spec::Stencil& stencil, spec::ArrayId array);

/// Cuts `stencil` into blocks where `hardware.block` is smaller than the grid. Fails with a diagnostic where
/// that cannot be: the ghost zone leaves nothing of the block, a field of fewer axes lies along it.
bool frame_blocks(spec::Stencil& stencil, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
