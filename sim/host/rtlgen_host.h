/* The host library's C interface: what host.hpp does, for C and for languages that bind to C.
 *
 * Functions that return int answer 0, or 1 with a text behind rtlgen_host_error(); the handle stays usable then.
 * Nothing is thrown. A handle is used by one thread at a time. Texts and names that are returned belong to the library:
 * an error's lives until the thread's next call, names until close. Cells are their bits in the fewest of 1, 2, 4 or 8
 * bytes, low bytes first; arrays are close together, x contiguous. */
#ifndef RTLGEN_HOST_H
#define RTLGEN_HOST_H

#include <stdint.h>
#include <string.h>

#include "visible.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rtlgen_host rtlgen_host; /* one accelerator */

/* A back end of your own: the memory channels and registers of one card. Functions answer 0, or anything else for a
 * failure. */
typedef struct rtlgen_host_backend {
  void* context; /* handed to every function */
  int (*write_memory)(void* context, int channel, uint64_t address, const void* data, uint64_t bytes);
  int (*read_memory)(void* context, int channel, uint64_t address, void* data, uint64_t bytes);
  int (*write_register)(void* context, uint32_t offset, uint32_t value);
  int (*read_register)(void* context, uint32_t offset, uint32_t* value);
  int (*wait_interrupt)(void* context,
                        int* came); /* until it is up, or until the back end has waited enough: *came is 0 */
  uint64_t (*capacity)(void* context, int channel); /* bytes of a channel; NULL: more than any run needs */
  const char* (*error)(void* context);              /* why the last function failed; NULL: no text */
  void (*close)(void* context);                     /* with the handle, or when opening fails; NULL: nothing to do */
} rtlgen_host_backend;

/* Of a simulated card. */
typedef struct rtlgen_host_simulation {
  double bus_mhz, kernel_mhz; /* 0: what the accelerator was generated for */
  const char* dram; /* path of a models/<part>.txt that `rtlgen generate --card` wrote; NULL: an ideal memory */
  const char* link; /* path of a models/<link>.txt; NULL: a host that takes no time */
  uint64_t seed;    /* of everything random */
} rtlgen_host_simulation;

typedef struct rtlgen_host_field {
  const char* name;
  int cell_bits;  /* of a vector, of all its components */
  int cell_bytes; /* the same: each component has 1, 2, 4 or 8 bytes of its own */
  int is_input;   /* can be loaded */
  int is_output;  /* can be read after a run */
  int axes;       /* 0: a single value */
  uint64_t extents[3];
  uint64_t bytes; /* of the whole field: what load and read take */
  int components; /* of a cell: more than one only of vectors; they are innermost */
} rtlgen_host_field;

/* Of the last run. */
typedef struct rtlgen_host_counters {
  uint64_t cycles_busy;    /* of the bus clock */
  uint64_t cycles_stalled; /* those in which no beat moved */
  uint64_t input_waits;    /* of the kernel clock: the core waited for words */
  uint64_t output_waits;   /* of the kernel clock: a result waited */
  uint64_t passes;
  uint64_t beats_read, beats_written; /* of all memory channels */
} rtlgen_host_counters;

/* A field that a job loads, and one that it reads; `bytes` of the whole field. */
typedef struct rtlgen_host_source {
  const char* field;
  const void* cells; /* copied by submit */
  uint64_t bytes;
} rtlgen_host_source;
typedef struct rtlgen_host_target {
  const char* field;
  void* cells; /* must stay until the ticket has been waited for */
  uint64_t bytes;
} rtlgen_host_target;

typedef struct rtlgen_host_param {
  const char* name;
  uint64_t bits;
} rtlgen_host_param;

/* One grid of a batch. Pointers of empty lists may be NULL. */
typedef struct rtlgen_host_job {
  const rtlgen_host_source* loads; /* all state, and the inputs that differ from grid to grid */
  int load_count;
  const rtlgen_host_target* reads;
  int read_count;
  uint64_t steps;
  uint64_t first_step;
  const rtlgen_host_param* params; /* that differ from those of set_param */
  int param_count;
} rtlgen_host_job;

