// A pass of a single row, which no other pass overlaps: the next one reads nothing before the last word is written.
//
// FIFOs read ahead of the core until the first burst is ready to be written. Only the words that are left then are read
// and written at the same time, which takes a channel longer than one after the other.
#pragma once

#include <vector>

namespace rtlgen::model {

struct OneRowChannel {
  double read = 0, both = 0, write = 0;  ///< cycles per word that is only read, read while one is written, only written
  double fifo = 0;                       ///< words in the smallest FIFO of a reader
  double burst = 0;                      ///< words in the largest burst of a writer
};

struct OneRowPass {
  double words = 0;       ///< words of the pass
  double kernel = 1;      ///< cycles per word
  double lag = 0;         ///< words
  double latency = 0;     ///< cycles
  double way = 0;         ///< cycles from the last word's entrance until the next pass may enter, if memory keeps up
  double last_burst = 0;  ///< the part of it in which the last burst is written
  std::vector<OneRowChannel> channels;
};

struct OneRowTime {
  double enter = 0;          ///< cycles until the last word has entered
  double drain = 0;          ///< cycles from then until the next pass may enter
  double write = 0;          ///< cycles from then that the channels need for the words that are left
  std::vector<double> busy;  ///< cycles, by channel
};

OneRowTime one_row(const OneRowPass& pass);

}  // namespace rtlgen::model
