// `rtlgen lsp`: runs the language server on standard input and output.
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "driver/prepare/version.hpp"
#include "lsp/serve.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kLspExamples = R"(Examples:
  rtlgen lsp                                     started by an editor; for its settings see docs/editors.md
Diagnostics while you type, quick fixes, hovers, completion, definitions, rename and symbols for stencil descriptions,
through the Language Server Protocol. Exit status: 0 after shutdown and exit; 1 the input ended without them.
)";

class Lsp final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand("lsp", "start the language server, for editors");
    app->add_flag("--stdio", stdio_, "use standard input and output; has no effect, but some editors pass it");
    app->footer(kLspExamples);
    return app;
  }

  int run(Diagnostics& /*diagnostics*/) override { return lsp::serve(STDIN_FILENO, STDOUT_FILENO, driver::version()); }
  [[nodiscard]] bool is_service() const override { return true; }

 private:
  bool stdio_ = false;
};

}  // namespace

std::unique_ptr<Command> lsp_command() { return std::make_unique<Lsp>(); }

}  // namespace rtlgen::cli
