// Throughput of a memory channel for the streams of a shell: the table of the time model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dram/timings.hpp"

namespace rtlgen::bench {

/// The share of the pins' peak that `readers` and `writers` get, with bursts of `burst_bytes` on a bus of `bus_bits`,
/// and with buffers at the addresses that contract::Places chooses: state fields as far as possible, the mean of passes
/// of both parities.
double part_of_peak(const dram::Timings& part, int bus_bits, int burst_bytes, int readers, int writers);

/// The share that a reader and a writer get, each striped over `channels`, if the buffer of the writer is this many
/// sixteenths of a round of the banks ahead.
double part_of_peak_apart(const dram::Timings& part, int bus_bits, int burst_bytes, int sixteenths, int channels);

/// The share that a reader and a writer get at the best distance, if the controller changes direction after `group`
/// DRAM bursts.
double part_of_peak_grouped(const dram::Timings& part, int group);

/// Nanoseconds from a read to its data if the row is closed.
double read_latency_ns(const dram::Timings& part);

/// gen/model/channel_table.inc: one row per part, named as its file is.
std::string channel_table(const std::vector<std::string>& files);

}  // namespace rtlgen::bench
