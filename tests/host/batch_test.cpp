// Batches on a fake card: every order in which transfers and runs may end gives the bits of single runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <set>

#include "host/rtlgen_host.h"
#include "queue_card.hpp"
#include "runs.hpp"

namespace rtlgen::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kCells = 240;

const Described& many() {
  static const Described described(kMany);
  return described;
}

/// The arrays of one grid: state a and b, the input c, and the results.
struct Arrays {
  explicit Arrays(int seed) : a(kCells), b(kCells), c(kCells), a_after(kCells), b_after(kCells), d(kCells) {
    std::mt19937 random(static_cast<unsigned>(seed));
    for (Bytes* cells : {&a, &b, &c}) {
      for (std::uint8_t& cell : *cells) cell = static_cast<std::uint8_t>(random());
    }
  }
  Bytes a, b, c, a_after, b_after, d;

  host::Job job(std::uint64_t steps) {
    host::Job job;
    job.loads = {{"a", a.data(), kCells}, {"b", b.data(), kCells}, {"c", c.data(), kCells}};
    job.reads = {{"b", b_after.data(), kCells}, {"d", d.data(), kCells}, {"a", a_after.data(), kCells}};
    job.steps = steps;
    return job;
  }
};

void load_shared(host::Accelerator& to) {
  const Bytes row(12, 3), one(1, 4);
  to.load("row", row.data(), row.size());
  to.load("one", one.data(), one.size());
}

/// Results of a grid in a run of its own, on another card.
std::vector<Bytes> alone(const Arrays& arrays, std::uint64_t steps) {
  Opened opened(many());
  host::Accelerator& to = *opened.accelerator;
  load_shared(to);
  to.load("a", arrays.a.data(), kCells);
  to.load("b", arrays.b.data(), kCells);
  to.load("c", arrays.c.data(), kCells);
  to.run(steps);
  std::vector<Bytes> results(3, Bytes(kCells));
  to.read("a", results[0].data(), kCells);
  to.read("b", results[1].data(), kCells);
  to.read("d", results[2].data(), kCells);
  return results;
}

/// Grids of a batch whose results are not those of single runs.
template <typename Card>
std::vector<int> wrong_grids(OpenedOn<Card>& opened, int grids, int first_seed) {
  std::vector<Arrays> arrays;
  std::vector<std::uint64_t> steps;
  for (int g = 0; g < grids; ++g) {
    arrays.emplace_back(first_seed + g);
    steps.push_back(1 + static_cast<std::uint64_t>(g * 5 % 8));  // one to three passes
  }
  load_shared(*opened.accelerator);
  for (std::size_t g = 0; g < arrays.size(); ++g) opened.accelerator->submit(arrays[g].job(steps[g]));
  std::vector<int> wrong;
  for (std::size_t g = 0; g < arrays.size(); ++g) {
    opened.accelerator->wait();
    const Arrays& own = arrays[g];
    if (std::vector<Bytes>{own.a_after, own.b_after, own.d} != alone(own, steps[g]))
      wrong.push_back(static_cast<int>(g));
  }
  return wrong;
}

TEST(Batch, EveryOrderGivesTheBitsOfSingleRuns) {
  int beside_runs = 0, beside_each_other = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    OpenedOn<QueueCard> opened(many());
    opened.card->random.seed(seed);
    EXPECT_THAT(wrong_grids(opened, 7, static_cast<int>(seed)), ElementsAre()) << "seed " << seed;
    EXPECT_THAT(opened.accelerator->notes(), ElementsAre());
    beside_runs += opened.card->beside_runs;
    beside_each_other += opened.card->beside_each_other;
  }
  EXPECT_GT(beside_runs, 300);
  EXPECT_GT(beside_each_other, 200);
}

TEST(Batch, AWrongByteIsSeen) {
  OpenedOn<QueueCard> opened(many());
  opened.card->before_transfer = [&](host::Transfer& t, int number) {
    if (t.to_card && number == 9) t.bytes[3] ^= 1;  // a, b and both stripes of c of two grids, then a
  };
  EXPECT_THAT(wrong_grids(opened, 7, 1), ElementsAre(2));
}

