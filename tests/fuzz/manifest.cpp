// manifest.json as the host library reads it: options of every back end, and an accelerator whose fields have places.
#include <algorithm>

#include "contract/shell.hpp"
#include "host/avalon_dma.hpp"
#include "host/design.hpp"
#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "host/uart.hpp"
#include "host/xdma.hpp"
#include "target.hpp"

namespace {

using namespace rtlgen;

/// Memory that does not exist, and registers that say what is expected.
class Nowhere : public host::Backend {
 public:
  explicit Nowhere(const host::Design& design)
      : digest_(design.digest), version_(static_cast<std::uint32_t>(design.contract) << contract::kContractShift) {
    if (design.shell.map.has("identity")) identity_at_ = design.shell.map.find("identity").offset;
    if (design.shell.map.has("version")) version_at_ = design.shell.map.find("version").offset;
    if (design.shell.map.has("digest")) digest_at_ = design.shell.map.find("digest").offset;
  }
  void write_memory(int, std::uint64_t, const std::uint8_t*, std::uint64_t) override {}
  void read_memory(int, std::uint64_t, std::uint8_t* data, std::uint64_t bytes) override {
    std::fill_n(data, bytes, std::uint8_t{0});
  }
  void write_register(std::uint32_t, std::uint32_t) override {}
  std::uint32_t read_register(std::uint32_t offset) override {
    return offset == identity_at_  ? contract::kShellIdentity
           : offset == version_at_ ? version_
           : offset == digest_at_  ? digest_
                                   : 4;
  }
  bool wait_interrupt() override { return true; }
  std::uint64_t capacity(int) override { return std::uint64_t{1} << 30; }

 private:
  std::uint32_t digest_, version_, identity_at_ = 0, version_at_ = 0, digest_at_ = 0;
};

template <typename Action>
void refused_or_done(const Action& action) {
  try {
    action();
  } catch (const host::Error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
}

void use(host::Accelerator& accelerator) {
  constexpr std::uint64_t kSmall = 1 << 16;
  for (const host::Field& field : accelerator.fields()) {
    if (field.cells() > kSmall) continue;
    const std::vector<std::uint8_t> cells(field.cells() * static_cast<std::uint64_t>(field.cell_bytes), 1);
    if (field.is_input) refused_or_done([&] { accelerator.load(field.name, cells.data(), cells.size()); });
  }
  for (const host::Param& param : accelerator.params()) refused_or_done([&] { accelerator.set_param(param.name, 1); });
  refused_or_done([&] { accelerator.set_extents(accelerator.grid().minimum); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  refused_or_done([&] { host::simulated_options(text); });
  refused_or_done([&] { host::xdma_options(text); });
  refused_or_done([&] { host::uart_options(text); });
  refused_or_done([&] { host::avalon_dma_options(text); });
  refused_or_done([&] {
    host::Accelerator accelerator(text, std::make_unique<Nowhere>(host::read_design(text)));
    use(accelerator);
  });
  return 0;
}
