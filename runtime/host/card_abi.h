/* The functions that a simulated card exports: the interface between a host program and a compiled simulation (a shared
 * object).
 *
 * Functions that return int return 0, or 1 after a failure; rtlgen_card_error() then has the text. Only one thread may
 * use a card. Times are simulated. Plain C, so that both sides may be compiled by different compilers. */
#ifndef RTLGEN_CARD_ABI_H
#define RTLGEN_CARD_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rtlgen_card; /* one simulation */

/* Options of all memory channels. */
struct rtlgen_card_memory {
  const char* dram;  /* plain lines of a DRAM channel's timings; NULL: ideal, one beat per cycle in each direction */
  int latency_least; /* bus clocks from burst to response, random, in addition to the DRAM's */
  int latency_most;
  int ready_percent;    /* fraction of the clocks, for each READY and each new VALID of the memory */
  double error_percent; /* fraction of the bursts that get an error response, random */
  int64_t bad_read;     /* number of the read burst in channel 0 that gets an error response; -1: none */
  int64_t bad_write;    /* the same for writes */
  uint64_t seed;
  const char* const* drams; /* by number of the channel, instead of `dram`; NULL: `dram` */
  int dram_count;           /* entries of `drams`; other channels have `dram` */
};

struct rtlgen_card_options {
  double bus_ns; /* periods of the clocks */
  double kernel_ns;
  const char* link; /* plain lines of a host's link; NULL: a host without delays */
  struct rtlgen_card_memory memory;
};

struct rtlgen_card_statistics {
  double time_ns;     /* since the start */
  uint32_t violation; /* code of the first AXI rule that was broken, 256 * (channel + 1) + rule; 0: none */
  int64_t read_beats; /* total of all channels since the memory options were set */
  int64_t write_beats;
  double dram_busy; /* fraction of the DRAM's clocks in which its data pins were busy; 0 without a DRAM */
};

struct rtlgen_card_event {
  int interrupt;              /* whether it is up */
  int64_t to_card, from_card; /* queued transfers that have ended since the beginning */
};

struct rtlgen_card* rtlgen_card_open(const struct rtlgen_card_options* options);
void rtlgen_card_close(struct rtlgen_card* card);
/* The text of the last failure, for any card. */
const char* rtlgen_card_error(void);
/* The size of a memory channel. */
int rtlgen_card_capacity(struct rtlgen_card* card, int channel, uint64_t* bytes);
/* Only while no run is active. */
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
/* Waits up to `most_ns` for the interrupt; `*came`: whether it arrived. */
int rtlgen_card_wait_interrupt(struct rtlgen_card* card, double most_ns, int* came);
/* The same for interrupt `number`; a card with one interrupt need not have this function. */
int rtlgen_card_wait_interrupt_of(struct rtlgen_card* card, int number, double most_ns, int* came);
/* Lets `ns` of time pass, independent of interrupts; a card that runs alone need not have this function. */
int rtlgen_card_pass(struct rtlgen_card* card, double ns);
/* Only for a card whose host is a serial line: sends `bytes` bytes, runs the card until they have arrived and something
 * has come back, for up to `most_ns` more, and returns at most `most` of the received bytes. */
int rtlgen_card_serial(struct rtlgen_card* card, const void* sent, uint64_t bytes, void* received, uint64_t most,
                       double most_ns, uint64_t* came);
/* Faults that a card with models of a vendor's IP can have while it runs. */
enum rtlgen_card_fault {
  RTLGEN_CARD_KERNEL_UNLOCKED,     /* the source of the kernel clock is not locked */
  RTLGEN_CARD_KERNEL_STOPPED,      /* the kernel clock has stopped, and its source says that it is locked */
  RTLGEN_CARD_KERNEL_SLOW,         /* `value`: ps by which half a period of the kernel clock is too long */
  RTLGEN_CARD_MEMORY_UNCALIBRATED, /* memory loses its calibration, or does not reach it; `value` 2: and its controller
                                    * says so, if it is one of Intel's */
  RTLGEN_CARD_MEMORY_STOPPED,      /* the clock of the memory controller has stopped */
  RTLGEN_CARD_MEMORY_SILENT,       /* memory takes nothing and gives nothing */
  RTLGEN_CARD_MEMORY_STUCK,        /* `value`: 1 + the number of a bit of a beat that reads as 1 */
  RTLGEN_CARD_CLOCK_CHANGE,        /* the source of the kernel clock, `value` 1: gives error responses when it is
                                    * changed; 2: keeps its clock; 3: does not respond; 4: does not lock */
  RTLGEN_CARD_CLOCK_MET,           /* no fault; `value`: the clock that the build meets, in 0.1 MHz; 0: not known */
  RTLGEN_CARD_MEMORY_BAD_READ,     /* `value`: 1 + the number of a beat; bursts with it get an error response */
  RTLGEN_CARD_MEMORY_BAD_WRITE,
  RTLGEN_CARD_MEMORY_LOST_READ,  /* `value`: 1 + the number of a beat; a burst with it and all later ones get no
                                  * response */
  RTLGEN_CARD_MEMORY_EXTRA_READ, /* once, while no burst is outstanding, a response of one beat that was not
                                  * requested */
  RTLGEN_CARD_MEMORY_EXTRA_WRITE /* the same of writes */
};
/* `channel`: of memory, 0 for the kernel clock. `value` 0: the fault is over. Other cards need not have this
 * function. */
int rtlgen_card_set_fault(struct rtlgen_card* card, enum rtlgen_card_fault fault, int channel, int value);
/* Resets the bus, as a power cycle does; memories keep their contents. */
int rtlgen_card_reset(struct rtlgen_card* card);
int rtlgen_card_get_statistics(struct rtlgen_card* card, struct rtlgen_card_statistics* statistics);

#ifdef __cplusplus
}
#endif
#endif
