// The table of limits.
#include "board/fill.hpp"

#include <algorithm>
#include <array>

#include "support/check.hpp"

namespace rtlgen::board {

namespace {

constexpr std::string_view kChosen = "our choice: no design of this generation has been routed to its limit";
constexpr std::string_view kAmd =
    "AMD UG1393 2021.2, Determining Where to Place the Kernels: infrastructure may take a tenth, and a device is never "
    "routed completely; a further tenth of logic is our choice";
constexpr std::string_view kStratixV =
    "Waidyasooriya 2017, table 2: five designs with 86 to 90 % of logic reach 262 to 285 MHz; Zohouri 2018, table 4: "
    "95 % reaches 226; RAM and DSP: our choice";
constexpr std::string_view kArria10 =
    "Zohouri 2018, table 4: designs up to 72 % of logic reach 256 to 344 MHz, none is fuller; RAM and DSP: our choice";
constexpr std::string_view kIce40 =
    "nextpnr-ice40 0.4: life with P 16 and I 5 takes 77 % of a UP5K and is routed; RAM and DSP: our choice";

constexpr auto kLimits = std::to_array<FillLimit>({
    {"virtex5", {}, kChosen},
    {"series7", {}, kChosen},
    {"ultrascale", {}, kAmd},
    {"ultrascale_plus", {}, kAmd},
    {"stratixv", {.logic = 0.9}, kStratixV},
    {"arriav", {}, kChosen},
    {"arria10", {}, kArria10},
    {"cyclone10gx", {}, kChosen},
    {"stratix10", {}, kChosen},
    {"agilex7", {}, kChosen},
    {"ice40hx", {}, kIce40},
    {"ice40up", {}, kIce40},
    {"ecp5", {}, kChosen},
});

}  // namespace

std::span<const FillLimit> fill_limits() { return kLimits; }

const FillLimit& fill_of(std::string_view generation) {
  const auto* const found = std::find_if(kLimits.begin(), kLimits.end(),
                                         [&](const FillLimit& limit) { return limit.generation == generation; });
  RTLGEN_CHECK(found != kLimits.end(), "every generation has a limit");
  return *found;
}

}  // namespace rtlgen::board
