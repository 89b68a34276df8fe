// The steps of load_text(), keeping the result of each.
#include "frontend/understand.hpp"

#include "frontend/given.hpp"
#include "frontend/passes/include.hpp"
#include "frontend/passes/program.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

Understood understand(const std::string& text, const std::string& filename, const Given& given,
                      Diagnostics& diagnostics) {
  Understood out;
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return out;
  diagnostics.add_source(filename, *source);
  auto document = read_yaml(*source, filename, diagnostics);
  if (!document) return out;
  include_files(*document, filename, *given.texts, diagnostics);
  check_schema(*document, diagnostics);
  out.document = *std::move(document);
  if (!out.document->is_map() || too_many_errors(diagnostics)) return out;
  auto stencil = build_stencil(*out.document, filename, !given.empty(), given, diagnostics, &out.places);
  if (stencil) out.stencil = *std::move(stencil);
  return out;
}

}  // namespace rtlgen::frontend
