// Follows a pass in three parts: only reads, both, only writes.
#include "model/one_row.hpp"

#include <algorithm>

namespace rtlgen::model {

namespace {

/// A channel until its last word is read.
struct Reading {
  double ahead = 0;  ///< words that are read before any is written
  double cycles = 0;
};

Reading reading(const OneRowPass& pass, const OneRowChannel& c) {
  const double entrance = std::max(pass.kernel, c.read);
  const double first_write = pass.latency + (pass.lag + std::min(c.burst, pass.words)) * entrance;
  const double entered = std::min(pass.words, first_write / entrance);
  const double in_time = c.read > 0 ? first_write / c.read : pass.words;
  Reading r;
  r.ahead = std::min({pass.words, in_time, entered + c.fifo});
  r.cycles = r.ahead * c.read + (pass.words - r.ahead) * c.both;
  return r;
}

}  // namespace

OneRowTime one_row(const OneRowPass& pass) {
  std::vector<Reading> all;
  OneRowTime time;
  time.enter = pass.words * pass.kernel;
  time.drain = pass.way;
  for (const OneRowChannel& c : pass.channels) {
    all.push_back(reading(pass, c));
    time.enter = std::max(time.enter, all.back().cycles);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const OneRowChannel& c = pass.channels[i];
    // Words that have left the chain in whole bursts; and how many of them the channel has had time to write.
    const double ready = pass.words - pass.lag - c.burst - pass.latency * pass.words / time.enter;
    const double spare = c.write > 0 ? (time.enter - all[i].cycles) / c.write : pass.words;
    const double written = std::max(0.0, std::min(ready, pass.words - all[i].ahead + spare));
    const double left = (pass.words - written) * c.write;
    time.write = std::max(time.write, left);
    time.drain = std::max(time.drain, left + pass.way - pass.latency - pass.last_burst);
    time.busy.push_back(all[i].cycles + all[i].ahead * c.write);
  }
  return time;
}

}  // namespace rtlgen::model