/// Without queues a transfer has ended when it has begun.
TEST(Batch, BackEndsWithoutQueuesGiveTheSameBits) {
  Opened opened(many());
  EXPECT_THAT(wrong_grids(opened, 6, 50), ElementsAre());
}

TEST(Batch, LittleMemoryHoldsOneSetAndANoteSaysSo) {
  OpenedOn<QueueCard> opened(many());
  for (const std::uint64_t room : {std::uint64_t{1} << 20, std::uint64_t{1} << 17}) {
    opened.card->room = room;
    opened.card->beside_runs = 0;
    EXPECT_THAT(wrong_grids(opened, 6, 7), ElementsAre());
    const bool has_room = room > std::uint64_t{1} << 17;
    EXPECT_EQ(opened.card->beside_runs > 0, has_room);
    EXPECT_EQ(opened.accelerator->notes().empty(), has_room);
  }
  EXPECT_THAT(opened.accelerator->notes().at(0),
              HasSubstr("the memory has no room for two sets of buffers, so transfers of a batch do not overlap with "
                        "runs: the arrays do not fit in memory at these extents: channel "));
}

/// Two grids compute in turns: only addresses differ from run to run.
TEST(Batch, RegistersThatKeepTheirValueAreNotWritten) {
  OpenedOn<QueueCard> opened(many());
  load_shared(*opened.accelerator);
  Arrays arrays(1);
  for (int g = 0; g < 6; ++g) opened.accelerator->submit(arrays.job(4));
  for (int g = 0; g < 6; ++g) opened.accelerator->wait();
  const auto all = static_cast<std::size_t>(many().shell().map.words(false));
  ASSERT_EQ(opened.card->words.size(), 6U);
  EXPECT_GT(opened.card->words[0], all);
  // Two buffers of a and b each, one of c and d, each with its first and last byte. After two passes the next state of
  // a set goes to its other buffer.
  EXPECT_EQ(opened.card->words[1], 12U);
  EXPECT_EQ(opened.card->words[2], 12U + 1);
  EXPECT_EQ(opened.card->words[3], 12U);
}

TEST(Batch, AFailedRunIsThatOfItsTicketAlone) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    OpenedOn<QueueCard> opened(many());
    opened.card->random.seed(seed);
    opened.card->before_run = [&](int run) { opened.card->fails_with = run == 1 ? 2 : 0; };
    load_shared(*opened.accelerator);
    std::vector<Arrays> arrays = {Arrays(1), Arrays(2), Arrays(3)};
    std::vector<host::Ticket> tickets;
    for (Arrays& own : arrays) tickets.push_back(opened.accelerator->submit(own.job(4)));
    EXPECT_THAT(tickets, ElementsAre(1, 2, 3));
    EXPECT_EQ(opened.accelerator->wait(3).ticket, 3U);
    EXPECT_EQ(failure([&] { opened.accelerator->wait(2); }),
              "ticket 2: the run failed: memory responded to a write with an error (field 'a')");
    EXPECT_EQ(opened.accelerator->wait().ticket, 1U);
    for (const std::size_t g : {0U, 2U}) {
      const Arrays& own = arrays[g];
      EXPECT_EQ((std::vector<Bytes>{own.a_after, own.b_after, own.d}), alone(own, 4)) << "seed " << seed << " " << g;
    }
    EXPECT_GT(opened.card->words[2], static_cast<std::size_t>(many().shell().map.words(false)))
        << "after a failure all registers are written";
  }
}

