/* The C interface of the host library: the functions of host.hpp, for C and for languages that bind to C.
 *
 * Functions that return int return 0, or 1 after a failure; rtlgen_host_error() then has the text, and the handle stays
 * usable. Nothing is thrown. Only one thread at a time may use a handle. Returned texts and names belong to the
 * library: an error text is valid until the thread's next call, names until close. A cell is its bits in 1, 2, 4 or 8
 * bytes, the fewest that are sufficient, low bytes first; arrays are contiguous, x varies fastest. */
#ifndef RTLGEN_HOST_H
#define RTLGEN_HOST_H

#include <stdint.h>
#include <string.h>

#include "visible.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rtlgen_host rtlgen_host; /* one accelerator */

/* A user-defined back end: accesses the memory channels and registers of one card. Functions return 0, or any other
 * value for a failure. */
typedef struct rtlgen_host_backend {
  void* context; /* passed to every function */
  int (*write_memory)(void* context, int channel, uint64_t address, const void* data, uint64_t bytes);
  int (*read_memory)(void* context, int channel, uint64_t address, void* data, uint64_t bytes);
  int (*write_register)(void* context, uint32_t offset, uint32_t value);
  int (*read_register)(void* context, uint32_t offset, uint32_t* value);
  int (*wait_interrupt)(void* context, int* came);  /* waits for it; *came is 0 if the time limit passed first */
  uint64_t (*capacity)(void* context, int channel); /* size of a channel in bytes; NULL: more than any run needs */
  const char* (*error)(void* context);              /* why the last function failed; NULL: no text */
  void (*close)(void* context);                     /* called when the handle is closed, or opening fails; NULL: none */
} rtlgen_host_backend;

/* Options of a simulated card. */
typedef struct rtlgen_host_simulation {
  double bus_mhz, kernel_mhz; /* 0: those that the accelerator was generated for */
  const char* dram;           /* path of a models/<part>.txt from `rtlgen generate --card`; NULL: an ideal memory */
  const char* link;           /* path of a models/<link>.txt; NULL: a host without delays */
  uint64_t seed;              /* for all random choices */
} rtlgen_host_simulation;

typedef struct rtlgen_host_field {
  const char* name;
  int cell_bits;  /* for a vector, of all components */
  int cell_bytes; /* for a vector, of all components; each has 1, 2, 4 or 8 bytes */
  int is_input;   /* can be loaded */
  int is_output;  /* can be read after a run */
  int axes;       /* 0: a single value */
  uint64_t extents[3];
  uint64_t bytes; /* of the whole field: the size for load and read */
  int components; /* per cell: more than one only for vectors; they are innermost */
} rtlgen_host_field;

/* Counters of the last run. */
typedef struct rtlgen_host_counters {
  uint64_t cycles_busy;    /* clocks of the bus */
  uint64_t cycles_stalled; /* clocks of the bus in which no beat moved */
  uint64_t input_waits;    /* clocks of the kernel in which the core waited for words */
  uint64_t output_waits;   /* clocks of the kernel in which a result waited */
  uint64_t passes;
  uint64_t beats_read, beats_written; /* total of all memory channels */
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
/* Opens a card behind AMD's XDMA driver. `device`: prefix of its device files, "/dev/xdma0". `channel_bytes`: sizes of
 * the memory channels 0, 1, ..., `channels` of them, at consecutive card addresses; NULL: only channel 0, of any
 * size. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_xdma(const char* manifest, const char* device,
                                                       const uint64_t* channel_bytes, int channels);
/* The same for kernel `kernel`, from 0, of a card with several. The manifest, for a board with a project of rtlgen, has
 * the places of its registers, interrupt and memory channels. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_xdma_kernel(const char* manifest, const char* device, int kernel);
/* Opens a card with one of Intel's DMAs (DE5-Net, Catapult v3, DE10-Agilex) that is bound to vfio-pci. `device`: its
 * PCI address, or its number among such cards; "": 0. */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_vfio(const char* manifest, const char* device);
/* Opens a card on a serial line. `device`: "/dev/ttyUSB1". */
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open_uart(const char* manifest, const char* device);
RTLGEN_HOST_VISIBLE rtlgen_host* rtlgen_host_open(const char* manifest, const rtlgen_host_backend* backend);
/* Does nothing for NULL. */
RTLGEN_HOST_VISIBLE void rtlgen_host_close(rtlgen_host* host);

/* The text of this thread's last failure; "" if there was none. */
RTLGEN_HOST_VISIBLE const char* rtlgen_host_error(void);

/* Sends test operands through the card's hard floating-point blocks (arithmetic: hard). Fails if a result is not as
 * assumed, with a text that names every assumption that does not hold. `cases`: number of tests, 0 if the design has no
 * hard blocks; may be NULL. */
RTLGEN_HOST_VISIBLE int rtlgen_host_self_test(rtlgen_host* host, int* cases);

/* Sets nx, ny, nz, as many as the grid has axes. All arrays must be loaded again. The default is the extents that it
 * was generated for. */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_extents(rtlgen_host* host, const uint64_t* extents, int axes);
/* Sets the bits of a run-time parameter: rtlgen_host_float_bits(0.25f). */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_param(rtlgen_host* host, const char* name, uint64_t bits);
RTLGEN_HOST_VISIBLE int rtlgen_host_set_step(rtlgen_host* host, uint64_t step);
/* Clocks of the bus without any beat after which a run ends with an error; 0: never. Default: 2^24. */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_watchdog(rtlgen_host* host, uint32_t clocks);
/* Ends all runs and transfers, and drops arrays and tickets; fails if the card cannot be reset by its host. */
RTLGEN_HOST_VISIBLE int rtlgen_host_reset(rtlgen_host* host);
/* Sets the kernel clock to the highest possible frequency not above `mhz`, and stores it in `set`, which may be NULL.
 * Resets all accelerators of the card; arrays stay. Fails if the card cannot do it, or its build does not meet that
 * clock. */
RTLGEN_HOST_VISIBLE int rtlgen_host_set_clock(rtlgen_host* host, double mhz, double* set);

/* Fields are numbered from 0; -1 for a null handle. */
RTLGEN_HOST_VISIBLE int rtlgen_host_field_count(rtlgen_host* host);
RTLGEN_HOST_VISIBLE int rtlgen_host_get_field(rtlgen_host* host, int index, rtlgen_host_field* field);

/* `bytes`: size of the whole field. */
RTLGEN_HOST_VISIBLE int rtlgen_host_load(rtlgen_host* host, const char* field, const void* cells, uint64_t bytes);
RTLGEN_HOST_VISIBLE int rtlgen_host_read(rtlgen_host* host, const char* field, void* cells, uint64_t bytes);
/* The same for `count` rows from row `first` on (planes for a field with three axes); moves only their bytes. */
RTLGEN_HOST_VISIBLE int rtlgen_host_load_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count,
                                              const void* cells, uint64_t bytes);
RTLGEN_HOST_VISIBLE int rtlgen_host_read_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count,
                                              void* cells, uint64_t bytes);
/* Runs time steps from the end of the last run. Returns when they are done. */
RTLGEN_HOST_VISIBLE int rtlgen_host_run(rtlgen_host* host, uint64_t steps);
/* The same in two parts, so that a program can drive several cards at once. No other function may be called for this
 * handle in between. */
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
