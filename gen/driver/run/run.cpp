// Runs on real cards: finds the addresses of the board's memory, opens the card's driver, then does the same as a
// simulation.
#include "driver/run/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/run/built_clock.hpp"
#include "driver/simulate/line.hpp"
#include "driver/simulate/simulate.hpp"
#include "flow/project.hpp"
#include "frontend/board/wiring_file.hpp"
#include "host/avalon_dma.hpp"
#include "host/uart.hpp"
#include "host/uart_stream.hpp"
#include "host/xdma.hpp"
#include "host/xrt_card.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

/// The address of each channel on the card: for a board with a project (`wired`) from the manifest, for others from the
/// board's figures.
Result<std::map<int, host::XdmaOptions::Memory>> memory_map(const Prepared& prepared,
                                                            const std::map<int, host::XdmaOptions::Memory>& wired,
                                                            Diagnostics& diagnostics) {
  const std::vector<std::uint64_t>& bytes = prepared.stencil().hardware.channels.bytes;
  const bool is_wired = frontend::wiring_texts().contains(prepared.stencil().hardware.board.path().string());
  std::map<int, host::XdmaOptions::Memory> map = is_wired ? wired : host::channels_in_line(bytes);
  if (map.empty()) map[0] = {};
  for (const contract::ShellChannel& channel : prepared.plan.shell->channels) {
    if (map.contains(channel.number)) continue;
    const OutsideText& board = prepared.stencil().hardware.board;
    return diagnostics.error(
        Code::kUnknownMemoryMap, {prepared.stencil().file.path().string()},
        fmt::format("memory channel {} is used, but its address on the card is unknown", channel.number),
        {board.empty() || (bytes.empty() && !is_wired)
             ? "name a board whose memory is known: hardware.board; rtlgen boards lists them"
             : fmt::format("{} has channels 0 to {}", safe::terminal(board), map.rbegin()->first)});
  }
  return map;
}

using Opened = Result<std::unique_ptr<host::Backend>>;

/// "" means the first.
bool is_kernel_number(const CardOptions& options) {
  return options.kernel.size() < 4 && options.kernel.find_first_not_of("0123456789") == std::string::npos;
}

/// The kernel of a card that numbers its kernels.
Result<int> kernel_number(const CardOptions& options, const Prepared& prepared, Diagnostics& diagnostics) {
  if (!is_kernel_number(options))
    return diagnostics.error(Code::kOptionConflict, {"--kernel"},
                             fmt::format("kernels of this card are numbered, but '{}' is not a number", options.kernel),
                             {"the first is 0"});
  const int kernel = options.kernel.empty() ? 0 : std::stoi(options.kernel);
  if (kernel >= prepared.stencil().hardware.kernels)
    return diagnostics.error(
        Code::kOptionConflict, {"--kernel"},
        fmt::format("there is no kernel {}: hardware.kernels is {}", kernel, prepared.stencil().hardware.kernels),
        {"kernels are numbered from 0"});
  return kernel;
}

/// The positions of a kernel's channels among all banks that the kernels use.
std::vector<std::size_t> used_banks(const spec::Hardware& hardware, int kernel, const std::vector<int>& channels) {
  std::set<int> all;
  for (int k = 0; k < hardware.kernels; ++k) {
    for (const int c : channels) all.insert(spec::card_channel(hardware, k, c));
  }
  std::vector<std::size_t> positions;
  for (const int c : channels)
    positions.push_back(
        static_cast<std::size_t>(std::distance(all.begin(), all.find(spec::card_channel(hardware, kernel, c)))));
  return positions;
}

Opened open_xdma(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                 Diagnostics& diagnostics) {
  const auto kernel = kernel_number(options, prepared, diagnostics);
  if (!kernel) return Failure{};
  host::XdmaOptions xdma = host::xdma_options(manifest, *kernel);
  auto map = memory_map(prepared, xdma.channels, diagnostics);
  if (!map) return Failure{};
  xdma.device = device_path(options.device);
  xdma.channels = *std::move(map);
  xdma.patience_seconds = options.patience_seconds;
  return std::unique_ptr<host::Backend>(
      std::make_unique<host::XdmaCard>(xdma, options.files ? options.files : host::linux_files()));
}

