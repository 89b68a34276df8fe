// The output of a run over several cards.
#pragma once

#include <string>

#include "cli/report.hpp"
#include "driver/cards/cards.hpp"
#include "driver/cards/scaling.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::cli {

/// `memory`: the memory of each card.
std::string cards_text(const driver::CardsReport& report, const std::string& memory);
Json cards_json(const driver::CardsReport& report, const std::string& config, const std::string& backend);

/// The model's predictions for runs over several cards.
std::string scaling_text(const driver::ScalingReport& report, const spec::Stencil& stencil);
Json scaling_json(const driver::ScalingReport& report, const spec::Stencil& stencil);

}  // namespace rtlgen::cli
