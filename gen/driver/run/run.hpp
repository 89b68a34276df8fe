// Runs of one host program on a card, simulated or real.
#pragma once

#include <memory>
#include <string>

#include "driver/simulate/options.hpp"
#include "host/device_files.hpp"
#include "host/pci_device.hpp"
#include "host/serial_port.hpp"
#include "host/xrt_card.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

struct SimReport;
struct Prepared;

enum class CardBackend : std::uint8_t { kSimulation, kXdma, kXrt, kVfio, kUart };

struct CardOptions {
  SimOptions run;  ///< options of the simulation apply to the back end kSimulation only
  CardBackend backend = CardBackend::kSimulation;
  std::string device;  ///< number of the card, of an XDMA card what the names of its files begin with, of vfio its PCI
                       ///< address, of uart the serial port; "": the first
  std::string xclbin;  ///< of XRT
  std::string
      kernel;  ///< where there are several its number, "": 0; of XRT also the kernel's name in it, "": the shell's
  double patience_seconds = 10;              ///< a run without progress for so long is cancelled
  std::shared_ptr<host::DeviceFiles> files;  ///< of XDMA; null: those of this machine
  std::shared_ptr<host::PciDevice> pci;      ///< of vfio; null: that of this machine
  std::shared_ptr<host::SerialPort> port;    ///< of uart; null: that of this machine
};

/// Of an XDMA card: "" is /dev/xdma0, "1" is /dev/xdma1, anything else is itself.
std::string device_path(const std::string& device);

/// What the XRT back end needs to know about a run.
Result<host::XrtOptions> xrt_options(const CardOptions& options, const Prepared& prepared, const std::string& manifest,
                                     Diagnostics& diagnostics);

/// The back end of a card that is no simulation; throws as run_on_card does.
Result<std::unique_ptr<host::Backend>> open_real(const CardOptions& options, const Prepared& prepared,
                                                 const std::string& manifest, Diagnostics& diagnostics);

/// The run that `options` make, with a way to open the back end or the serial line that they choose; neither for a
/// simulated card.
Result<SimOptions> card_run(const CardOptions& options, Diagnostics& diagnostics);

/// Loads the arrays, runs, reads and compares every bit with the golden engine, as `simulate` does. Throws
/// EnvironmentError where the driver is missing, the card does not respond or is another one, or a transfer fails; the
/// text says which.
Result<SimReport> run_on_card(const CardOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
