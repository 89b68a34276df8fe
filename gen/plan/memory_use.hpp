// The bytes of each memory channel that the arrays of a run take.
//
// The host library chooses addresses by the lag of the chain, so that streams use different DRAM banks. The figures
// here are upper bounds for every lag. So whether a grid fits a board does not depend on the other settings of a
// design.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Hardware;
struct Placement;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// Bytes of a buffer of `array` in each of its `stripes` channels, on a grid of these extents. `stencil` has a bus.
std::uint64_t buffer_bytes(const spec::Stencil& stencil, spec::ArrayId array, int stripes, const spec::Extents& grid);

/// The most bytes of each channel that the host library takes. Fields without a placement are in channel 0. `stencil`
/// has a bus.
std::map<int, std::uint64_t> memory_use(const spec::Stencil& stencil, const std::vector<spec::Placement>& places,
                                        const spec::Extents& grid);

/// The size of a kernel's channel in bytes, the smallest of all kernels; none if it is not known.
std::optional<std::uint64_t> capacity_of(const spec::Hardware& hardware, int channel);

/// The used fraction of the fullest channel; above 1 if the arrays do not fit. Ignores channels of unknown size.
double fill_of(const spec::Hardware& hardware, const std::map<int, std::uint64_t>& use);

}  // namespace rtlgen::plan
