// The name of a project's description, and the copy of it that a project contains if the user has no such file.
#pragma once

#include "driver/project/project.hpp"
#include "flow/described.hpp"

namespace rtlgen::driver {

/// How the project names its description.
flow::Described described(const ProjectOptions& options);

/// `options`, in which a description that only a program has in memory is named like the copy in the project,
/// <stencil>.yaml, in the folder where its relative paths begin.
ProjectOptions with_named_copy(const ProjectOptions& options);

}  // namespace rtlgen::driver
