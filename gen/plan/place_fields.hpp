// `memory: auto`: assigns fields to the channels of the board (docs/adr/0044-places-of-fields.md).
#pragma once

#include <vector>

namespace rtlgen::spec {
struct Placement;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// Times that differ by less count as equal, and fewer ports win: predictions are not more accurate.
inline constexpr double kAsFast = 1.005;

/// Chooses channels for the fields of a stencil that is not cut into blocks yet, so that all arrays fit and memory
/// slows the kernel as little as the board's channels allow, with as few channels and ports as possible. If nothing
/// fits, returns the placement with the least excess. Returns the description's own placement if it has one; returns
/// nothing, which means channel 0, without a bus or if no channel is known.
std::vector<spec::Placement> places_of(const spec::Stencil& stencil);

/// Stores these placements in the stencil's hardware.
void place_fields(spec::Stencil& stencil);

}  // namespace rtlgen::plan
