// A pass of one row by hand: what is read ahead, what is read and written at the same time, what is left.
#include "model/one_row.hpp"

#include <gtest/gtest.h>

namespace rtlgen::model {
namespace {

/// 100 words, which leave the chain 10 words and 20 cycles later; the way takes 50 cycles, 8 of them for a burst.
OneRowPass pass_of(const OneRowChannel& channel) { return {100, 1, 10, 20, 50, 8, {channel}}; }

TEST(OneRow, MemoryThatKeepsUpCostsTheWay) {
  const OneRowTime time = one_row(pass_of({0.1, 0.2, 0.1, 1000, 8}));
  EXPECT_DOUBLE_EQ(time.enter, 100);
  EXPECT_DOUBLE_EQ(time.drain, 50);
  EXPECT_NEAR(time.busy[0], 100 * 0.2, 1e-9) << "all is read before the first word is written";
}

/// Words of 2 cycles to read, 5 to read and write, 2 to write. The first burst is ready after 20 + (10 + 8) x 2 cycles,
/// when 28 words are read.
TEST(OneRow, OnlyTheWordsThatAreLeftAreMixed) {
  const OneRowTime time = one_row(pass_of({2, 5, 2, 1000, 8}));
  EXPECT_DOUBLE_EQ(time.enter, 28 * 2 + 72 * 5);
  // 72 words are written by then, and 28 are left; the last burst is one of these.
  EXPECT_DOUBLE_EQ(time.write, 28 * 2);
  EXPECT_DOUBLE_EQ(time.drain, 28 * 2 + 50 - 20 - 8);
  EXPECT_DOUBLE_EQ(time.busy[0], time.enter + time.write);
  EXPECT_LT(time.busy[0], 100 * 5.0) << "the mix of the whole pass";
}

/// A fast channel fills its FIFOs: by the first write 48 words have entered, and 10 are in the FIFO.
TEST(OneRow, FifosBoundWhatIsReadAhead) {
  const double ahead = 48 + 10;
  const OneRowTime small = one_row(pass_of({0.5, 1.6, 0.5, 10, 18}));
  EXPECT_DOUBLE_EQ(small.busy[0], ahead * 0.5 + (100 - ahead) * 1.6 + ahead * 0.5);
  const OneRowTime large = one_row(pass_of({0.5, 1.6, 0.5, 1000, 18}));
  EXPECT_LT(large.busy[0], small.busy[0]);
}

/// While the kernel is slower than the channel, words are written as they come.
TEST(OneRow, AnIdleChannelWritesWhatIsReady) {
  OneRowPass pass = pass_of({0.5, 1.1, 0.5, 0, 8});
  pass.kernel = 4;
  const OneRowTime time = one_row(pass);
  EXPECT_DOUBLE_EQ(time.enter, 400);
  EXPECT_DOUBLE_EQ(time.write, (10 + 8 + 20 / 4.0) * 0.5) << "only those in the chain and in a burst";
  EXPECT_DOUBLE_EQ(time.drain, 50);
}

TEST(OneRow, TheSlowestChannelDecides) {
  OneRowPass pass = pass_of({0.1, 0.2, 0.1, 1000, 8});
  const double fast = one_row(pass).enter;
  pass.channels.push_back({2, 5, 2, 1000, 8});
  const OneRowTime both = one_row(pass);
  EXPECT_GT(both.enter, fast);
  ASSERT_EQ(both.busy.size(), 2U);
  EXPECT_GT(both.busy[1], both.busy[0]);
}

}  // namespace
}  // namespace rtlgen::model
