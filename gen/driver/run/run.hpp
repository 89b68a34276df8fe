// Runs one host program on a card, simulated or real.
#pragma once

#include <memory>
#include <string>

#include "driver/simulate/options.hpp"
#include "host/device_files.hpp"
#include "host/pci_device.hpp"
#include "host/serial_port.hpp"
#include "host/xrt_card.hpp"
#include "support/result.hpp"

namespace rtlgen::host {
struct AvalonDmaOptions;
}

namespace rtlgen::driver {

struct SimReport;
struct Prepared;

enum class CardBackend : std::uint8_t { kSimulation, kXdma, kXrt, kVfio, kUart };

struct CardOptions {
  SimOptions run;  ///< options of the simulation apply only to the back end kSimulation
  CardBackend backend = CardBackend::kSimulation;
  std::string device;  ///< card number; for xdma the prefix of its device files, for vfio its PCI address, for uart the
                       ///< serial port; "": the first
  std::string xclbin;  ///< for XRT
  std::string
      kernel;  ///< if there are several, the number, "": 0; for XRT also the name of the kernel, "": the shell's
  double patience_seconds = 10;              ///< a run without progress for this time is cancelled
  std::shared_ptr<host::DeviceFiles> files;  ///< for XDMA; null: those of this machine
  std::shared_ptr<host::PciDevice> pci;      ///< for vfio; null: that of this machine
  std::shared_ptr<host::SerialPort> port;    ///< for uart; null: that of this machine
};

/// The path of an XDMA card: "" is /dev/xdma0, "1" is /dev/xdma1, anything else is a path.
std::string device_path(const std::string& device);

/// The options of the XRT back end for a run.
Result<host::XrtOptions> xrt_options(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                                     Diagnostics& diagnostics);

/// The DMA of an Intel card; RG0811 if the board of the manifest has none that vfio drives.
Result<host::AvalonDmaOptions> vfio_options(const Prepared& prepared, const std::string& manifest, int kernel,
                                            Diagnostics& diagnostics);

/// The back end of a real card; throws like run_on_card.
Result<std::unique_ptr<host::Backend>> open_real(const CardOptions& options, const Prepared& prepared,
                                                 const std::string& manifest, Diagnostics& diagnostics);

/// The run for `options`, with a function that opens the chosen back end or serial line; neither for a simulated card.
Result<SimOptions> card_run(const CardOptions& options, Diagnostics& diagnostics);

/// Loads the arrays, runs, reads and compares every bit with the golden engine, like `simulate`. Throws
/// EnvironmentError if the driver is missing, the card does not respond or is a different one, or a transfer fails; the
/// text says which.
Result<SimReport> run_on_card(const CardOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
