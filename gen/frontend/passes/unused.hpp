// Warns about unused names, and removes them from the program.
#pragma once

namespace rtlgen::frontend {

struct Program;

/// Reports declared names that no expression uses. A field is an error (RG0351), because it is a port, a file and an
/// argument of every run; a parameter, table or function is a warning (RG0911). After a --set (`overridden`), an unused
/// parameter is accepted, because the --set may have removed its use.
void check_unused(Program& program, bool overridden);

/// Removes everything on which no result depends: temporaries that are not read, or only by other such temporaries
/// (RG0911), and the nodes, parameters and regions that only they need. A field that only they read is kept (RG0911),
/// because it is part of the interface. The program must have no errors.
void drop_unused(Program& program);

}  // namespace rtlgen::frontend
