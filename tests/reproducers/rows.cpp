// Makes of each row a row of the mistakes' table: shell commands and what they print.
#include "rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace rtlgen::test {

namespace {

namespace fs = std::filesystem;

constexpr int kLongest = 120;  // seconds
constexpr const char* kSame = "the same bits as gcc";

/// The C program around a reproducer: arrays are filled with the same numbers each time, written, computed
/// and written again. Whole numbers are zero, small, or anything; an array that the program leaves as it was proves
/// nothing.
constexpr const char* kReference = R"(#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define main reproducer_main
#include "{0}"
#undef main
{1}
static unsigned long long next_random(void) {{
  static unsigned long long state = 88172645463325252ULL;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}}
#define FILL(array, type)                                                                     \
  for (size_t i = 0; i < sizeof(array) / sizeof(type); ++i) {{                                \
    const unsigned long long bits_ = next_random();                                               \
    ((type *)array)[i] = (type)0.5 != 0 ? (type)((long long)(bits_ >> 40) % 4000001 / 1e6 - 2.0)  \
                                        : (type)(bits_ % 3 == 0 ? 0 : bits_ % 3 == 1 ? bits_ >> 61 : bits_);  \
  }}
static void store(const char *name, const void *array, size_t bytes) {{
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(array, 1, bytes, file) != bytes || fclose(file)) exit(4);
}}
int main(void) {{
{2}  {3};
{4}  return 0;
}}
)";

struct Array {
  std::string type, name, extents;
};

/// "float a[64]; const int b[4][8]".
std::vector<Array> arrays_of(const std::string& text) {
  static const std::regex kArray(R"(\s*([\w ]*\w)\s+(\w+)((?:\[\w+\])+)\s*)");
  std::vector<Array> arrays;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    std::smatch m;
    if (!std::regex_match(part, m, kArray)) throw std::runtime_error("'" + part + "' is not an array");
    arrays.push_back({m[1], m[2], m[3]});
  }
  return arrays;
}

/// A row while it is read.
struct Reading {
  YAML::Node node;
  std::string file, name;  ///< below the root, and without its folder

  [[nodiscard]] bool has(const char* key) const { return static_cast<bool>(node[key]); }
  [[nodiscard]] std::string text(const char* key, const std::string& otherwise = "") const {
    return has(key) ? node[key].as<std::string>() : otherwise;
  }
  [[nodiscard]] std::vector<std::string> list(const char* key) const {
    if (!has(key)) return {};
    return node[key].IsSequence() ? node[key].as<std::vector<std::string>>() : std::vector{text(key)};
  }
  [[nodiscard]] bool is_description() const { return name.ends_with(".yaml"); }
};

std::string here(const std::string& name, const std::string& content) {
  return fmt::format("cat > {} <<'END_OF_FILE'\n{}\nEND_OF_FILE\n", name, content);
}

std::string reference_of(const Reading& r) {
  std::string declared, filled, stored, written;
  const auto outputs = r.list("outputs");
  for (const Array& a : arrays_of(r.text("arrays"))) {
    if (!r.has("declared")) declared += fmt::format("static {} {}{};\n", a.type, a.name, a.extents);
    filled += fmt::format("  FILL({}, {})\n", a.name, a.type);
    stored += fmt::format("  store(\"{0}.in.raw\", {0}, sizeof({0}));\n", a.name);
    if (std::find(outputs.begin(), outputs.end(), a.name) == outputs.end()) continue;
    stored += fmt::format("  void *const start_{0} = memcpy(malloc(sizeof({0})), {0}, sizeof({0}));\n", a.name);
    written += fmt::format(
        "  if (memcmp(start_{0}, {0}, sizeof({0})) == 0) exit(5);\n"
        "  store(\"{0}.c.raw\", {0}, sizeof({0}));\n",
        a.name);
  }
  return fmt::format(kReference, r.has("c") ? "inline.c" : r.name, declared,
                     filled + "  " + r.text("fill") + ";\n" + stored, r.text("call"), written);
}

/// The commands that compare the golden engine with gcc on random data.
std::string comparison_of(const Reading& r, const std::string& description) {
  std::string golden = "rtlgen golden " + description + " " + r.text("run_options"), compared;
  const auto inputs = r.list("inputs");
  for (const Array& a : arrays_of(r.text("arrays"))) {
    if (inputs.empty() || std::find(inputs.begin(), inputs.end(), a.name) != inputs.end())
      golden += fmt::format(" --input {0}={0}.in.raw", a.name);
  }
  for (const std::string& output : r.list("outputs")) {
    golden += fmt::format(" --output {0}={0}.raw", output);
    compared += fmt::format(" && cmp {0}.raw {0}.c.raw", output);
  }
  return fmt::format(
      "gcc -w -O2 -ffp-contract=off -fwrapv -Wno-error=incompatible-pointer-types {} -o reference reference.c -lm && "
      "./reference && {}{} && echo {}",
      r.text("gcc"), golden, compared, kSame);
}

