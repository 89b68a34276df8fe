// What a memory channel delivers to any mix of linear readers and writers, as the model of time has it in a table.
#pragma once

#include <string>
#include <vector>

#include "dram/traffic.hpp"

namespace rtlgen::bench {

/// Part of the pins' peak for `readers` and `writers` of equal pace, each in DRAM banks of its own as far as there are
/// enough.
double part_of_peak(const dram::Timings& timings, int readers, int writers);

/// The same of a reader and a writer in the same rows of banks, the writer `sixteenths` of the way round all banks
/// ahead.
double part_of_peak_apart(const dram::Timings& timings, int sixteenths);

/// Nanoseconds from a read that finds its row closed to its data.
double read_latency_ns(const dram::Timings& timings);

/// gen/model/channel_table.inc: one row per part, named as its file is.
std::string channel_table(const std::vector<std::string>& files);

}  // namespace rtlgen::bench