/* NULL if it fails. `manifest`: path of manifest.json; `card`: path of card.so; `options` may be NULL. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_simulation(const char* manifest, const char* card,
                                                             const rtlgen_host_simulation* options);
/* A card behind AMD's XDMA driver. `device`: what the names of its files begin with, "/dev/xdma0". `channel_bytes`: of
 * memory channels 0, 1, ..., `channels` of them, which lie one behind the other on the card; NULL: channel 0 alone, of
 * any size. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_xdma(const char* manifest, const char* device,
                                                       const uint64_t* channel_bytes, int channels);
/* The same of a card with several kernels: number `kernel`, from 0 on. The manifest, of a board that rtlgen makes
 * projects for, says where its registers, its interrupt and its memory channels are. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_xdma_kernel(const char* manifest, const char* device, int kernel);
/* A card with one of Intel's DMAs (DE5-Net, Catapult v3, DE10-Agilex) that is bound to vfio-pci. `device`: its PCI
 * address, or its number among those; "": 0. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_vfio(const char* manifest, const char* device);
/* A card behind a serial line. `device`: "/dev/ttyUSB1". */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_uart(const char* manifest, const char* device);
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open(const char* manifest, const rtlgen_host_backend* backend);
/* NULL is nothing to do. */
RTLGEN_HOST_VISIBLE void rtlgen_host_close(rtlgen_host* host);

/* Of this thread's last function that failed; "" if none has. */
RTLGEN_HOST_VISIBLE const char* rtlgen_host_error(void);

/* Sends operands through the hard floating-point blocks of the card's self-test (arithmetic: hard). A failure, with a
 * text that names every assumption that does not hold, if the card computes otherwise. `cases`: how many were sent, 0
 * where the design has no hard blocks; may be NULL. */
RTLGEN_HOST_VISIBLE int rtlgen_host_self_test(rtlgen_host* host, int* cases);

/* nx, ny, nz, as many as the grid has axes. All arrays must be loaded anew. At first: those it was generated for. */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_extents(rtlgen_host* host, const uint64_t* extents, int axes);
/* A run-time parameter's bits: rtlgen_host_float_bits(0.25f). */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_param(rtlgen_host* host, const char* name, uint64_t bits);
RTLGEN_HOST_VISIBLE int rtlgen_host_set_step(rtlgen_host* host, uint64_t step);
/* Clocks of the bus without any beat that end a run with an error; 0: never. At first 2^24. */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_watchdog(rtlgen_host* host, uint32_t clocks);

/* Fields are numbered from 0; -1 for a null handle. */
RTLGEN_HOST_VISIBLE int rtlgen_host_field_count(rtlgen_host* host);
RTLGEN_HOST_VISIBLE int rtlgen_host_get_field(rtlgen_host* host, int index, rtlgen_host_field* field);

/* `bytes`: of the whole field. */
RTLGEN_HOST_VISIBLE int rtlgen_host_load(rtlgen_host* host, const char* field, const void* cells, uint64_t bytes);
RTLGEN_HOST_VISIBLE int rtlgen_host_read(rtlgen_host* host, const char* field, void* cells, uint64_t bytes);
/* The same for `count` rows from row `first` on (planes of a field of three axes), which moves only their bytes. */
RTLGEN_HOST_VISIBLE int rtlgen_host_load_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count,
                                              const void* cells, uint64_t bytes);
RTLGEN_HOST_VISIBLE int rtlgen_host_read_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count,
                                              void* cells, uint64_t bytes);
/* Time steps from where the last run ended. Returns when they are done. */
RTLGEN_HOST_VISIBLE int rtlgen_host_run(rtlgen_host* host, uint64_t steps);
/* The same in two parts, so that a program drives several cards at once. In between nothing else may be asked of the
 * accelerator. */
RTLGEN_HOST_VISIBLE int rtlgen_host_start(rtlgen_host* host, uint64_t steps);
RTLGEN_HOST_VISIBLE int rtlgen_host_wait(rtlgen_host* host);

/* Hands over one grid of a batch, whose transfers overlap with the runs and transfers of other grids. Returns at once,
 * unless four grids are unfinished; work goes on from stage to stage during submit and wait_ticket alone. All jobs of a
 * batch load the same fields; other inputs keep what load has put there. Until all tickets have been waited for, other
 * functions that use fields fail; afterwards the fields of the jobs hold nothing. */
RTLGEN_HOST_VISIBLE int rtlgen_host_submit(rtlgen_host* host, const rtlgen_host_job* job, uint64_t* ticket);
/* Until the results of this job are in their arrays; ticket 0: of the earliest. Fails if the job failed; other jobs go
 * on. */
RTLGEN_HOST_VISIBLE int rtlgen_host_wait_ticket(rtlgen_host* host, uint64_t ticket);

RTLGEN_HOST_VISIBLE int rtlgen_host_get_counters(rtlgen_host* host, rtlgen_host_counters* counters);
/* Bits of a monitor after the last pass; after wait_ticket, of that job. */
RTLGEN_HOST_VISIBLE int rtlgen_host_get_monitor(rtlgen_host* host, const char* name, uint64_t* bits);

static inline uint64_t rtlgen_host_float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline uint64_t rtlgen_host_double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

#ifdef __cplusplus
}
#endif
#endif
