// Implementation of ledger.hpp: one small file per proof, named by its key.
#include "ledger.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/process.hpp"

namespace rtlgen::test {

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("no evidence: cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The version that a tool reports, queried once for each place in PATH; "none" if it is missing.
std::string version_of(const std::string& tool, const std::string& option) {
  static std::map<std::string, std::string> known;
  const auto path = find_program(tool);
  if (!path) return "none";
  const auto found = known.find(*path);
  if (found != known.end()) return found->second;
  ProcessOptions options;
  options.timeout_seconds = 60;
  options.merge_stderr = true;
  return known[*path] = run_process({*path, option}, options).output;
}

std::string entry_text(const Evidence& evidence) { return evidence.key() + "\n" + evidence.claim() + "\nproven\n"; }

}  // namespace

Evidence::Evidence(std::string claim) : claim_(std::move(claim)) {
  std::replace(claim_.begin(), claim_.end(), '\n', ' ');
  digest_.add(claim_);
}

Evidence& Evidence::add(std::string_view name, std::string_view bytes) {
  digest_.add(name);
  digest_.add(bytes);
  return *this;
}

Evidence& Evidence::path(const fs::path& root, const fs::path& below) {
  const fs::path whole = root / below;
  if (!fs::is_directory(whole)) return add(below.string(), bytes_of(whole));
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(whole)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add(fs::relative(file, root).string(), bytes_of(file));
  return *this;
}

Evidence& Evidence::tools() {
  for (const auto& [tool, option] : {std::pair{"verilator", "--version"},
                                     {"iverilog", "-V"},
                                     {"ghdl", "--version"},
                                     {"yosys", "-V"},
                                     {"g++", "--version"},
                                     {"clang++", "--version"},
                                     {"make", "--version"}})
    add(tool, version_of(tool, option));
  return *this;
}

Evidence& Evidence::program() { return add("program", bytes_of("/proc/self/exe")); }

std::string Evidence::key() const {
  runner::Digest digest = digest_;
  return digest.finish();
}

Ledger::Ledger(fs::path folder, bool renew) : folder_(std::move(folder)), renew_(renew) {}

Ledger Ledger::from_environment() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (!variable("RTLGEN_UPDATE_GOLDEN").empty()) return Ledger("");
  return Ledger(variable("RTLGEN_LEDGER"), !variable("RTLGEN_LEDGER_RENEW").empty());
}

fs::path Ledger::place(const std::string& key) const { return folder_ / key.substr(0, 2) / key; }

bool Ledger::knows(const Evidence& evidence) const {
  if (folder_.empty() || renew_) return false;
  std::ifstream in(place(evidence.key()), std::ios::binary);
  return in && std::string(std::istreambuf_iterator<char>(in), {}) == entry_text(evidence);
}

void Ledger::enter(const Evidence& evidence) const {
  if (folder_.empty()) return;
  const fs::path entry = place(evidence.key());
  const fs::path beside = entry.string() + "." + std::to_string(getpid());
  std::error_code error;
  fs::create_directories(entry.parent_path(), error);
  {
    std::ofstream out(beside, std::ios::binary);
    out << entry_text(evidence);
  }
  fs::rename(beside, entry, error);
}

Tally& tally() {
  static Tally counts;
  return counts;
}

Verdict prove_once(const Evidence& evidence, const std::function<std::string()>& prove) {
  const Ledger ledger = Ledger::from_environment();
  if (ledger.knows(evidence)) {
    ++tally().unchanged;
    return {"", true};
  }
  Verdict verdict{prove(), false};
  if (!verdict.fault.empty()) return verdict;
  ++tally().proven;
  ledger.enter(evidence);
  return verdict;
}

}  // namespace rtlgen::test
