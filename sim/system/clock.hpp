// A clock whose period can be changed while the simulation runs.
#pragma once

#include <systemc>

namespace rtlgen::system {

class Clock : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Clock);
  sc_core::sc_signal<bool> out;

  Clock(sc_core::sc_module_name name, double period_ns) : sc_module(name) {
    set(period_ns);
    SC_METHOD(toggle);
  }
  void set(double period_ns) { half_ = sc_core::sc_time(period_ns / 2, sc_core::SC_NS); }
  [[nodiscard]] double period_ns() const { return 2e9 * half_.to_seconds(); }

 private:
  void toggle() {
    level_ = !level_;
    out.write(level_);
    next_trigger(half_);
  }
  sc_core::sc_time half_;
  bool level_ = true;
};

}  // namespace rtlgen::system
