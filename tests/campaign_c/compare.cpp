// Import, golden run and comparison of one program.
#include "compare.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "dice.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "import/import.hpp"
#include "reference.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test::random_c {

namespace {

using Status = Verdict::Status;
using Memory = std::vector<std::vector<std::uint8_t>>;

/// The first words of a message, without numbers and what it quotes.
std::string kind_of(const std::string& message) {
  std::string kind;
  bool quoted = false;
  for (const char c : message.substr(0, 120)) {
    if (c == '\n') break;
    if (c == '\'') quoted = !quoted;
    if (!quoted && std::isdigit(static_cast<unsigned char>(c)) == 0) kind += c;
  }
  return kind;
}

Verdict refused(const Diagnostics& diagnostics, Status status) {
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::kError)
      return {status, to_string(d.code) + " " + kind_of(d.message), diagnostics.render()};
  }
  return {Status::kDifferent, "refused without a reason", ""};
}

std::uint64_t bits_of(double number, Kind kind) {
  std::uint64_t bits = 0;
  const auto narrow = static_cast<float>(number);
  if (kind == Kind::kF32) {
    std::memcpy(&bits, &narrow, 4);
  } else if (kind == Kind::kF64) {
    std::memcpy(&bits, &number, 8);
  } else if (kind == Kind::kBool) {
    bits = number != 0 ? 1 : 0;
  } else {
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & (~std::uint64_t{0} >> (64 - width(kind)));
  }
  return bits;
}

/// Mild data are mostly numbers from -2 to 2; others have the ends of their types, infinities and NaN.
std::uint64_t some_bits(Dice& dice, Kind kind, bool is_mild) {
  if (kind == Kind::kBool) return dice.bits() & 1;
  if (!is_float(kind)) {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width(kind));
    if (is_mild && dice.chance(70)) return static_cast<std::uint64_t>(dice.from(-9, 9)) & mask;
    const std::uint64_t ends[] = {0, 1, mask, mask >> 1, (mask >> 1) + 1, mask - 1};
    return dice.chance(40) ? ends[dice.below(6)] : dice.bits() & mask;
  }
  static const double odd[] = {0.0, -0.0, 1e-41, -1e-310, 1.0, -1.0, 3e38, 65536.5, 2147483648.0, -1e19};
  if (dice.chance(is_mild ? 10 : 35)) return bits_of(odd[dice.below(is_mild ? 6 : 10)], kind);
  if (!is_mild && dice.chance(8)) return bits_of(dice.chance(50) ? INFINITY : -INFINITY, kind);
  if (!is_mild && dice.chance(5)) return bits_of(NAN, kind);
  return bits_of(dice.from(-2000000, 2000000) / 1e6, kind);
}

Memory start_data(const CProgram& program, bool is_mild) {
  Dice dice(program.seed * 2 + (is_mild ? 0 : 1));
  Memory out;
  for (const Array& array : program.arrays) {
    const auto bytes = static_cast<std::size_t>(width(array.type.kind) / 8);
    std::vector<std::uint8_t> data(static_cast<std::size_t>(array.cells()) * bytes);
    for (std::size_t at = 0; at < data.size(); at += bytes) {
      const std::uint64_t bits = some_bits(dice, array.type.kind, is_mild);
      std::memcpy(&data[at], &bits, bytes);
    }
    out.push_back(std::move(data));
  }
  return out;
}

struct Place {
  std::size_t array = 0;
  Part part;
};

/// The cells that each field begins with, by its name.
std::map<std::string, Place> places(const CProgram& program) {
  std::map<std::string, Place> out;
  for (std::size_t i = 0; i < program.arrays.size(); ++i) {
    for (const Part& part : program.arrays[i].parts) out[part.field] = {i, part};
  }
  return out;
}

/// The final contents of arrays that have changed places, as the head of the YAML says.
std::map<std::string, std::string> held(const std::string& yaml) {
  std::map<std::string, std::string> out;
  const std::string before = "After the last time step ";
  for (std::size_t at = yaml.find(before); at != std::string::npos; at = yaml.find(before, at + 1)) {
    const std::size_t name = at + before.size();
    const std::size_t verb = yaml.find(" holds what ", name);
    const std::size_t end = yaml.find(" holds in ", verb + 5);
    out[yaml.substr(name, verb - name)] = yaml.substr(verb + 12, end - verb - 12);
  }
  return out;
}

