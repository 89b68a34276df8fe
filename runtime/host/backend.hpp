// Parts that back ends with and without queues share.
#pragma once

#include "host/host.hpp"

namespace rtlgen::host {

/// Moves all bytes of a transfer with write_memory or read_memory, and notes what they throw. It has not ended then.
void move_now(Backend& backend, Transfer& transfer) noexcept;

}  // namespace rtlgen::host
