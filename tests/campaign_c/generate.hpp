// The generator of one program; see program.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "expressions.hpp"
#include "nest.hpp"
#include "program.hpp"

namespace rtlgen::test::random_c {

/// An array as the kernel's text names it.
struct Source {
  std::string name;
  Type type;
  std::vector<std::string> before{};  ///< constant leading indices, or those by time step
  std::vector<std::size_t> axes{};    ///< loops that index it, slowest first
  bool is_flat = false;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : seed_(seed), dice_(seed) {}
  CProgram run();

 private:
  enum class Time : std::uint8_t { kNone, kPlain, kExchange, kRing };

  // generate.cpp
  void choose_shape();
  void preamble();
  void enumeration();
  void constant_table();
  void helper();
  std::string element(const Source& source, const std::vector<std::string>& loops, const std::vector<int>& offsets);

  // generate_kernel.cpp
  void parameters();
  Source add_array(const std::string& name, const Type& type, bool written, bool exchanged);
  void add_low_array(const std::string& name);
  void add_parts(const std::string& name);
  void add_ring(const std::string& name);
  void add_scalars();
  void add_record();
  std::vector<Piece> kernel_body();
  void before_loops();
  void weights();
  Piece time_loop(std::vector<Piece> nests);
  Piece nest(const std::vector<Source>& targets, const std::vector<Source>& sources, int reach);
  Piece nest_loops(Piece body, const std::vector<std::string>& loops, const std::vector<std::string>& types,
                   const std::string& target, int reach);
  void add_readers(Cell& cell, const std::vector<Source>& targets, const std::vector<Source>& sources,
                   const std::vector<std::string>& loops, int reach);

  std::uint64_t seed_;
  Dice dice_;
  CProgram program_;
  int rank_ = 1;
  std::vector<int> extents_;
  std::vector<std::string> ends_;  ///< as the text says them
  Time time_ = Time::kNone;
  int steps_ = 1;
  bool has_odd_ = false;
  bool given_by_pragma_ = false;
  std::vector<Type> types_;
  Scope base_;
  std::vector<Piece> preamble_, helpers_, before_;
  std::string parameter_text_;
  std::vector<Source> inputs_, states_;
  int names_ = 0;
};

}  // namespace rtlgen::test::random_c
