// Moves bytes at any address as whole units, through staging memory.
#include "host/dma_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/host.hpp"
#include "host/waiting.hpp"

namespace rtlgen::host {

namespace {

/// A memory with ECC accepts a part of a beat only if the beat has been written before. So a buffer in the host has the
/// same offset within a beat as the card address.
constexpr std::size_t kBeat = 64;

}  // namespace

DmaEngine::DmaEngine(std::shared_ptr<PciDevice> device, std::uint64_t unit, double patience_seconds)
    : device_(std::move(device)),
      unit_(unit),
      patience_seconds_(patience_seconds),
      staging_(device_->share(kStagingBytes + kPage)) {}

SharedMemory DmaEngine::staging(std::uint64_t card) const {
  return {staging_.data + card % kBeat, staging_.bus + card % kBeat};
}

void DmaEngine::write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard<std::mutex> turn(transfer_);
  const std::uint64_t end = address + bytes;
  // Partial units at the ends are completed with the card's contents.
  const std::uint64_t begin = address / unit_ * unit_, whole = (end + unit_ - 1) / unit_ * unit_ - begin;
  for (std::uint64_t done = 0; done < whole;) {
    const std::uint64_t part = std::min<std::uint64_t>(whole - done, kStagingBytes), at = begin + done;
    const SharedMemory stage = staging(at);
    const std::uint64_t from = std::max(at, address), to = std::min(at + part, end);
    if (from != at) from_card(at, stage, unit_);
    if (to != at + part) from_card(at + part - unit_, {stage.data + part - unit_, stage.bus + part - unit_}, unit_);
    std::copy_n(data + (from - address), to - from, stage.data + (from - at));
    to_card(at, stage, part);
    done += part;
  }
}

void DmaEngine::read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard<std::mutex> turn(transfer_);
  const std::uint64_t end = address + bytes;
  const std::uint64_t begin = address / unit_ * unit_, whole = (end + unit_ - 1) / unit_ * unit_ - begin;
  for (std::uint64_t done = 0; done < whole;) {
    const std::uint64_t part = std::min<std::uint64_t>(whole - done, kStagingBytes), at = begin + done;
    const SharedMemory stage = staging(at);
    from_card(at, stage, part);
    const std::uint64_t from = std::max(at, address), to = std::min(at + part, end);
    std::copy_n(stage.data + (from - at), to - from, data + (from - address));
    done += part;
  }
}

bool DmaEngine::take_event(std::uint64_t& seen, int milliseconds) {
  std::unique_lock<std::mutex> lock(event_);
  if (waiting_)
    changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return events_ != seen || !waiting_; });
  if (events_ == seen && !waiting_) {
    waiting_ = true;
    lock.unlock();
    const bool came = device_->wait_interrupt(milliseconds);
    lock.lock();
    waiting_ = false;
    if (came) ++events_;
    changed_.notify_all();
  }
  return std::exchange(seen, events_) != events_;
}

void DmaEngine::fail(const Transfer& transfer, std::uint32_t alive) const {
  throw DeviceError(fmt::format(
      "cannot {} {} bytes at card address {:#x} on {}: {}", transfer.is_write ? "write" : "read", transfer.bytes,
      transfer.card, device_->name(),
      alive == kAllOnes ? "the card no longer responds: its registers read as all ones"
                        : fmt::format("the DMA has not finished descriptor {} within {:g} s. Reset the card",
                                      transfer.last, patience_seconds_)));
}

}  // namespace rtlgen::host
