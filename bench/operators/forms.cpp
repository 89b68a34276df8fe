// The counts of Yosys for the operators of form_rows.hpp.
#include "forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "form_rows.hpp"
#include "ops/request.hpp"
#include "plan/timing/kernel_cut.hpp"

namespace rtlgen::bench {

namespace {

constexpr int kPeriod = 5000;

std::string measured(const ops::Request& r, const Settings& settings, int& failures) {
  const auto device = hw::DelayModel::find(settings.device);
  const auto [count, least, placement] = plan::kernel_cut(r, *device, kPeriod);
  const int stages = std::max({1, least, ops::latency_for(r, *device, kPeriod, count)});
  const Measured m = measure(r, stages - 1, settings, placement);
  if (!m.area) {
    ++failures;
    return m.error;
  }
  return fmt::format("{:5} {:5} {:4} {:5}", m.area->lut, m.area->ff, m.area->dsp, stages);
}

}  // namespace

int print_forms(const Settings& settings, bool markdown) {
  int failures = 0;
  const char* line = markdown ? "| {} | {} | {} | {} |\n" : "{:<14}{:<20}{:<24}{}\n";
  fmt::print(fmt::runtime(line), "format", "operator", "IEEE: LUT FF DSP stages", "aligned: the same");
  for (const auto& [e, f] : {std::pair{8, 23}, {5, 10}}) {
    const spec::Type type = spec::Type::float_of(e, f);
    for (const FormExample& example : form_examples()) {
      std::string cells[2];
      for (const bool aligned : {false, true})
        cells[aligned ? 1 : 0] = measured(example.request(type, aligned), settings, failures);
      fmt::print(fmt::runtime(line), type.name(), example.name, cells[0], cells[1]);
      std::fflush(stdout);
    }
    const std::string in = measured(conversion(type, false), settings, failures);
    const std::string out = measured(conversion(type, true), settings, failures);
    fmt::print(fmt::runtime(line), type.name(), "conversion", "to aligned: " + in, "back: " + out);
  }
  return failures;
}

}  // namespace rtlgen::bench
