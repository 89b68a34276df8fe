// Names that nothing uses: warnings, and a program without them.
#pragma once

namespace rtlgen::frontend {

struct Program;

/// Reports declared names that no expression mentions: a field is an error (RG0351), because it is a port, a file and
/// an argument of every run; a parameter, table or function is a warning (RG0911). After a --set (`overridden`), a
/// parameter may be unused: the --set may have removed its use.
void check_unused(Program& program, bool overridden);

/// Removes everything that no result depends on: temporaries that nothing reads, directly or through other such
/// temporaries (RG0911), and the nodes, parameters and regions that only they need. A field that only they read
/// stays (RG0911): it is part of the interface. Needs a program without errors.
void drop_unused(Program& program);

}  // namespace rtlgen::frontend
