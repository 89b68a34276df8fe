// Checks the programs that simulations need: whether they are installed, the right programs, and new enough; and
// interprets their failures.
//
// A tool that is missing, too old, a different program of that name, or that does not respond is an EnvironmentError
// with the name, what was found, what is needed and what to install. So is a tool that was killed, or that ran out of
// memory or disk space.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/process.hpp"

namespace rtlgen::runner {

/// The command that installs a missing tool, for messages.
std::string install_hint(const std::string& program);

/// Throws an EnvironmentError if `program` is not in PATH; for programs in the table (runner/tool_table.hpp) also if it
/// is older, prints no version within a minute ($RTLGEN_TOOL_SECONDS), or is a different program. Prints a line on
/// standard error for a version newer than those tested. Queries once for each place in PATH.
void require_program(const std::string& program);

/// The version that the program reports, after require_program().
std::string version_text(const std::string& program);

/// The same for a C++ compiler with any name or path, which is recognised by its output.
std::string compiler_version_text(const std::string& compiler);
bool is_clang(const std::string& compiler);

/// Whether rtlgen has been tested only with older versions.
bool is_newer_than_tried(const std::string& program);

/// Runs a tool in `folder`, which is also used for its temporary files, with messages in English; standard error is
/// part of the output. Throws an EnvironmentError if it ended for lack of memory or disk space, or by a signal; the
/// caller must check for other failures.
ProcessResult run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder,
                       const std::function<void(std::string_view)>& on_line = {}, bool merge_stderr = true);

/// The check in run_tool(): `what` is the name of the tool in messages, `folder` its output folder.
void check_environment(const ProcessResult& result, const std::string& what, const std::filesystem::path& folder);

/// Whether a tool's message names a line of a file that rtlgen wrote: those have relative paths. Missing libraries of
/// the tool are not a fault of that line.
bool blames_a_line(const std::string& text);

/// For tools that read rtlgen's HDL, after run_tool(): InternalError if one refuses a line of `hdl`, EnvironmentError
/// with the tool's output if it fails for another reason.
void check_tool(const ProcessResult& result, const std::string& what, const std::string& hdl);

/// The rules in verilated.mk, which Verilator's makefiles include. Throws an EnvironmentError if the installation has
/// none. Read once for each place in PATH.
std::string verilated_rules();

/// Arguments for make with which ccache keeps objects; none if there is no ccache, or if it cannot write its folder,
/// because that would end the compilation.
std::vector<std::string> object_cache();

/// A description of make's current step, from a command that it prints, for users; "" if the line has none. `compiled`
/// counts files.
std::string step_of(std::string_view line, int& compiled);

/// The last lines of a tool's output, for an error message.
std::string tail(const std::string& text);

}  // namespace rtlgen::runner