bool is_nan(std::uint64_t bits, Kind kind) {
  if (kind == Kind::kF32) return (bits & 0x7fffffffU) > 0x7f800000U;
  return kind == Kind::kF64 && (bits << 1) > 0xffe0000000000000U;
}

/// Imported, once for all data.
struct Imported {
  std::string yaml;
  spec::Stencil stencil;
  std::vector<std::uint64_t> parameters;
};

class Comparison {
 public:
  Comparison(const CProgram& program, const Imported& imported)
      : program_(program), imported_(imported), places_(places(program)) {}

  Verdict run(const Reference& reference, std::size_t number, bool is_mild) {
    start_ = start_data(program_, is_mild);
    if (!fill()) return wrong("a field that no array has", imported_.yaml);
    Memory memory = start_;
    for (auto& data : memory) data.resize(data.size() + 16, 0xa5);
    std::vector<void*> arrays;
    for (auto& data : memory) arrays.push_back(data.data());
    reference.call(number, arrays.data());
    golden::Options options;
    options.threads = 1;
    const auto& stencil = imported_.stencil;
    const auto results = golden::run(stencil, stencil.grid, inputs_, stencil.iterations, imported_.parameters, options);
    return check(results, memory);
  }

 private:
  static Verdict wrong(const std::string& kind, const std::string& detail) {
    return {Status::kDifferent, kind, detail};
  }

  bool fill() {
    const auto& stencil = imported_.stencil;
    inputs_.clear();
    for (const spec::ArrayId i : stencil.arrays.ids()) {
      const spec::Array& array = stencil.arrays[i];
      if (array.role != spec::Role::kState && array.role != spec::Role::kInput) continue;
      const auto found = places_.find(array.name);
      if (found == places_.end()) return false;
      spec::Extents extents = stencil.grid;
      for (std::size_t a = 0; a < extents.size(); ++a) extents[a] = array.spans[a] ? extents[a] : 1;
      golden::Grid grid(array.type, extents);
      const Place& place = found->second;
      const Kind kind = program_.arrays[place.array].type.kind;
      // An array without extents has the cells that the loops touch: the first ones.
      if (grid.cells() > place.part.cells || grid.cell_bytes * 8 != width(kind)) return false;
      const auto bytes = static_cast<std::size_t>(grid.cell_bytes);
      std::memcpy(grid.bytes.data(), &start_[place.array][static_cast<std::size_t>(place.part.first) * bytes],
                  grid.bytes.size());
      inputs_.emplace(i.index(), std::move(grid));
    }
    return true;
  }

  Verdict check(const std::map<int, golden::Grid>& results, const Memory& memory) {
    const std::map<std::string, std::string> remarks = held(imported_.yaml);
    std::map<std::string, const golden::Grid*> found;
    for (const auto& [id, grid] : results) {
      const std::string& name = imported_.stencil.arrays[spec::ArrayId(id)].name;
      const auto remark = remarks.find(name);
      found[remark == remarks.end() ? name : remark->second] = &grid;
    }
    Verdict out;
    for (const auto& [name, place] : places_) {
      const Verdict one = check_part(name, place, found.contains(name) ? found.at(name) : nullptr, memory);
      if (one.failed()) return one;
      out.cells += one.cells;
    }
    return out;
  }