TEST(Batch, AFailedTransferIsThatOfItsTicketAlone) {
  for (const bool to_card : {true, false}) {
    OpenedOn<QueueCard> opened(many());
    opened.card->before_transfer = [&](const host::Transfer& t, int number) {
      if (t.to_card == to_card && number == 5) throw host::DeviceError("the cable is cut");
    };
    load_shared(*opened.accelerator);
    std::vector<Arrays> arrays = {Arrays(1), Arrays(2), Arrays(3)};
    for (Arrays& own : arrays) opened.accelerator->submit(own.job(4));
    EXPECT_EQ(opened.accelerator->wait().ticket, 1U);
    EXPECT_EQ(failure<host::DeviceError>([&] { opened.accelerator->wait(); }), "ticket 2: the cable is cut");
    EXPECT_EQ(opened.accelerator->wait().ticket, 3U);
    for (const std::size_t g : {0U, 2U}) EXPECT_EQ(arrays[g].a_after, alone(arrays[g], 4)[0]) << to_card << " " << g;
  }
}

/// Each job gets the error of its own attempt.
TEST(Batch, ARunThatDoesNotEndIsCancelled) {
  OpenedOn<QueueCard> opened(many());
  opened.card->before_run = [&](int run) { opened.card->hangs = run == 0; };
  load_shared(*opened.accelerator);
  Arrays first(1), second(2);
  opened.accelerator->submit(first.job(3));
  opened.accelerator->submit(second.job(3));
  EXPECT_THAT(failure([&] { opened.accelerator->wait(); }), HasSubstr("ticket 1: the run did not end within"));
  EXPECT_EQ(opened.accelerator->wait().ticket, 2U);
  EXPECT_EQ(second.a_after, alone(second, 3)[0]);
}

/// Runs that take longer than a thousand polls end with their interrupt.
TEST(Batch, LongRunsAreWaitedForByTheirInterrupt) {
  OpenedOn<QueueCard> opened(many());
  opened.card->polls = 4000;
  EXPECT_THAT(wrong_grids(opened, 9, 3), ElementsAre());
  std::set<std::size_t> words(opened.card->words.begin() + 1, opened.card->words.end());
  EXPECT_GT(*words.rbegin(), *words.begin() + 2) << "the interrupt is switched on and off";
}

TEST(Batch, JobsHaveTheirOwnStepsAndParameters) {
  OpenedOn<QueueCard> opened(many());
  std::vector<std::uint64_t> k, first_step;
  opened.card->before_run = [&](int run) {
    k.push_back(opened.card->get("param_k"));
    first_step.push_back(static_cast<std::uint32_t>(opened.card->get("first_step")));
    opened.card->set("mon_most", static_cast<std::uint64_t>(run) + 40);
  };
  load_shared(*opened.accelerator);
  opened.accelerator->set_param("k", 7);
  Arrays arrays(1);
  host::Job job = arrays.job(3);
  opened.accelerator->submit(job);
  job.params["k"] = 9;
  job.first_step = 100;
  opened.accelerator->submit(job);
  opened.accelerator->set_param("k", 8);
  opened.accelerator->submit(arrays.job(3));
  for (std::uint64_t g = 0; g < 3; ++g)
    EXPECT_EQ(opened.accelerator->wait().monitors, (std::map<std::string, std::uint64_t>{{"most", g + 40}}));
  EXPECT_THAT(k, ElementsAre(7, 9, 8));
  EXPECT_THAT(first_step, ElementsAre(0, 100, 0));
}

