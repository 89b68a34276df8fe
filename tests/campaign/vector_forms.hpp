// A program with a field of two components: a vector, or two fields, whose meaning is the same.
#pragma once

#include <optional>
#include <string>

#include "program.hpp"

namespace rtlgen::test {

/// The two ways to write a program.
struct VectorForms {
  std::string vector, fields;  ///< YAML
};

/// Of a program with a second component of one of its fields, computed by the same lines; nullopt: no field can have
/// one.
std::optional<VectorForms> vector_forms(const Program& program);

/// What is different between both; "": nothing; nullopt: there is no such program, or it is refused.
std::optional<std::string> vector_form_difference(const Program& program);

}  // namespace rtlgen::test