  Verdict check_part(const std::string& name, const Place& place, const golden::Grid* got, const Memory& memory) const {
    const Kind kind = program_.arrays[place.array].type.kind;
    const auto bytes = static_cast<std::size_t>(width(kind) / 8);
    const std::uint8_t* const now = memory[place.array].data() + static_cast<std::size_t>(place.part.first) * bytes;
    const std::uint8_t* const before = start_[place.array].data() + static_cast<std::size_t>(place.part.first) * bytes;
    const bool is_same = std::memcmp(now, before, static_cast<std::size_t>(place.part.cells) * bytes) == 0;
    if (got == nullptr) {
      // One of two arrays that change places may be left out.
      if (is_same || program_.exchanges) return {};
      return wrong("an array that C assigns is left out", name);
    }
    if (got->cells() > place.part.cells || static_cast<std::size_t>(got->cell_bytes) != bytes)
      return wrong("a field of another size", name);
    const auto first = static_cast<std::size_t>(got->cells()) * bytes;
    if (std::memcmp(now + first, before + first, static_cast<std::size_t>(place.part.cells) * bytes - first) != 0)
      return wrong("an array that C assigns beyond the field's cells", name);
    Verdict out;
    for (std::int64_t i = 0; i < got->cells(); ++i) {
      std::uint64_t want = 0;
      std::memcpy(&want, now + static_cast<std::size_t>(i) * bytes, bytes);
      const std::uint64_t have = got->get(i);
      if (have != want && !(is_nan(have, kind) && is_nan(want, kind)))
        return wrong("other bits", fmt::format("{}, cell {}: gcc {:#x}, rtlgen {:#x}, at the start {:#x}", name, i,
                                               want, have, at(before, static_cast<std::size_t>(i), bytes)));
      ++out.cells;
    }
    return out;
  }

  static std::uint64_t at(const std::uint8_t* data, std::size_t i, std::size_t bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, data + i * bytes, bytes);
    return bits;
  }

  const CProgram& program_;
  const Imported& imported_;
  std::map<std::string, Place> places_;
  Memory start_;
  std::map<int, golden::Grid> inputs_;
};

}  // namespace

Verdict compare(const CProgram& program, const Reference& reference, std::size_t number, const Fault& fault) {
  if (!reference.has(number))
    return {Status::kInvalid, "gcc " + kind_of(reference.errors(number)), reference.errors(number)};
  importer::Options options;
  options.values = program.values;
  Diagnostics diagnostics;
  const auto yaml = importer::import_text(file_text(program), "random.c", options, diagnostics);
  if (!yaml) return refused(diagnostics, Status::kRefused);
  Imported imported;
  imported.yaml = *yaml;
  if (fault) fault(imported.yaml);
  Diagnostics faults;
  const auto stencil = frontend::load_text(imported.yaml, "imported.yaml", {}, faults);
  if (!stencil) {
    Verdict out = refused(faults, Status::kDifferent);
    out.kind = "no description: " + out.kind;
    out.detail += imported.yaml;
    return out;
  }
  imported.stencil = *stencil;
  for (const spec::Param& p : stencil->params) {
    const Scalar* found = nullptr;
    for (const Scalar& scalar : program.scalars) found = scalar.name == p.name ? &scalar : found;
    if (found == nullptr)
      return {Status::kDifferent, "a parameter that C does not have", p.name + "\n" + imported.yaml};
    imported.parameters.push_back(bits_of(std::strtod(found->text.c_str(), nullptr), found->type.kind));
  }
  Verdict sum;
  for (const bool is_mild : {true, false}) {
    Verdict one = Comparison(program, imported).run(reference, number, is_mild);
    if (one.failed()) {
      one.detail += "\n" + imported.yaml;
      return one;
    }
    sum.cells += one.cells;
  }
  return sum;
}

Verdict compare_alone(const CProgram& program, const std::string& folder, const Fault& fault) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const Reference reference({program}, folder);
    const Verdict verdict = compare(program, reference, 0, fault);
    const std::string text = static_cast<char>(verdict.status) + verdict.kind + "\n" + verdict.detail;
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t wrote = write(ends[1], text.data() + done, text.size() - done);
      if (wrote <= 0) break;
      done += static_cast<std::size_t>(wrote);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return {Status::kCrash, fmt::format("signal {}", WTERMSIG(status)), ""};
  if (text.empty()) return {Status::kCrash, "no verdict", ""};
  const std::size_t line = text.find('\n');
  return {static_cast<Status>(text[0]), text.substr(1, line - 1), text.substr(line + 1)};
}

}  // namespace rtlgen::test::random_c