/// The commands that compare the golden engine's numbers, as text, with those of the row.
std::string values_of(const Reading& r, const std::string& description) {
  std::string made, golden = "rtlgen golden " + description + " " + r.text("run_options"), compared;
  for (const auto& input : r.node["values"]) {
    const auto name = input.first.as<std::string>();
    made += fmt::format("tr ' ' '\\n' <<< '{}' > {}.txt && ", input.second.as<std::string>(), name);
    golden += fmt::format(" --input {0}={0}.txt", name);
  }
  for (const auto& output : r.node["gives"]) {
    const auto name = output.first.as<std::string>();
    golden += fmt::format(" --output {0}=got_{0}.txt", name);
    compared += fmt::format(" && diff <(tr ' ' '\\n' <<< '{}') got_{}.txt", output.second.as<std::string>(), name);
  }
  return made + golden + compared;
}

std::string escaped(const std::string& text) {
  return std::regex_replace(text, std::regex(R"([.[\]{}()*+?^$|\\])"), R"(\$&)");
}

std::string command_of(const Reading& r) {
  if (r.has("run")) return r.text("run");
  const std::string made = r.is_description() ? r.name : "imported.yaml";
  std::string command = r.is_description()
                            ? "rtlgen check " + r.name
                            : fmt::format("rtlgen import {} {} -o imported.yaml", r.name, r.text("options"));
  if (r.has("arrays")) command += " && " + comparison_of(r, made);
  if (r.has("gives")) command += " && " + values_of(r, made);
  return command;
}

/// "FILE:3:9: error[RG0601", of `error` or `warning`, `at` and `in`.
std::vector<std::string> expected_output_of(const Reading& r) {
  std::vector<std::string> says = r.list("says");
  for (const char* kind : {"error", "warning"}) {
    for (const std::string& code : r.list(kind)) {
      const std::string place = r.has("at") ? ":" + r.text("at") : "";
      says.push_back(fmt::format("(^|\n|/){}{}: {}\\[{}[ \\]]", escaped(r.text("in", r.name)), place, kind, code));
    }
  }
  if (r.has("arrays")) says.emplace_back(kSame);
  return says;
}

void check_keys(const Reading& r, const std::string& group) {
  static const std::set<std::string> kKeys = {
      "file",   "also",     "shows", "run",    "options", "run_options", "exit", "error",  "warning",
      "at",     "in",       "says",  "never",  "needs",   "arrays",      "call", "inputs", "outputs",
      "values", "declared", "gives", "before", "gcc",     "c",           "fill", "leaves"};
  for (const auto& pair : r.node) {
    if (const auto key = pair.first.as<std::string>(); !kKeys.contains(key))
      throw std::runtime_error(fmt::format("{}: unknown key '{}' in line {}", group, key, pair.first.Mark().line + 1));
  }
  const bool has_outcome = r.has("error") || r.has("warning") || r.has("says") || r.has("arrays") || r.has("gives");
  if (!has_outcome) throw std::runtime_error(fmt::format("{}: '{}' expects nothing", group, r.file));
  if (r.has("arrays") && (!r.has("call") || !r.has("outputs")))
    throw std::runtime_error(fmt::format("{}: '{}' has arrays, and no call or outputs", group, r.file));
}

Reproducer reproducer_of(const YAML::Node& node, const std::string& group, const std::string& root) {
  Reading r{node, node["file"].as<std::string>(), ""};
  r.name = fs::path(r.file).filename();
  check_keys(r, group);
  Reproducer out;
  out.files = r.list("also");
  out.files.insert(out.files.begin(), r.file);
  out.needs = r.list("needs");
  if (r.name.ends_with(".c") && !r.has("needs")) out.needs.emplace_back("c");
  out.row.group = group;
  out.row.name = r.file + (r.has("shows") ? ": " + r.text("shows") : "");
  for (const std::string& file : out.files) out.row.before += fmt::format("cp '{}/{}' . && ", root, file);
  out.row.before += "chmod u+w *\n";
  if (r.has("c")) out.row.before += here("inline.c", r.text("c"));
  if (r.has("arrays")) out.row.before += here("reference.c", reference_of(r));
  out.row.before += r.text("before");
  out.row.run = command_of(r);
  const bool refused = r.has("error");
  out.row.exits = {r.has("exit") ? node["exit"].as<int>() : refused ? 2 : 0};
  out.row.says = expected_output_of(r);
  out.row.never = r.list("never");
  out.row.leaves = r.list("leaves");
  out.row.seconds = kLongest;
  return out;
}

}  // namespace

std::vector<Reproducer> reproducers_of(const std::string& folder, const std::string& root) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Reproducer> rows;
  for (const fs::path& path : paths) {
    for (const YAML::Node& node : YAML::LoadFile(path.string()))
      rows.push_back(reproducer_of(node, path.stem().string(), root));
  }
  return rows;
}

std::vector<std::string> files_without_rows(const std::string& root, const std::vector<Reproducer>& rows) {
  std::set<std::string> named;
  for (const Reproducer& r : rows) named.insert(r.files.begin(), r.files.end());
  std::vector<std::string> faults;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path below = fs::relative(entry.path(), root);
    // Files in the folder itself are the test; its tables have rows, and no files.
    const std::string first = below.begin()->string();
    if (!entry.is_regular_file() || !below.has_parent_path() || first == "table" || first == "controls") continue;
    if (named.erase(below.string()) == 0) faults.push_back(below.string() + " has no row");
  }
  for (const std::string& left : named) {
    if (!fs::exists(fs::path(root) / left)) faults.push_back(left + " does not exist");
  }
  return faults;
}

}  // namespace rtlgen::test
