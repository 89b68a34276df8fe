// The programs that simulations need: are they installed, the right programs, new enough; and what a failure of one
// means.
//
// A tool that is missing, too old, something else under its name, or that does not respond is an EnvironmentError with
// the name, what was found, what is needed and what to install. So is one that was killed, or for which memory or disk
// did not suffice.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/process.hpp"

namespace rtlgen::runner {

/// What to type to get a tool that is missing, for messages.
std::string install_hint(const std::string& program);

/// Throws an EnvironmentError if `program` is not in PATH; of those in the table (runner/tool_table.hpp) also if it is
/// older, gives no version within a minute ($RTLGEN_TOOL_SECONDS), or is another program. A version newer than those
/// tried is worth a line on standard error. Asked once for each place in PATH.
void require_program(const std::string& program);

/// The version that the program reports, after require_program().
std::string version_text(const std::string& program);

/// The same of a C++ compiler by any name or path: what it is, is seen in what it prints.
std::string compiler_version_text(const std::string& compiler);
bool is_clang(const std::string& compiler);

/// Whether rtlgen has been tried with older versions only.
bool is_newer_than_tried(const std::string& program);

/// Runs a tool in `folder`, which also takes its temporary files, with messages in English; standard error goes into
/// the output. Throws an EnvironmentError if it ended for want of memory or disk, or by a signal; other failures are
/// the caller's to judge.
ProcessResult run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder,
                       const std::function<void(std::string_view)>& on_line = {}, bool merge_stderr = true);

/// The part of run_tool() that judges: `what` is the tool in the message, `folder` where it wrote.
void check_environment(const ProcessResult& result, const std::string& what, const std::filesystem::path& folder);

/// Whether a tool's message names a line of a file that we wrote: those have relative paths. Libraries of the tool's
/// own that are missing are no fault of that line.
bool blames_a_line(const std::string& text);

/// For tools that read HDL of ours, behind run_tool(): InternalError if one refuses a line of `hdl`, EnvironmentError
/// with the tool's words if it fails for reasons of its own.
void check_tool(const ProcessResult& result, const std::string& what, const std::string& hdl);

/// The rules of make that Verilator's makefiles include, verilated.mk. Throws an EnvironmentError if its installation
/// has none. Read once for each place of it in PATH.
std::string verilated_rules();

/// Words for make that let ccache keep objects; none where there is no ccache, or none that can write its folder: it
/// would end the compilation.
std::vector<std::string> object_cache();

/// What make does now, from a command that it prints, for people; "" if that says nothing. `compiled` counts files.
std::string step_of(std::string_view line, int& compiled);

/// The last lines of a tool's output, for an error message.
std::string tail(const std::string& text);

}  // namespace rtlgen::runner