Opened open_xrt(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                Diagnostics& diagnostics) {
  const auto xrt = xrt_options(options, prepared, manifest, diagnostics);
  if (!xrt) return Failure{};
#ifdef RTLGEN_HAVE_XRT
  return std::unique_ptr<host::Backend>(std::make_unique<host::XrtCard>(*xrt));
#else
  throw EnvironmentError(
      "this rtlgen was built without XRT, so it cannot reach cards behind XRT: install XRT, then build rtlgen again "
      "(docs/host.md)");
#endif
}

Opened open_vfio(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                 Diagnostics& diagnostics) {
  const auto kernel = kernel_number(options, prepared, diagnostics);
  if (!kernel) return Failure{};
  auto known = vfio_options(prepared, manifest, *kernel, diagnostics);
  if (!known) return Failure{};
  host::AvalonDmaOptions dma = *std::move(known);
  dma.patience_seconds = options.patience_seconds;
  return std::unique_ptr<host::Backend>(std::make_unique<host::AvalonDmaCard>(
      dma, options.pci ? options.pci : host::vfio_device(options.device, dma.message)));
}

/// The serial port that the options name; null after a fault.
std::shared_ptr<host::SerialPort> serial_port(const CardOptions& options, int baud, Diagnostics& diagnostics) {
  if (options.device.empty()) {
    diagnostics.error(
        Code::kOptionConflict, {"--backend uart"}, "a card on a serial line needs the name of its port",
        {"give it with --device, for example /dev/ttyUSB1; `dmesg` shows it once the board is plugged in"});
    return nullptr;
  }
  return options.port ? options.port : host::linux_serial_port(options.device, baud);
}

void set_patience(host::UartOptions& uart, const CardOptions& options) {
  uart.device = options.device;
  uart.patience_seconds = options.patience_seconds;
  uart.response_ms = static_cast<int>(options.patience_seconds * 1000 / uart.tries);
}

Opened open_uart(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                 Diagnostics& diagnostics) {
  host::UartOptions uart;
  try {
    uart = host::uart_options(manifest);
  } catch (const host::Error& fault) {
    return diagnostics.error(Code::kUnknownMemoryMap, {prepared.stencil().file.path().string()}, fault.what(),
                             {fmt::format("hardware.board must be one of those with a serial line: {}",
                                          fmt::join(frontend::boards_with_uart(), ", "))});
  }
  set_patience(uart, options);
  const auto port = serial_port(options, uart.baud, diagnostics);
  if (!port) return Failure{};
  return std::unique_ptr<host::Backend>(std::make_unique<host::UartCard>(uart, port));
}

/// The wiring of the description's board, if open tools make its bitstream: it has a serial line and no memory.
Result<std::optional<board::Wiring>> open_wiring(const Source& source, Diagnostics& diagnostics) {
  const auto description = read_stencil(source, diagnostics);
  if (!description) return Failure{};
  const std::string name = description->hardware.board.path().string();
  if (!frontend::wiring_texts().contains(name)) return std::optional<board::Wiring>();
  auto wiring = frontend::load_wiring(name, diagnostics);
  if (!wiring) return Failure{};
  return wiring->open ? std::optional(*std::move(wiring)) : std::nullopt;
}

Result<std::shared_ptr<LineRunner>> open_stream(const CardOptions& options, int baud, const Prepared& prepared,
                                                std::uint32_t identity, Diagnostics& diagnostics) {
  host::UartOptions uart;
  uart.baud = baud;
  set_patience(uart, options);
  try {
    const auto port = serial_port(options, baud, diagnostics);
    if (!port) return Failure{};
    return std::make_shared<LineRunner>(prepared.plan, identity, std::make_unique<host::UartStream>(uart, port));
  } catch (const host::DeviceError& fault) {
    throw EnvironmentError(fault.what());
  }
}

