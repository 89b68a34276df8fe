// The commands.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/commands/command.hpp"

namespace rtlgen::cli {

std::unique_ptr<Command> new_command();
std::unique_ptr<Command> check_command();
std::unique_ptr<Command> generate_command();
std::unique_ptr<Command> sim_command();
std::unique_ptr<Command> run_command();
std::unique_ptr<Command> diagnose_command();
std::unique_ptr<Command> golden_command();
std::unique_ptr<Command> report_command();
std::unique_ptr<Command> import_command();
std::unique_ptr<Command> model_command();
std::unique_ptr<Command> explore_command();
std::unique_ptr<Command> advise_command();
std::unique_ptr<Command> synth_command();
std::unique_ptr<Command> calibrate_command();
std::unique_ptr<Command> project_command();
/// `swept`: the options of the swept command, which follow `--` on the command line and are not parsed here.
std::unique_ptr<Command> sweep_command(std::vector<std::string> swept);
std::unique_ptr<Command> boards_command();
std::unique_ptr<Command> schema_command();
std::unique_ptr<Command> docs_command();
std::unique_ptr<Command> explain_command();
std::unique_ptr<Command> doctor_command();
std::unique_ptr<Command> lsp_command();

}  // namespace rtlgen::cli
