// Views for GTKWave and Surfer of the waveforms that a simulation writes.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::driver {

struct Prepared;
struct SimOptions;

/// Writes `files`, which end in .gtkw or .sucl, for the waveform of a run with these options.
void write_views(const Prepared& prepared, const SimOptions& options, const std::vector<std::string>& files);

}  // namespace rtlgen::driver
