// The distinct modules of the shipped configurations, printed in both languages, one proof at a time.
#pragma once

#include <string>
#include <vector>

#include "emit/file.hpp"
#include "hw/ir.hpp"
#include "ledger.hpp"

namespace rtlgen::equiv {

/// One generated module on its own: its Verilog, what GHDL makes of its VHDL, and the instances in it
/// as boxes of the same name in both.
struct Subject {
  std::string module;
  std::string config;     ///< the first configuration that has it
  std::string verilog;    ///< the module as printed
  std::string from_vhdl;  ///< the module as GHDL synthesises its VHDL
  std::string boxes;      ///< Verilog of the instantiated modules, ports only
  std::vector<std::string> box_names;
};

/// A shipped configuration, made small enough for proofs.
struct Case {
  std::string name;
  std::vector<std::string> sets;  ///< key.path=value
};

/// Configurations of configs/ whose modules are proven in seconds, of every kind of stencil, with their extents
/// and steps reduced. Buffers get the depth of the small grid; everything else is as shipped.
std::vector<Case> proven_cases();

/// The object of a case's proof: its modules, and the files of both languages.
struct Printed {
  hw::Design design;
  std::vector<emit::File> verilog, vhdl;
};
Printed printed(const Case& c);

/// The modules of `c` in files order, those in `known` (module names) left out; adds to `known`.
/// A module of a known name that is not the known one word for word is an error.
std::vector<Subject> subjects(const Case& c, const Printed& files, const std::string& folder,
                              std::vector<Subject>& known);

/// Adds to `known` what subjects() would, without GHDL: nothing of it can be proven. Returns how many modules that are.
int remember(const Case& c, const Printed& files, std::vector<Subject>& known);

/// Everything on which the proofs of all modules of `c` depend, and those of one.
test::Evidence evidence_of(const Case& c, const Printed& files);
test::Evidence evidence_of(const Subject& subject);

/// Proves `subject` in a folder of its own below `parent`: "" or the message of Yosys.
std::string prove(const Subject& subject, const std::string& parent);

}  // namespace rtlgen::equiv
