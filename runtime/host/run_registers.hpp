// Every register of a run: sizes, buffers, parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "contract/run_settings.hpp"
#include "host/field_places.hpp"

namespace rtlgen::host {

/// Steps that a run may end with.
inline constexpr std::uint64_t kMostSteps = 0x7fffffff;

struct RunRequest {
  contract::Extents extents{1, 1, 1};
  contract::RunSettings settings;
  std::uint64_t first_step = 0;  ///< value of `step` at the beginning
  int first_buffer = 0;          ///< buffer of the state that the first pass reads
  std::uint32_t watchdog = 0;
  std::map<std::string, std::uint64_t> params;  ///< every one
};

/// Throws Error where extents or steps cannot be.
contract::RunSettings settings_of(const Design& design, const contract::Extents& extents, std::uint64_t steps);
/// Throws unless a run may begin at this step.
void check_step(std::uint64_t step);
/// Throws unless a run may do so many steps from `first` on.
void check_steps(std::uint64_t first, std::uint64_t steps);

/// Throws where a parameter does not exist, or has fewer bits.
void check_param(const Design& design, const std::string& name, std::uint64_t bits);

/// By name. Throws Error where a field's stripes have different bases on this card.
std::map<std::string, std::uint64_t> run_registers(const Design& design, const FieldPlaces& places,
                                                   const RunRequest& run, Backend& backend);

}  // namespace rtlgen::host
