// Heat in a plate on an accelerator, in C++: load a field, set a parameter, run 100 steps, read, print counters.
//
//   rtlgen generate examples/host/heat.yaml -o build/heat --card    makes the accelerator, and a simulation of it
//   cmake --install build/release --component host --prefix /usr/local   the library; again with host_dev: its headers
//   g++ -std=c++17 examples/host/heat.cpp -o heat $(pkg-config --cflags --libs rtlgen_host)
//   ./heat build/heat                                               the rtlgen program is no longer needed
//   ./heat build/heat /dev/xdma0                                    the same on a card behind the XDMA driver
//
// CMakeLists.txt next to this file does the same with find_package(rtlgen_host).
#include <cstdio>
#include <memory>
#include <numeric>
#include <rtlgen/host.hpp>
#include <rtlgen/simulated_card.hpp>
#include <rtlgen/xdma.hpp>
#include <vector>

using namespace rtlgen::host;

namespace {

/// Opens the card whose device files begin with `device`, or a simulated one if that is empty.
std::unique_ptr<Backend> open_card(const std::string& folder, const std::string& manifest, const std::string& device) {
  if (device.empty()) {
    SimulatedOptions options = simulated_options(manifest);
    options.dram = read_text(folder + "/models/ddr4-2400.txt");
    return std::make_unique<SimulatedCard>(folder + "/card.so", options);
  }
  XdmaOptions options = xdma_options(manifest);
  options.device = device;
  return std::make_unique<XdmaCard>(options);
}

void run(const std::string& folder, const std::string& device) {
  const std::string manifest = read_text(folder + "/manifest.json");
  Accelerator accelerator(manifest, open_card(folder, manifest, device));

  const std::vector<std::uint64_t> extents = {48, 32};  // any grid up to the generated one
  accelerator.set_extents(extents);
  std::vector<float> t(extents[0] * extents[1], 20.0F);
  t[16 * extents[0] + 24] = 1000.0F;  // x = 24, y = 16
  accelerator.load("t", t.data(), t.size() * sizeof(float));
  accelerator.set_param("r", bits_of(0.2F));
  accelerator.run(100);
  accelerator.read("t", t.data(), t.size() * sizeof(float));

  const Counters counters = accelerator.counters();
  std::printf("centre %.3f, mean %.3f, last change %.5f\n", static_cast<double>(t[16 * extents[0] + 24]),
              std::accumulate(t.begin(), t.end(), 0.0) / static_cast<double>(t.size()),
              static_cast<double>(value_of<float>(accelerator.monitors().at("change"))));
  std::printf("%llu passes, %llu bus cycles, %llu of them without a beat\n",
              static_cast<unsigned long long>(counters.passes), static_cast<unsigned long long>(counters.cycles_busy),
              static_cast<unsigned long long>(counters.cycles_stalled));
  for (const auto& [channel, beats] : counters.beats) {
    std::printf("channel %d: %llu beats read, %llu written\n", channel, static_cast<unsigned long long>(beats[0]),
                static_cast<unsigned long long>(beats[1]));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: heat DIR [/dev/xdma0]   (DIR: the folder that rtlgen generate --card wrote)\n");
    return 2;
  }
  try {
    run(argv[1], argc == 3 ? argv[2] : "");
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "heat: %s\n", fault.what());
    return 1;
  }
  return 0;
}
