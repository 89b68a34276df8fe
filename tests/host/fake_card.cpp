// The stencil of a fake card.
#include "fake_card.hpp"

#include <stdexcept>

#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/source.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {

Described::Described(const std::string& yaml) {
  runner::write_file(folder.path() / "stencil.yaml", yaml);
  const driver::Source source{(folder.path() / "stencil.yaml").string(), {}};
  Diagnostics diagnostics;
  auto result = driver::prepare(source, diagnostics);
  if (!result.ok()) throw std::runtime_error(diagnostics.render());
  prepared = *result;
  manifest = driver::manifest(*prepared);
  path = (folder.path() / "manifest.json").string();
  runner::write_file(path, manifest);
}

const contract::Shell& Described::shell() const { return *prepared->plan.shell; }

}  // namespace rtlgen::test
