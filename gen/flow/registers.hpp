// The registers of an accelerator for packages: those of ap_ctrl_hs with their fields, then the plan's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::contract {
struct Shell;
}

namespace rtlgen::flow {

enum class Access : std::uint8_t { kReadOnly, kReadWrite };

struct RegisterField {
  std::string name;
  int bit = 0, bits = 1;
  Access access = Access::kReadOnly;
  std::string meaning;
};

struct Register {
  std::string name;
  std::uint32_t offset = 0;
  int bits = 32;  ///< whole words
  Access access = Access::kReadWrite;
  std::string meaning;
  std::vector<RegisterField> fields;
  int channel = -1;  ///< memory channel of the address in it; -1: none
};

/// Sorted by address.
std::vector<Register> register_list(const contract::Shell& shell);

/// Size of the map in bytes: a power of two, at least a page.
std::uint32_t register_range(const contract::Shell& shell);

}  // namespace rtlgen::flow
