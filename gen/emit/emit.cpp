// Prints all files of a design in one language.
#include "emit/emit.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "emit/banner.hpp"
#include "emit/leaf_sources.hpp"
#include "hw/at_once.hpp"
#include "hw/ir.hpp"

namespace rtlgen::emit {

namespace {

/// Adds modules that compute at once to the files of pipelines, for simulators that request them.
void add_at_once(const hw::Design& design, const Banner& banner, std::vector<File>& files) {
  std::map<std::string, hw::AtOnce> forms = hw::pipelines_at_once(design);
  hw::Design with_them = design;
  for (const auto& [name, form] : forms)
    with_them.modules.insert(with_them.modules.end(), form.modules.begin(), form.modules.end());
  for (const auto& [name, form] : forms) {
    const auto file = std::ranges::find(files, name + ".v", &File::path);
    std::string text = "`ifdef RTLGEN_RINGS\n/* verilator lint_off DECLFILENAME */\n";
    for (const hw::Module& module : form.modules) text += verilog(module, with_them, banner, Lines::kEither);
    text += form.replaces ? "`else\n" : "`endif\n";
    file->text = text + file->text + (form.replaces ? "`endif\n" : "");
  }
}

}  // namespace

std::vector<File> emit_design(const hw::Design& design, Language language, const Banner& banner, Lines lines) {
  const bool is_verilog = language == Language::kVerilog;
  const std::string extension = is_verilog ? ".v" : ".vhd";
  // Only the top has the digest, so that a changed description changes only the modules that it concerns.
  Banner part = banner;
  part.digest.clear();
  std::vector<File> files;
  const auto add_leaf = [&](const std::string& name) { files.push_back({name, std::string(leaf_source(name))}); };
  if (!is_verilog) add_leaf("rtlgen_pkg.vhd");
  for (const hw::Leaf& leaf : design.leaves) add_leaf(leaf.name + extension);
  for (const hw::Module& module : design.modules) {
    const Banner& origin = module.name == design.top ? banner : part;
    files.push_back(
        {module.name + extension, is_verilog ? verilog(module, design, origin, lines) : vhdl(module, design, origin)});
  }
  if (is_verilog && lines == Lines::kEitherAtOnce) add_at_once(design, part, files);
  std::string list;
  for (const File& file : files) list += file.path + "\n";
  files.push_back({is_verilog ? "files.f" : "files.txt", list});
  return files;
}

}  // namespace rtlgen::emit
