// Finds what limits a design, and what to change next: docs/advice.md.
//
// Every gain is the difference of two predictions: for the current design, and for the design with changed keys,
// planned and timed again.
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
  ModelOptions model;    ///< without a clock: the typical estimate for the current design, also for every change
  std::string measured;  ///< output of `sim --json`; "": no comparison
};

/// A change of keys, with the models' predictions for it.
struct Change {
  std::string what;               ///< "P 8, I 12 instead of P 4, I 8"
  std::vector<std::string> sets;  ///< key.path=value, for --set and for the file
  std::string refused;            ///< why it is not advised; empty: it is advised
  std::optional<double> seconds;  ///< duration of the run, including transfers by the host; none: it cannot be built
  double times_faster = 0;        ///< compared with the current design
  double clock_mhz = 0;           ///< used for its time
  double estimated_mhz = 0;       ///< the typical estimate for it; 0: unknown
  double cell_updates_per_s = 0;
  std::string pace;                 ///< its new limit: "memory-bound"
  std::string fullest;              ///< "61.2 % of DSP"; empty: not known
  std::vector<std::int64_t> costs;  ///< resources used, memory channels, clock in kHz; empty: it cannot be built
  bool is_best = false;             ///< has the best P, I and block of the search
};

/// A figure as predicted, and as counted in a simulated run.
struct ComparedFigure {
  std::string what, unit;
  double predicted = 0, measured = 0;
  double off = 0;  ///< difference as a fraction of the run (times) or of the larger count (counts)
};

struct MeasuredReport {
  std::string file, dram;
  double kernel_mhz = 0, bus_mhz = 0;  ///< clocks of the simulated run, and of the prediction that is compared with it
  std::vector<ComparedFigure> figures;
  int largest = -1;  ///< index in figures; -1: all agree
  std::vector<std::string> notes;
};

struct AdviseReport {
  ModelReport now;
  ModelOptions options;  ///< for judging changes, with the clock and all assumptions
  model::Potentials potentials;
  model::Roof roof;
  std::string binds;  ///< the limit of the run: the kernel with its fullest resource, a channel, its bus, waiting, or
                      ///< the host's link
  std::vector<Change> changes;  ///< largest gain first; none has another that costs no more and is as fast
  std::vector<Change> refused;  ///< considered and rejected, with the reason
  std::string search;  ///< result of the search of P, I and blocks: the number of points, or why there is no best one
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

/// Applies the model of Wang et al. to a kernel file.
Result<KernelReport> advise_kernel(const std::string& file, model::wang2016::Reading reading, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
