/* Heat in a plate on an accelerator, in C: load a field, set a parameter, run 100 steps, read, print counters.
 *
 *   rtlgen generate examples/host/heat.yaml -o build/heat --card
 *   cmake --install build/release --component host --prefix /usr/local, and again with host_dev
 *   gcc examples/host/heat.c -o heat_c $(pkg-config --cflags --libs rtlgen_host)
 *   ./heat_c build/heat
 *   ./heat_c build/heat /dev/xdma0      the same on a card behind the XDMA driver
 */
#include <rtlgen/rtlgen_host.h>
#include <stdio.h>

enum { kNx = 48, kNy = 32 };

static float t[kNx * kNy];

/* Returns 0 as soon as one step fails. */
static int run(rtlgen_host* host) {
  const uint64_t extents[] = {kNx, kNy};
  rtlgen_host_counters counters;
  uint64_t change_bits;
  uint32_t low_bits;
  float change;
  double sum = 0;
  int i;

  for (i = 0; i < kNx * kNy; ++i) t[i] = 20.0f;
  t[16 * kNx + 24] = 1000.0f;
  if (rtlgen_host_set_extents(host, extents, 2) || rtlgen_host_load(host, "t", t, sizeof t) ||
      rtlgen_host_set_param(host, "r", rtlgen_host_float_bits(0.2f)) || rtlgen_host_run(host, 100) ||
      rtlgen_host_read(host, "t", t, sizeof t) || rtlgen_host_get_counters(host, &counters) ||
      rtlgen_host_get_monitor(host, "change", &change_bits)) {
    return 0;
  }
  for (i = 0; i < kNx * kNy; ++i) sum += (double)t[i];
  low_bits = (uint32_t)change_bits;
  memcpy(&change, &low_bits, sizeof change);
  printf("centre %.3f, mean %.3f, last change %.5f\n", (double)t[16 * kNx + 24], sum / (kNx * kNy), (double)change);
  printf("%llu passes, %llu bus cycles, %llu of them without a beat\n", (unsigned long long)counters.passes,
         (unsigned long long)counters.cycles_busy, (unsigned long long)counters.cycles_stalled);
  printf("%llu beats read, %llu written\n", (unsigned long long)counters.beats_read,
         (unsigned long long)counters.beats_written);
  return 1;
}

/* Opens the card whose device files begin with `device`, or a simulated card if that is NULL. */
static rtlgen_host* open_card(const char* folder, const char* device) {
  char manifest[4096], card[4096], dram[4096];
  rtlgen_host_simulation options = {0};

  snprintf(manifest, sizeof manifest, "%s/manifest.json", folder);
  if (device != NULL) return rtlgen_host_open_xdma(manifest, device, NULL, 0);
  snprintf(card, sizeof card, "%s/card.so", folder);
  snprintf(dram, sizeof dram, "%s/models/ddr4-2400.txt", folder);
  options.dram = dram;
  return rtlgen_host_open_simulation(manifest, card, &options);
}

int main(int argc, char** argv) {
  rtlgen_host* host;
  int good;

  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: heat_c DIR [/dev/xdma0]   (DIR: the folder that rtlgen generate --card wrote)\n");
    return 2;
  }
  host = open_card(argv[1], argc == 3 ? argv[2] : NULL);
  good = host != NULL && run(host);
  if (!good) fprintf(stderr, "heat_c: %s\n", rtlgen_host_error());
  rtlgen_host_close(host);
  return good ? 0 : 1;
}
