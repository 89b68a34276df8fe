// A program with a field of two components, and temporaries that take theirs from it: vectors, or arrays by twos, whose
// meaning is the same.
#pragma once

#include <optional>
#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// The two ways to write a program.
struct VectorForms {
  std::string vector, fields;  ///< YAML
};

/// Both forms of a program with a second component of one of its fields, computed by the same lines, and of temporaries
/// computed from that; other lines fold the components now and then. nullopt: no field can have one.
std::optional<VectorForms> vector_forms(const Program& program);

/// The YAML file of a program, with a vector where it asks for that and can have one.
std::string program_text(const Program& program);

/// The difference between both; "": none; nullopt: there is no such program, or it is refused.
std::optional<std::string> vector_form_difference(const Program& program);

}  // namespace rtlgen::test