/// Why this back end cannot set the kernel clock; "": it can.
const char* fixed_clock(CardBackend backend) {
  switch (backend) {
    case CardBackend::kXdma:
      return "";
    case CardBackend::kSimulation:
      return "a simulated card has the clock of its description";
    case CardBackend::kXrt:
      return "XRT sets the clocks of its cards itself";
    case CardBackend::kVfio:
      return "rtlgen does not reconfigure the PLLs of Intel cards";
    case CardBackend::kUart:
      break;
  }
  return "the kernel clock of this board is made by its bitstream";
}

/// The clock that the build of the card's bitstream meets, as far as the manifest leads to it. Alveo's tools lower
/// clocks and do not say what more a design allows.
std::optional<BuiltClock> met_by_build(const CardOptions& options) {
  const bool is_told = options.backend == CardBackend::kVfio || options.backend == CardBackend::kUart;
  if (!is_told || !options.run.manifest) return std::nullopt;
  return built_clock(options.run.manifest->file);
}

/// Advice for a user who wants another kernel clock.
std::vector<std::string> other_clock(const CardOptions& options) {
  const bool is_simulated = options.backend == CardBackend::kSimulation;
  if (is_simulated) return {"use --set hardware.clock_mhz=..."};
  const char* const how = options.backend == CardBackend::kXrt ? "link the kernel" : "build the project";
  if (const std::optional<BuiltClock> built = met_by_build(options))
    return {fmt::format("the build meets {:.1f} MHz of {:.1f} ({})", built->met_mhz, built->project_mhz, built->file),
            fmt::format("{} for another clock: --set hardware.clock_mhz={}", how, std::floor(built->met_mhz))};
  std::vector<std::string> notes = {fmt::format("{} for another clock: --set hardware.clock_mhz=...", how)};
  if (options.backend == CardBackend::kVfio)
    notes.emplace_back("`make clock` in the project prints the clock that its build meets");
  return notes;
}

/// "" if the build meets the clock of the project, or if that is not known.
std::string unmet_clock(const CardOptions& options) {
  constexpr double kSame = 1e-3;  // the frequencies of a PLL are not round
  const std::optional<BuiltClock> built = met_by_build(options);
  if (!built || built->met_mhz >= built->project_mhz * (1 - kSame)) return "";
  return fmt::format(
      "the kernel clock is {:.1f} MHz, but the build meets only {:.1f} MHz ({}), so bits may be wrong: build the "
      "project "
      "for a lower clock (--set hardware.clock_mhz={})",
      built->project_mhz, built->met_mhz, built->file, std::floor(built->met_mhz));
}

bool check_clock(const CardOptions& options, Diagnostics& diagnostics) {
  if (options.run.clock_mhz == 0) return true;
  if (!check_number(kClockRange, options.run.clock_mhz, diagnostics)) return false;
  const std::string fixed = fixed_clock(options.backend);
  if (fixed.empty()) return true;
  std::vector<std::string> notes = other_clock(options);
  notes.emplace_back("cards with XDMA can: docs/bring_up.md");
  diagnostics.error(Code::kOptionConflict, {"--clock"}, "the kernel clock cannot be changed: " + fixed,
                    std::move(notes));
  return false;
}

}  // namespace

