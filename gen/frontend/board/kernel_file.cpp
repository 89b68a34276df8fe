// Kernel files: device, launch, and the tree of blocks.
#include "frontend/board/kernel_file.hpp"

#include <fmt/format.h>

#include <set>

#include "frontend/yaml/section_reader.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::opencl::Block;
using spec::opencl::Node;
using Kind = Node::Kind;

constexpr double kMost = 1e15;  ///< limit on trips and work items, so that sums of products stay finite
const char* const kResources[] = {"logic", "memory", "dsp"};

class Reader : private SectionReader {
 public:
  explicit Reader(Diagnostics& diagnostics)
      : SectionReader(diagnostics, "a kernel file", "keys of a kernel file: docs/advice.md") {}

  spec::opencl::Program read(const YamlValue& root) {
    spec::opencl::Program out;
    if (!root.is_map()) {
      error(Code::kWrongKind, root.where,
            fmt::format("a kernel file must be a mapping of keys, not {}", root.describe()),
            {"it starts like this: name: vecadd"});
      return out;
    }
    const Section all{root, ""};
    keys(all, {"name", "description", "source", "device", "launch", "kernel"}, {"name", "device", "launch", "kernel"});
    out.name = text(all, "name");
    out.description = text(all, "description");
    out.source = text(all, "source");
    if (const auto device = section(all, "device")) read_device(*device, out.device);
    if (const auto launch = section(all, "launch")) read_launch(*launch, out.launch);
    if (all.find("kernel") != nullptr) out.kernel = sequence(*all.find("kernel"), all.place("kernel"), "kernel");
    return out;
  }

 private:
  /// A number of a key, or `standard`.
  double figure(const Section& of, const char* key, double least, double most, bool whole, double standard = 1) {
    const YamlValue* value = of.find(key);
    return value != nullptr ? number(*value, of.place(key), key, least, most, whole).value_or(standard) : standard;
  }

  void read_device(const Section& device, spec::opencl::Device& out) {
    const Names all = {"banks", "transaction_bytes", "latency", "clock_mhz", "used", "free"};
    keys(device, all, all);
    out.banks = static_cast<int>(figure(device, "banks", 1, 1024, true));
    out.transaction = static_cast<int>(figure(device, "transaction_bytes", 1, 65536, true));
    out.latency = figure(device, "latency", 1, 1e6, false);
    out.clock_hz = 1e6 * figure(device, "clock_mhz", 1, 10000, false);
    read_parts(device, "used", 0, out.used);
    read_parts(device, "free", 0.01, out.free);
    const auto used = device.find("used");
    for (std::size_t r = 0; used != nullptr && used->is_map() && r < out.used.size(); ++r) {
      const YamlValue* value = used->find(kResources[r]);
      if (value == nullptr || 1 - out.used[r] <= out.free[r] + 1e-9) continue;
      error(Code::kKernelContradiction, value->where,
            fmt::format("only {:g} of {} is in use, but the board leaves no more than {:g} free", out.used[r],
                        kResources[r], out.free[r]),
            {fmt::format("`used` includes the board's own share: at least {:g}", 1 - out.free[r])});
    }
  }

  void read_parts(const Section& device, const char* key, double least, std::array<double, 3>& out) {
    const auto parts = section(device, key);
    if (!parts) return;
    keys(*parts, {kResources[0], kResources[1], kResources[2]}, {kResources[0], kResources[1], kResources[2]});
    for (std::size_t r = 0; r < out.size(); ++r)
      out[r] = figure(*parts, kResources[r], least, 1, false, key[0] == 'u' ? 1 : out[r]);
  }

  void read_launch(const Section& launch, spec::opencl::Launch& out) {
    keys(launch, {"work_items", "compute_units", "simd"}, {"work_items"});
    out.compute_units = static_cast<int>(figure(launch, "compute_units", 1, 1024, true));
    out.simd = static_cast<int>(figure(launch, "simd", 1, 1024, true));
    out.work_items = figure(launch, "work_items", 1, kMost, true) / out.simd;
    if (out.work_items < 1)
      error(Code::kKernelContradiction, launch.place("simd"),
            fmt::format("there are fewer work items than 'simd' ({})", out.simd), {});
  }

  /// Parts one after another. The YAML reader limits how deeply they are nested.
  Node sequence(const YamlValue& list, const SourceLocation& where, const char* key) {
    Node out;
    out.kind = Kind::kSequence;
    if (!list.is_list()) {
      wrong_kind(list, where, key, "a list of blocks, loops and branches, each with its own dash");
    } else if (list.items.empty()) {
      error(Code::kKernelContradiction, where, fmt::format("'{}' has no parts", key),
            {"a part is a block, a loop or a branch"});
    } else {
      for (const YamlValue& item : list.items) out.parts.push_back(part(item));
    }
    return out;
  }

