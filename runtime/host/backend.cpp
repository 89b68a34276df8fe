// A back end without queues.
#include "host/backend.hpp"

namespace rtlgen::host {

void move_now(Backend& backend, Transfer& t) noexcept {
  try {
    if (t.to_card)
      backend.write_memory(t.channel, t.address, t.bytes.data(), t.bytes.size());
    else
      backend.read_memory(t.channel, t.address, t.bytes.data(), t.bytes.size());
  } catch (...) {
    t.fault = std::current_exception();
  }
}

void Backend::queue(const std::shared_ptr<Transfer>& transfer) {
  move_now(*this, *transfer);
  transfer->ended = true;
}

Backend::Event Backend::wait_any(bool run) {
  if (!run) return Event::kTransfer;
  return wait_interrupt() ? Event::kInterrupt : Event::kTimeout;
}

}  // namespace rtlgen::host