TEST(Batch, RefusesJobsThatCannotRun) {
  OpenedOn<QueueCard> opened(many());
  host::Accelerator& to = *opened.accelerator;
  Arrays arrays(1);
  const auto refusal = [&](const std::function<void(host::Job&)>& change) {
    host::Job job = arrays.job(3);
    change(job);
    return failure([&] { to.submit(job); });
  };
  EXPECT_EQ(refusal([](host::Job&) {}), "'one' has not been loaded at these extents, or a run has failed since");
  load_shared(to);
  EXPECT_EQ(refusal([](host::Job& job) { job.loads.erase(job.loads.begin()); }),
            "'a' is state: every job of a batch must load it");
  EXPECT_EQ(refusal([](host::Job& job) { job.loads[0].bytes = 20; }), "'a' has 240 bytes at these extents, not 20");
  EXPECT_EQ(refusal([](host::Job& job) { job.loads[0].cells = nullptr; }), "'a': the cells are a null pointer");
  EXPECT_EQ(refusal([](host::Job& job) { job.loads[0].field = "z"; }),
            "there is no field 'z'; available: a, b, c, d, one, row");
  EXPECT_EQ(refusal([](host::Job& job) { job.loads[0].field = "d"; }), "'d' is an output: it cannot be loaded");
  EXPECT_EQ(refusal([](host::Job& job) { job.reads[0].field = "c"; }), "'c' is an input: a job cannot read it");
  EXPECT_EQ(refusal([](host::Job& job) { job.loads[1].field = "a"; }), "the job names 'a' twice");
  EXPECT_EQ(refusal([](host::Job& job) { job.params["z"] = 1; }),
            "there is no run-time parameter 'z'; available: k, bit");
  EXPECT_EQ(refusal([](host::Job& job) { job.params["bit"] = 2; }), "parameter 'bit' has 1 bit, but 0x2 has more");
  EXPECT_EQ(refusal([](host::Job& job) { job.first_step = 0x7fffffff; }),
            "3 steps from step 2147483647 on exceed the maximum, 2147483647");
  EXPECT_THAT(refusal([](host::Job& job) { job.steps = 0; }), HasSubstr("0"));
  EXPECT_EQ(failure([&] { to.wait(1); }), "there is no ticket 1: it has been waited for, or no job has it");
  EXPECT_EQ(failure([&] { to.wait(); }), "there is no run to wait for: start one");
  EXPECT_EQ(to.submit(arrays.job(3)), 1U) << "refused jobs have no ticket";
  EXPECT_EQ(refusal([](host::Job& job) { job.loads.pop_back(); }),
            "all jobs of a batch load the same fields: this one loads a, b, earlier ones a, b, c");
  const std::string in_batch = "a batch is in progress: wait for all its tickets first";
  Bytes cells(kCells);
  EXPECT_EQ(failure([&] { to.load("a", cells.data(), kCells); }), in_batch);
  EXPECT_EQ(failure([&] { to.read("row", cells.data(), 12); }), in_batch);
  EXPECT_EQ(failure([&] { to.run(3); }), in_batch);
  EXPECT_EQ(failure([&] { to.set_extents({9, 7}); }), in_batch);
  EXPECT_EQ(to.wait().ticket, 1U);
  EXPECT_THAT(failure([&] { to.read("a", cells.data(), kCells); }), HasSubstr("'a' holds no data"));
  EXPECT_THAT(failure([&] { to.read("c", cells.data(), kCells); }), HasSubstr("'c' holds no data"));
  to.read("row", cells.data(), 12);
  EXPECT_EQ(cells[0], 3) << "inputs that are shared stay";
  load_all(to);
  to.start(3);
  EXPECT_EQ(refusal([](host::Job&) {}), "a run is in progress: wait for its end first");
  EXPECT_EQ(to.wait().ticket, 0U);
}

/// A job stays on the host until a stage is free, and no more than one.
TEST(Batch, FourGridsAreInFlight) {
  OpenedOn<QueueCard> opened(many());
  load_shared(*opened.accelerator);
  Arrays arrays(1);
  for (int g = 0; g < 4; ++g) opened.accelerator->submit(arrays.job(3));
  EXPECT_EQ(opened.card->most[0], 8) << "all stripes of two grids; nothing has been waited for";
  EXPECT_EQ(opened.card->runs, 0);
  opened.accelerator->submit(arrays.job(3));
  EXPECT_GT(opened.card->runs, 0) << "the fifth waits for the first";
  for (int g = 0; g < 5; ++g) opened.accelerator->wait();
}