  Node part(const YamlValue& item) {
    if (item.is_map()) {
      if (item.find("block") != nullptr) return block({item, "block"});
      if (item.find("loop") != nullptr) return loop({item, "loop"});
      if (item.find("branch") != nullptr) return branch({item, "branch"});
    }
    error(Code::kWrongKind, item.where,
          fmt::format("a part of a kernel is a block, a loop or a branch, not {}",
                      item.is_map() ? "a mapping without these keys" : item.describe()),
          {"a block is {block: NAME, cycles: 5}, a loop {loop: 128, body: [...]}, a branch {branch: [[...], [...]]}"});
    return {};
  }

  Node loop(const Section& of) {
    keys(of, {"loop", "body"}, {"body"});
    Node out;
    const YamlValue* body = of.find("body");
    if (body != nullptr) out = sequence(*body, of.place("body"), "body");
    out.kind = Kind::kLoop;
    out.trip = figure(of, "loop", 1, kMost, false);
    return out;
  }

  Node branch(const Section& of) {
    keys(of, {"branch"}, {});
    Node out;
    out.kind = Kind::kBranch;
    const YamlValue& list = *of.find("branch");
    if (!list.is_list()) {
      wrong_kind(list, of.place("branch"), "branch", "a list of lists: the parts of each side");
      return out;
    }
    if (list.items.empty())
      error(Code::kKernelContradiction, of.place("branch"), "'branch' has no sides", {"a side is a list of parts"});
    for (const YamlValue& side : list.items) out.parts.push_back(sequence(side, side.where, "branch"));
    return out;
  }

  Node block(const Section& of) {
    keys(of, {"block", "cycles", "memory", "trip", "unroll"}, {"cycles"});
    Node out;
    Block& b = out.block;
    b.name = text(of, "block");
    if (!b.name.empty() && !names_.insert(b.name).second)
      error(Code::kKernelContradiction, of.place("block"), fmt::format("there are two blocks called '{}'", b.name), {});
    b.cycles = figure(of, "cycles", 1, 1e9, false);
    b.unroll = static_cast<int>(figure(of, "unroll", 1, 65536, true));
    b.trip = figure(of, "trip", 1, kMost, false, kMost);
    if (of.find("trip") == nullptr) b.trip = 1;
    if (b.unroll > b.trip)
      error(Code::kKernelContradiction, of.place("unroll"),
            fmt::format("'unroll' is {}, but there are only {:g} trips", b.unroll, b.trip),
            {"`trip` counts trips as written, before unrolling"});
    b.trip /= b.unroll;
    const YamlValue* memory = of.find("memory");
    if (memory != nullptr && !memory->is_list())
      wrong_kind(*memory, of.place("memory"), "memory", "a list of loads and stores");
    for (const YamlValue& item : memory != nullptr ? memory->items : std::vector<YamlValue>{}) memory_op(item, b);
    return out;
  }

  void memory_op(const YamlValue& item, Block& block) {
    if (!item.is_map()) return wrong_kind(item, item.where, "memory", "a list of mappings such as {bytes: 4}");
    const Section of{item, "memory"};
    keys(of, {"bytes", "coalesced", "count"}, {"bytes"});
    const spec::opencl::MemoryOp op{static_cast<int>(figure(of, "bytes", 1, 65536, true)), flag(of, "coalesced", true)};
    block.ops.insert(block.ops.end(), static_cast<std::size_t>(figure(of, "count", 1, 1024, true)), op);
  }

  std::set<std::string> names_;
};

}  // namespace

Result<spec::opencl::Program> load_kernel_text(const std::string& text, const std::string& filename,
                                               Diagnostics& diagnostics) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return Failure{};
  diagnostics.add_source(filename, *source);
  const auto document = read_yaml(*source, filename, diagnostics);
  if (!document) return Failure{};
  if (refuse_stencil(*document, "a kernel file", diagnostics)) return Failure{};
  const int errors_before = diagnostics.errors_raised();
  auto program = Reader(diagnostics).read(*document);
  if (diagnostics.errors_raised() > errors_before) return Failure{};
  return program;
}

Result<spec::opencl::Program> load_kernel(const std::string& path, Diagnostics& diagnostics) {
  const auto text = read_source_file(path, diagnostics);
  if (!text) return Failure{};
  return load_kernel_text(*text, path, diagnostics);
}

}  // namespace rtlgen::frontend
