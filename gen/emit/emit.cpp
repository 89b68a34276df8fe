// All files of a design in one language.
#include "emit/emit.hpp"

#include "emit/banner.hpp"
#include "emit/leaf_sources.hpp"
#include "hw/ir.hpp"

namespace rtlgen::emit {

std::vector<File> emit_design(const hw::Design& design, Language language, const Banner& banner, Lines lines) {
  const bool is_verilog = language == Language::kVerilog;
  const std::string extension = is_verilog ? ".v" : ".vhd";
  std::vector<File> files;
  const auto add_leaf = [&](const std::string& name) { files.push_back({name, std::string(leaf_source(name))}); };
  if (!is_verilog) add_leaf("rtlgen_pkg.vhd");
  for (const hw::Leaf& leaf : design.leaves) add_leaf(leaf.name + extension);
  for (const hw::Module& module : design.modules) {
    files.push_back(
        {module.name + extension, is_verilog ? verilog(module, design, banner, lines) : vhdl(module, design, banner)});
  }
  std::string list;
  for (const File& file : files) list += file.path + "\n";
  files.push_back({is_verilog ? "files.f" : "files.txt", list});
  return files;
}

}  // namespace rtlgen::emit