/// Batches whose accelerator is gone.
TEST(Batch, MayBeLeft) {
  Arrays arrays(1);
  OpenedOn<QueueCard> opened(many());
  load_shared(*opened.accelerator);
  for (int g = 0; g < 3; ++g) opened.accelerator->submit(arrays.job(3));
  opened.accelerator.reset();
}

/// The same through C, on a back end of C functions.
TEST(Batch, InC) {
  FakeCard card(many());
  rtlgen_host_backend functions{};
  functions.context = &card;
  const auto of = [](void* context) -> FakeCard& { return *static_cast<FakeCard*>(context); };
  static const auto get = of;
  functions.write_memory = [](void* c, int channel, uint64_t address, const void* data, uint64_t bytes) {
    get(c).write_memory(channel, address, static_cast<const std::uint8_t*>(data), bytes);
    return 0;
  };
  functions.read_memory = [](void* c, int channel, uint64_t address, void* data, uint64_t bytes) {
    get(c).read_memory(channel, address, static_cast<std::uint8_t*>(data), bytes);
    return 0;
  };
  functions.write_register = [](void* c, uint32_t offset, uint32_t value) {
    get(c).write_register(offset, value);
    return 0;
  };
  functions.read_register = [](void* c, uint32_t offset, uint32_t* value) {
    *value = get(c).read_register(offset);
    return 0;
  };
  functions.wait_interrupt = [](void* c, int* came) {
    *came = get(c).wait_interrupt() ? 1 : 0;
    return 0;
  };
  rtlgen_host* const host = rtlgen_host_open(many().path.c_str(), &functions);
  ASSERT_NE(host, nullptr) << rtlgen_host_error();
  const Bytes row(12, 3), one(1, 4);
  EXPECT_EQ(rtlgen_host_load(host, "row", row.data(), row.size()), 0);
  EXPECT_EQ(rtlgen_host_load(host, "one", one.data(), one.size()), 0);
  std::vector<Arrays> arrays = {Arrays(1), Arrays(2)};
  std::uint64_t ticket = 0;
  for (Arrays& own : arrays) {
    const rtlgen_host_source loads[] = {
        {"a", own.a.data(), kCells}, {"b", own.b.data(), kCells}, {"c", own.c.data(), kCells}};
    const rtlgen_host_target reads[] = {{"a", own.a_after.data(), kCells}};
    const rtlgen_host_param params[] = {{"k", 9}};
    rtlgen_host_job job{loads, 3, reads, 1, 4, 0, params, 1};
    ASSERT_EQ(rtlgen_host_submit(host, &job, &ticket), 0) << rtlgen_host_error();
    job.load_count = 2;
    EXPECT_EQ(rtlgen_host_submit(host, &job, &ticket), 1);
    EXPECT_THAT(rtlgen_host_error(), HasSubstr("load the same fields"));
    job.loads = nullptr;
    EXPECT_EQ(rtlgen_host_submit(host, &job, &ticket), 1);
    EXPECT_STREQ(rtlgen_host_error(), "rtlgen_host_submit: job.loads is a null pointer");
    job.load_count = -1;
    EXPECT_EQ(rtlgen_host_submit(host, &job, &ticket), 1);
    EXPECT_STREQ(rtlgen_host_error(), "rtlgen_host_submit: -1 items in job.loads");
  }
  EXPECT_EQ(ticket, 2U);
  EXPECT_EQ(card.get("param_k"), 9U);
  EXPECT_EQ(rtlgen_host_wait_ticket(host, 2), 0);
  std::uint64_t most = 1;
  EXPECT_EQ(rtlgen_host_get_monitor(host, "most", &most), 0);
  EXPECT_EQ(most, 0U);
  EXPECT_EQ(rtlgen_host_wait_ticket(host, 0), 0);
  EXPECT_EQ(rtlgen_host_wait_ticket(host, 1), 1);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("there is no ticket 1"));
  for (const Arrays& own : arrays) EXPECT_EQ(own.a_after, alone(own, 4)[0]);
  rtlgen_host_close(host);
}

}  // namespace
}  // namespace rtlgen::test
