// The files of a design, as text.
#include "driver/design/design_files.hpp"

#include <algorithm>

#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "shell/axis.hpp"
#include "shell/constraints.hpp"
#include "shell/shell.hpp"

namespace rtlgen::driver {

namespace {

/// The modules around the core: a shell, streams, or both, with each module of rtl/ once.
std::vector<emit::File> top_files(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity) {
  std::vector<emit::File> files;
  if (plan.shell) {
    files = shell::shell_files(plan, banner, identity);
    for (emit::File& file : shell::constraint_files(plan, banner)) files.push_back(std::move(file));
  }
  if (!plan.stream_top) return files;
  for (emit::File& file : shell::axis_files(plan, banner, identity)) {
    const auto same = [&](const emit::File& other) { return other.path == file.path; };
    if (std::none_of(files.begin(), files.end(), same)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::vector<emit::File> design_files(const Prepared& prepared, HdlChoice hdl) {
  std::vector<emit::File> files;
  const emit::Banner banner = banner_of(prepared);
  const std::uint32_t identity = identity_of(prepared);
  const hw::Design design = elaborate::elaborate(prepared.plan);
  const auto put_language = [&](emit::Language language, const std::string& name) {
    for (emit::File& file : emit::emit_design(design, language, banner))
      files.push_back({name + "/" + file.path, std::move(file.text)});
  };
  if (hdl != HdlChoice::kVhdl) put_language(emit::Language::kVerilog, "verilog");
  if (hdl != HdlChoice::kVerilog) put_language(emit::Language::kVhdl, "vhdl");
  std::string list;
  auto tops = top_files(prepared.plan, banner, identity);
  for (emit::File& file : tops) {
    if (file.path.ends_with(".v")) list += file.path + "\n";
    files.push_back({"shell/" + file.path, std::move(file.text)});
  }
  if (!tops.empty()) files.push_back({"shell/files.f", list});
  files.push_back({"manifest.json", manifest(prepared, identity)});
  return files;
}

bool is_design_file(const std::filesystem::path& path, bool is_directory) {
  const std::string top = path.begin()->string();
  const auto depth = std::distance(path.begin(), path.end());
  const bool language = top == "verilog" || top == "vhdl" || top == "shell";
  if (is_directory) return language && depth == 1;
  if (path == "manifest.json") return true;
  const std::string extension = path.extension().string();
  return language && depth == 2 &&
         (extension == ".v" || extension == ".vhd" || extension == ".f" || extension == ".xdc" || extension == ".sdc" ||
          path.filename() == "files.txt");
}

}  // namespace rtlgen::driver
