/* What a simulated card exports: the border between a host program and a compiled simulation (a shared object).
 *
 * Functions that return int answer 0, or 1 with a text behind rtlgen_card_error(). A card is used by one thread. Times
 * are of the simulation. Plain C, so that both sides may be compiled by different compilers. */
#ifndef RTLGEN_CARD_ABI_H
#define RTLGEN_CARD_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rtlgen_card; /* one simulation */

/* Of all memory channels, and of the host's link. */
struct rtlgen_card_memory {
  const char* dram;  /* plain lines of a DRAM channel's timings; NULL: ideal, one beat per cycle in each direction */
  int latency_least; /* bus clocks from burst to answer, at random, on top of the DRAM's */
  int latency_most;
  int ready_percent;    /* of the clocks, of each READY and of each new VALID of the memory */
  double error_percent; /* of the bursts, answered with an error at random */
  int64_t bad_read;     /* number of the read burst that is answered with an error, in channel 0; -1: none */
  int64_t bad_write;    /* likewise */
  uint64_t seed;
};

struct rtlgen_card_options {
  double bus_ns; /* periods of the clocks */
  double kernel_ns;
  const char* link; /* plain lines of a host's link; NULL: no time passes for a host */
  struct rtlgen_card_memory memory;
};

struct rtlgen_card_statistics {
  double time_ns;     /* since the beginning */
  uint32_t violation; /* 0, or the code of the first AXI rule that was broken, 256 * (channel + 1) + rule */
  int64_t read_beats; /* of all channels, since the memory options were set */
  int64_t write_beats;
  double dram_busy; /* part of the DRAM's clocks in which its data pins were busy, 0 without one */
};

struct rtlgen_card_event {
  int interrupt;              /* whether it is up */
  int64_t to_card, from_card; /* queued transfers that have ended since the beginning */
};

struct rtlgen_card* rtlgen_card_open(const struct rtlgen_card_options* options);
void rtlgen_card_close(struct rtlgen_card* card);
/* Of the last function that failed, of any card. */
const char* rtlgen_card_error(void);
/* Bytes of a memory channel. */
int rtlgen_card_capacity(struct rtlgen_card* card, int channel, uint64_t* bytes);
/* Only while no run is on. */
int rtlgen_card_set_memory(struct rtlgen_card* card, const struct rtlgen_card_memory* memory);
int rtlgen_card_write_memory(struct rtlgen_card* card, int channel, uint64_t address, const void* data, uint64_t bytes);
int rtlgen_card_read_memory(struct rtlgen_card* card, int channel, uint64_t address, void* data, uint64_t bytes);
/* Begins a transfer that goes on beside all other functions, one after the other in each direction. `data` must stay
 * until it has ended. A card whose host has no queues need not have this function and the next one. */
int rtlgen_card_queue(struct rtlgen_card* card, int to_card, int channel, uint64_t address, void* data, uint64_t bytes);
/* Until a queued transfer has ended since the last call or, with `run`, interrupt 0 is up; up to `most_ns`. */
int rtlgen_card_wait_any(struct rtlgen_card* card, int run, double most_ns, struct rtlgen_card_event* event);
int rtlgen_card_write_register(struct rtlgen_card* card, uint32_t offset, uint32_t value);
int rtlgen_card_read_register(struct rtlgen_card* card, uint32_t offset, uint32_t* value);
/* Up to `most_ns`; `*came` tells. */
int rtlgen_card_wait_interrupt(struct rtlgen_card* card, double most_ns, int* came);
/* The same of interrupt `number`; a card of one interrupt need not have this function. */
int rtlgen_card_wait_interrupt_of(struct rtlgen_card* card, int number, double most_ns, int* came);
/* Lets `ns` pass, whatever interrupts do; a card that runs alone need not have this function. */
int rtlgen_card_pass(struct rtlgen_card* card, double ns);
/* Of a card whose host is a serial line, which others need not have: puts `bytes` bytes on the line, lets the card work
 * until they are there and something has come back, for up to `most_ns` more, and takes at most `most` of what has
 * come. */
int rtlgen_card_serial(struct rtlgen_card* card, const void* sent, uint64_t bytes, void* received, uint64_t most,
                       double most_ns, uint64_t* came);
/* Holds the bus reset, as a power cycle does; memories keep their bytes. */
int rtlgen_card_reset(struct rtlgen_card* card);
int rtlgen_card_get_statistics(struct rtlgen_card* card, struct rtlgen_card_statistics* statistics);

#ifdef __cplusplus
}
#endif
#endif
