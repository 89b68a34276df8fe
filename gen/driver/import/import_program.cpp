// Imports a program of another stencil language and stores the YAML.
#include "driver/import/import_program.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "import/import.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

Result<ImportReport> import_program(const ImportOptions& options, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  if (!options.out.empty() && fs::exists(options.out) && !options.force) {
    throw EnvironmentError(fmt::format("{} is there; name another file, or use --force to replace it", options.out));
  }
  importer::Options import;
  if (options.format == "soda") import.format = importer::Format::kSoda;
  if (options.format == "sasa") import.format = importer::Format::kSasa;
  if (options.format == "stencilflow") import.format = importer::Format::kStencilflow;
  if (options.format == "c") import.format = importer::Format::kC;
  if (options.format == "mlir") import.format = importer::Format::kMlir;
  import.extent = options.extent;
  import.function = options.function;
  import.values = options.values;
  import.single_constants = options.single_constants;
  auto yaml = importer::import_file(options.file, import, diagnostics);
  if (!yaml || diagnostics.has_errors()) return Failure{};
  ImportReport report{*std::move(yaml), options.out, diagnostics.all().size()};
  if (!options.out.empty()) write_whole_file(options.out, report.yaml);
  return report;
}

}  // namespace rtlgen::driver
