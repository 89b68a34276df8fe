// One of a card's kernels behind Intel's DMA: its registers, memory channels and runs.
#include "host/avalon_dma.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "host/card_memory.hpp"
#include "host/design.hpp"
#include "host/dma_engine.hpp"
#include "host/waiting.hpp"
#include "host/xdma.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::host {

AvalonDmaOptions avalon_dma_options(const std::string& manifest, int kernel) {
  const XdmaOptions common = xdma_options(manifest, kernel);
  AvalonDmaOptions options;
  options.channels = common.channels;
  options.registers = common.registers;
  options.progress = common.progress;
  options.has_card_block = common.has_card_block;
  try {
    const nlohmann::json j = parse_manifest(manifest);
    const auto card = j.find("card");
    if (card == j.end() || !card->contains("avalon_dma")) {
      throw Error("vfio drives cards with Intel's Avalon-MM DMAs, but " +
                  (card == j.end() ? "the card is unknown: set hardware.board"
                                   : card->at("board").get<std::string>() + " has none"));
    }
    const nlohmann::json& dma = card->at("avalon_dma");
    options.registers_bar = dma.at("registers_bar");
    options.is_multi_channel = dma.contains("message");
    if (options.is_multi_channel)
      options.message = {true, dma.at("message")};
    else
      options.tables = dma.at("tables");
  } catch (const nlohmann::json::exception& fault) {
    throw Error(fmt::format("the DMA in manifest.json cannot be read: {}", json_fault(fault.what())));
  }
  return options;
}

class AvalonDmaCard::Impl {
 public:
  Impl(const AvalonDmaOptions& options, std::shared_ptr<DmaEngine> engine)
      : options_(options), engine_(std::move(engine)), memory_(device().name(), options.channels) {}

  void write(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    engine_->write(memory_.address(channel, address, bytes), data, bytes);
  }
  void read(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
    engine_->read(memory_.address(channel, address, bytes), data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) {
    device().write(options_.registers_bar, options_.registers + offset, value);
  }
  std::uint32_t read_register(std::uint32_t offset) {
    return device().read(options_.registers_bar, options_.registers + offset);
  }

  /// The DMA and the other kernels share this interrupt, so there are more events than runs.
  bool wait_interrupt() {
    return wait_for_run(
        device().name(), Patience(options_.patience_seconds, options_.progress),
        [this](int milliseconds) { return engine_->take_event(seen_, milliseconds); },
        [this](std::uint32_t offset) { return read_register(offset); }, missed_, options_.has_card_block);
  }

  [[nodiscard]] std::uint64_t capacity(int channel) const { return memory_.channel(channel).bytes; }
  [[nodiscard]] std::vector<std::string> notes() const { return notes_of(missed_, device().name()); }
  [[nodiscard]] const std::shared_ptr<DmaEngine>& engine() const { return engine_; }
  [[nodiscard]] bool has_card_block() const { return options_.has_card_block; }

 private:
  [[nodiscard]] PciDevice& device() const { return engine_->device(); }

  AvalonDmaOptions options_;
  std::shared_ptr<DmaEngine> engine_;
  CardMemory memory_;
  std::uint64_t seen_ = 0;  ///< messages received from the card so far
  int missed_ = 0;
};

AvalonDmaCard::AvalonDmaCard(const AvalonDmaOptions& options, std::shared_ptr<PciDevice> device)
    : impl_(std::make_unique<Impl>(options,
                                   options.is_multi_channel
                                       ? mcdma_queues(std::move(device), options.patience_seconds)
                                       : avalon_tables(std::move(device), options.tables, options.patience_seconds))) {}
AvalonDmaCard::AvalonDmaCard(const AvalonDmaOptions& options, const AvalonDmaCard& beside)
    : impl_(std::make_unique<Impl>(options, beside.impl_->engine())) {}
AvalonDmaCard::~AvalonDmaCard() = default;

void AvalonDmaCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  impl_->write(channel, address, data, bytes);
}
void AvalonDmaCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  impl_->read(channel, address, data, bytes);
}
void AvalonDmaCard::write_register(std::uint32_t offset, std::uint32_t value) { impl_->write_register(offset, value); }
std::uint32_t AvalonDmaCard::read_register(std::uint32_t offset) { return impl_->read_register(offset); }
bool AvalonDmaCard::wait_interrupt() { return impl_->wait_interrupt(); }
std::uint64_t AvalonDmaCard::capacity(int channel) { return impl_->capacity(channel); }
bool AvalonDmaCard::has_card_block() { return impl_->has_card_block(); }
std::vector<std::string> AvalonDmaCard::notes() { return impl_->notes(); }

}  // namespace rtlgen::host