Result<host::XrtOptions> xrt_options(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                                     Diagnostics& diagnostics) {
  if (options.xclbin.empty())
    diagnostics.error(Code::kOptionConflict, {"--backend xrt"}, "a card behind XRT needs an xclbin",
                      {"name it with --xclbin"});
  const bool is_number =
      options.device.size() < 6 && options.device.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number)
    diagnostics.error(Code::kOptionConflict, {"--device"},
                      fmt::format("XRT numbers its cards, but '{}' is not a number", options.device),
                      {"`xbutil examine` lists them"});
  host::XrtOptions xrt;
  xrt.xclbin = options.xclbin;
  xrt.kernel = options.kernel.empty() ? prepared.plan.shell->module : options.kernel;
  for (const contract::ShellChannel& channel : prepared.plan.shell->channels) xrt.channels.push_back(channel.number);
  xrt.patience_seconds = options.patience_seconds;
  xrt.progress = host::xdma_options(manifest).progress;
  // A number means a kernel of a project with several, as in its README; any other text is XRT's name of a kernel.
  if (prepared.stencil().hardware.kernels > 1 && is_kernel_number(options)) {
    const auto kernel = kernel_number(options, prepared, diagnostics);
    if (!kernel) return Failure{};
    const std::string top = flow::top_name(prepared.stencil().name, prepared.stencil().hardware.board.path().string());
    xrt.kernel = fmt::format("{}:{{{}}}", top, flow::compute_unit(top, static_cast<std::size_t>(*kernel)));
    xrt.used = used_banks(prepared.stencil().hardware, *kernel, xrt.channels);
  }
  if (diagnostics.has_errors()) return Failure{};
  xrt.device = options.device.empty() ? 0 : std::stoi(options.device);
  return xrt;
}

Result<host::AvalonDmaOptions> vfio_options(const Prepared& prepared, const std::string& manifest, int kernel,
                                            Diagnostics& diagnostics) {
  try {
    return host::avalon_dma_options(manifest, kernel);
  } catch (const host::Error& fault) {
    return diagnostics.error(Code::kUnknownMemoryMap, {prepared.stencil().file.path().string()}, fault.what(),
                             {"or use --board; boards with them: de5net, catapult_v3 and de10_agilex"});
  }
}

std::string device_path(const std::string& device) {
  const bool is_number = device.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? "/dev/xdma" + (device.empty() ? "0" : device) : device;
}

Opened open_real(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                 Diagnostics& diagnostics) {
  switch (options.backend) {
    case CardBackend::kXrt:
      return open_xrt(options, prepared, manifest, diagnostics);
    case CardBackend::kVfio:
      return open_vfio(options, prepared, manifest, diagnostics);
    case CardBackend::kUart:
      return open_uart(options, prepared, manifest, diagnostics);
    default:
      return open_xdma(options, prepared, manifest, diagnostics);
  }
}

Result<SimOptions> card_run(const CardOptions& options, Diagnostics& diagnostics) {
  if (!check_number(kPatienceRange, options.patience_seconds, diagnostics)) return Failure{};
  if (!check_clock(options, diagnostics)) return Failure{};
  SimOptions run = options.run;
  run.memory = Memory::kBoard;
  if (options.backend == CardBackend::kSimulation) return run;
  if (options.backend == CardBackend::kUart) {
    const auto open = open_wiring(run.run.source, diagnostics);
    if (!open) return Failure{};
    if (*open) {
      run.memory = Memory::kIdeal;
      run.open_line = [options, baud = (*open)->uart->baud](const Prepared& prepared, std::uint32_t identity,
                                                            Diagnostics& faults) {
        return open_stream(options, baud, prepared, identity, faults);
      };
      return run;
    }
  }
  run.open_backend = [options](const Prepared& prepared, const std::string& manifest, Diagnostics& faults) {
    return open_real(options, prepared, manifest, faults);
  };
  return run;
}

Result<SimReport> run_on_card(const CardOptions& options, Diagnostics& diagnostics) {
  const auto run = card_run(options, diagnostics);
  if (!run) return Failure{};
  Result<SimReport> report = simulate(*run, diagnostics);
  if (const std::string unmet = unmet_clock(options); report && !unmet.empty()) {
    if (report->card) report->card->notes.push_back(unmet);
    if (report->line) report->line->notes.push_back(unmet);
  }
  return report;
}

}  // namespace rtlgen::driver
