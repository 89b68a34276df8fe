// Replaces the reader of C if rtlgen is built without libclang.
#include "import/c/tree.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

Unit read_unit(const std::string&, const Surroundings&, const Reporter& reporter) {
  reporter.fail(Code::kUnknownProgramFormat, {0, 1}, "this rtlgen was built without libclang, so it cannot read C",
                {"install libclang-dev (scripts/install_deps.sh build), configure and build again"});
}

}  // namespace rtlgen::importer::c
