// One golden run per arithmetic and type, compared with the exact one.
#include "driver/simulate/accuracy.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/sharing/sharing.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/shown.hpp"
#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "golden/scalar.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// A program with the data of its run.
struct Judged {
  spec::Program program;
  RunData data;
};

std::optional<Judged> read_with(RunOptions options, const std::string& set, Diagnostics& diagnostics) {
  options.source.sets.push_back(set);
  const auto stencil = read_stencil(options.source, diagnostics);
  if (!stencil) return std::nullopt;
  Judged judged{analysis::reference_of(*stencil), {}};
  auto data = load_run(judged.program, stencil->hardware.extents, options, diagnostics);
  if (!data) return std::nullopt;
  judged.data = *std::move(data);
  return judged;
}

bool can_be_judged(const spec::Program& program, Diagnostics& diagnostics) {
  const auto leaves = [](const spec::Array& a) {
    return a.type.is_float() && (a.role == spec::Role::kState || a.role == spec::Role::kOutput);
  };
  if (program.decides_between_passes()) {
    diagnostics.error(Code::kNoAccuracy, {},
                      "accuracy cannot be measured if monitors decide: it would compare different runs",
                      {"leave out `until` and `next`, or give a number of iterations without them"});
  } else if (std::ranges::none_of(program.arrays, leaves)) {
    diagnostics.error(
        Code::kNoAccuracy, {},
        "accuracy is measured for float results only: others are exact, or their rules define the rounding");
  } else {
    return true;
  }
  return false;
}

golden::Grid rounded_to(const spec::Program& program, const spec::Type& type, const golden::Grid& from) {
  if (from.type == type) return from;
  golden::Grid to(type, from.extents);
  for (std::int64_t i = 0; i < from.cells(); ++i) {
    const std::uint64_t bits = from.get(i);
    to.set(i, golden::scalar_op(spec::Op::kCast, type, from.type, {&bits, 1}, false,
                                {program.rounding, program.overflow}));
  }
  return to;
}

class AccuracyRun {
 public:
  AccuracyRun(const RunOptions& options, const Judged& base, AccuracyReport& report)
      : options_(options), base_(base), report_(report) {}

  void run_reference() {
    shown(options_.progress, "exact arithmetic", [&](const golden::Options& options) {
      exact_ = golden::run_exactly(base_.program, base_.data.extents, base_.data.inputs, base_.data.iterations,
                                   base_.data.params, options);
    });
    masks_ = golden::ignored(base_.program, base_.data.extents, base_.data.iterations);
  }

  /// Adds the description with `set`; returns false if it is not valid.
  bool add(const std::string& name, const std::string& set, Diagnostics& diagnostics) {
    auto judged = read_with(options_, set, diagnostics);
    if (!judged) return false;
    for (auto& [array, grid] : judged->data.inputs)
      grid = rounded_to(judged->program, grid.type, base_.data.inputs.at(array));
    std::map<int, golden::Grid> results;
    shown(options_.progress, name, [&](const golden::Options& options) {
      results = golden::run(judged->program, base_.data.extents, judged->data.inputs, base_.data.iterations,
                            judged->data.params, options);
    });
    for (const auto& [array, exact] : exact_) {
      const spec::Array& field = base_.program.arrays[spec::ArrayId(array)];
      const auto mask = masks_.find(array);
      report_.rows.push_back({name, field.shown(),
                              golden::error_of(exact, results.at(array), field.type,
                                               mask == masks_.end() ? std::vector<std::uint8_t>{} : mask->second)});
    }
    return true;
  }

 private:
  const RunOptions& options_;
  const Judged& base_;
  AccuracyReport& report_;
  std::map<int, std::vector<golden::Wide>> exact_;
  golden::Masks masks_;
};

}  // namespace

Result<AccuracyReport> accuracy(const RunOptions& options, const std::vector<std::string>& types,
                                Diagnostics& diagnostics) {
  const auto base = read_with(options, "arithmetic=ieee", diagnostics);
  if (!base || !can_be_judged(base->program, diagnostics)) return Failure{};
  AccuracyReport report;
  report.name = base->program.name;
  report.extents = base->data.extents;
  report.axes = base->program.axes;
  report.iterations = base->data.iterations;
  AccuracyRun run(options, *base, report);
  run.run_reference();
  for (const char* arithmetic : {"ieee", "fused"}) {
    if (!run.add(arithmetic, std::string("arithmetic=") + arithmetic, diagnostics)) return Failure{};
  }
  for (const std::string& type : types) {
    if (!run.add(type, "type=" + type, diagnostics)) return Failure{};
  }
  return report;
}

}  // namespace rtlgen::driver
