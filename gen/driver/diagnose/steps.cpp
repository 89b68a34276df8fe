// Registers, memory and hard blocks.
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "contract/manifest.hpp"
#include "driver/diagnose/device.hpp"
#include "host/bring_up.hpp"
#include "host/memory_check.hpp"
#include "host/simulated_card.hpp"
#include "support/errors.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kNoMemory = "this board has no memory and no registers: its grid stays in the host";

constexpr std::uint64_t kKiB = std::uint64_t{1} << 10, kMiB = std::uint64_t{1} << 20;

host::MemoryTest memory_test(const Device& device) {
  host::MemoryTest test;
  for (const contract::ShellChannel& channel : device.design->shell.channels) test.channels.push_back(channel.number);
  test.beat_bytes = device.design->shell.bus_bits / 8;
  test.largest = device.options.soak_minutes > 0 ? 64 * kMiB : kMiB;
  if (device.kind() == CardBackend::kUart) test.largest = 16 * kKiB;
  // Each transfer of a simulated host takes 20 us: many of them take seconds.
  if (!device.is_real()) test.largest = 64 * kKiB, test.offset_step = 16;
  if (device.kind() == CardBackend::kXrt) test.offset_step = 64;
  test.seed = device.run.run.seed;
  test.now = [&device] { return device.now(); };
  return test;
}

std::string bytes_text(std::uint64_t bytes) {
  return bytes >= kMiB ? fmt::format("{} MiB", bytes / kMiB) : fmt::format("{} KiB", bytes / kKiB);
}

}  // namespace

double Device::now() const {
  constexpr double kNs = 1e-9;
  if (simulated) return simulated->statistics().time_ns * kNs;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Judged passed(std::string seen) {
  Judged step;
  step.seen = std::move(seen);
  return step;
}

Judged skipped(std::string reason) {
  Judged step = passed(std::move(reason));
  step.outcome = StepOutcome::kSkipped;
  return step;
}

Judged failed(std::string seen, std::string expected, std::vector<std::string> causes) {
  Judged step = passed(std::move(seen));
  step.outcome = StepOutcome::kFailed;
  step.expected = std::move(expected);
  step.causes = std::move(causes);
  return step;
}

Judged judged(host::Finding finding) {
  if (!finding.holds) return failed(std::move(finding.seen), std::move(finding.expected), std::move(finding.causes));
  Judged step = passed(std::move(finding.seen));
  step.expected = std::move(finding.expected);
  step.causes = std::move(finding.causes);
  return step;
}

Judged climb_response(Device& device) {
  if (!device.backend && !device.line) {
    try {
      open_device(device);
    } catch (const std::runtime_error& fault) {
      return failed(fault.what(), "a response to a hello",
                    {"the board is not programmed, or holds another design", "wrong port, or wrong speed",
                     "another program uses the port"});
    }
  }
  if (device.line) return passed("the design responds to a hello with the description's digest");
  if (!device.backend) return skipped("the options choose no card");
  return judged(host::found_by([&] { return host::check_response(*device.design, *device.backend); }));
}

Judged climb_registers(Device& device) {
  if (device.line) return skipped(kNoMemory);
  bool is_busy = false;
  Judged step = judged(host::found_by([&] {
    is_busy = host::is_busy(*device.backend);
    return is_busy ? host::Finding() : host::check_writes(*device.design, *device.backend);
  }));
  return is_busy ? skipped(fmt::format("a run is active and must not be disturbed: see step {}", int{kIdleStep}))
                 : step;
}

Judged climb_design(Device& device) {
  if (device.line)
    return passed(fmt::format("the digest came with the response to the hello (step {})", int{kResponseStep}));
  return judged(host::found_by([&] { return host::check_design(*device.design, *device.backend); }));
}

Judged climb_idle(Device& device) {
  if (device.line) return skipped(kNoMemory);
  const bool sees_clocks = device.card_block().has_value();
  return judged(host::found_by([&] { return host::check_idle(*device.design, *device.backend, sees_clocks); }));
}

Judged climb_memory(Device& device) {
  if (device.line) return skipped(kNoMemory);
  const host::MemoryTest test = memory_test(device);
  Judged step = judged(host::check_transfers(test, *device.backend));
  if (step.outcome != StepOutcome::kPassed) return step;
  step.seen += fmt::format(
      "; sizes of 4 bytes to {}, {}", bytes_text(test.largest),
      test.offset_step == 1 ? "every offset in 64 bytes" : fmt::format("offsets of whole {} bytes", test.offset_step));
  return step;
}

Judged climb_capacity(Device& device) {
  if (device.line) return skipped(kNoMemory);
  if (device.kind() == CardBackend::kXrt) return skipped("XRT allocates buffers, so the end of a bank is out of reach");
  host::EndsFinding ends = host::check_ends(memory_test(device), *device.backend);
  if (ends.is_unknown && ends.finding.holds)
    return skipped("the size of the memory is unknown: neither the manifest nor the board file has it");
  return judged(std::move(ends.finding));
}

Judged climb_hard_blocks(Device& device) {
  if (device.line) return skipped(kNoMemory);
  if (device.design->shell.self_test.blocks.empty()) return skipped("the design has no hard floating-point blocks");
  if (!device.run_fault.empty())
    return skipped(fmt::format("an earlier run did not end properly: see step {}", int{kSmallestStep}));
  try {
    host::Accelerator accelerator(device.described.manifest, std::make_unique<Lent>(device.backend));
    const host::SelfTest test = accelerator.self_test();
    if (test.failures.empty()) return passed(test.text());
    Judged step = failed(test.text(), "every assumption holds",
                         {"the hard blocks of this device family do not compute as documented"});
    step.is_device = false;
    return step;
  } catch (const host::Error& fault) {
    return failed(fault.what(), "a self-test that ends",
                  {fmt::format("registers do not work reliably: repeat step {}", int{kRegistersStep})});
  }
}

}  // namespace rtlgen::driver
