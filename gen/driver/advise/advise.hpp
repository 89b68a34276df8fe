// What limits a design, and what to change next: docs/advice.md.
//
// Every gain is the difference of two predictions: the design as it is, and the design with the keys changed, planned
// and timed again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/model/model.hpp"
#include "model/potentials.hpp"
#include "model/roofline.hpp"
#include "model/wang2016.hpp"
#include "spec/opencl.hpp"

namespace rtlgen::driver {

struct AdviseOptions {
  ModelOptions model;    ///< without a clock: the typical estimate for the design as it is, for every change too
  std::string measured;  ///< what `sim --json` wrote; "": nothing is compared
};

/// A change of keys and the predictions of the models for it.
struct Change {
  std::string what;               ///< "P 8, I 12 instead of P 4, I 8"
  std::vector<std::string> sets;  ///< key.path=value, for --set and for the file
  std::string refused;            ///< why it is not advised; empty: it is
  std::optional<double> seconds;  ///< of the run, the host's transfers included; nothing: it cannot be built
  double times_faster = 0;        ///< than the design as it is
  double clock_mhz = 0;           ///< for which its time is computed
  double estimated_mhz = 0;       ///< the typical estimate for it; 0: unknown
  double cell_updates_per_s = 0;
  std::string pace;      ///< what then limits it: "memory-bound"
  std::string fullest;   ///< "61.2 % of DSP"; empty: not known
  bool is_best = false;  ///< the best P, I and block of the search
};

/// A figure as predicted and as counted in a simulated run.
struct ComparedFigure {
  std::string what, unit;
  double predicted = 0, measured = 0;
  double off = 0;  ///< difference as a fraction of the run (times) or of the larger count (counts)
};

struct MeasuredReport {
  std::string file, dram;
  double kernel_mhz = 0, bus_mhz = 0;  ///< of the simulated run, and of the prediction beside it
  std::vector<ComparedFigure> figures;
  int largest = -1;  ///< of the figures; -1: all agree
  std::vector<std::string> notes;
};

struct AdviseReport {
  ModelReport now;
  ModelOptions options;  ///< for judging changes, with the clock and what was assumed
  model::Potentials potentials;
  model::Roof roof;
  std::string binds;  ///< what limits the run: the kernel and its fullest resource, a channel, its bus, waiting, or the
                      ///< host's link
  std::vector<Change> changes;  ///< advised, the largest gain first
  std::vector<Change> refused;  ///< considered and rejected, with the reason
  std::string search;           ///< result of the search of P, I and blocks: how many points, or why there is no best
  std::optional<MeasuredReport> measured;
  std::vector<std::string> notes;
};

/// Fails without a board, whose resources decide what helps.
Result<AdviseReport> advise(const AdviseOptions& options, Diagnostics& diagnostics);

struct KernelReport {
  spec::opencl::Program program;
  model::wang2016::Reading reading = model::wang2016::Reading::kConsistent;
  model::wang2016::Result result;
};

/// The model of Wang et al. on a kernel file.
Result<KernelReport> advise_kernel(const std::string& file, model::wang2016::Reading reading, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
