// The numbers of a Link by their keys.
#pragma once

#include "system/link.hpp"

namespace rtlgen::system {

struct LinkField {
  const char* key;
  double Link::*member;
};

inline constexpr LinkField kLinkFields[] = {
    {"write_gbs", &Link::write_gbs},
    {"read_gbs", &Link::read_gbs},
    {"dma_latency_ns", &Link::dma_latency_ns},
    {"register_write_ns", &Link::register_write_ns},
    {"register_read_ns", &Link::register_read_ns},
    {"interrupt_ns", &Link::interrupt_ns},
};

}  // namespace rtlgen::system
