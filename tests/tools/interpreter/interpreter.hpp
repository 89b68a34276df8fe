// Evaluates a single module without instances: a fast, in-process way to test arithmetic.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// Holds a copy of the module. Use `set` for inputs, `get` for outputs (combinational) and `clock` for each edge.
class Interpreter {
 public:
  explicit Interpreter(Module module);

  void set(const std::string& input, std::uint64_t value);
  [[nodiscard]] std::uint64_t get(const std::string& output);
  /// Applies one rising edge of clk, with rst at level `reset`. Throws InternalError if a memory with a read address is
  /// read and written at the same address.
  void clock(bool reset = false);

 private:
  void settle();
  void run_narrow();
  void run_wide();
  [[nodiscard]] Bits value_of(ExprId id);

  Module m_;
  bool narrow_ = true;  ///< every expression fits 64 bits
  bool settled_ = false;
  std::map<std::string, SignalId> ports_;
  std::vector<ExprId> order_;                     ///< expressions; values of wires come before references to them
  IndexVector<SignalId, ExprId> assigned_;        ///< the value of its Assign, or none
  IndexVector<SignalId, std::uint64_t> state64_;  ///< inputs, registers, memory outputs
  IndexVector<SignalId, Bits> state_;
  IndexVector<ExprId, std::uint64_t> value64_;
  IndexVector<ExprId, Bits> value_;
  std::map<SignalId, std::deque<Bits>> lines_;
  std::map<std::string, std::vector<Bits>> memories_;
};

}  // namespace rtlgen::hw
