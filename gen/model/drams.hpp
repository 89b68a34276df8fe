// The DRAM of the channels that a design uses.
#pragma once

#include <string>
#include <vector>

#include "model/channel.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::model {

/// The DRAM of the channels that a design with a shell uses, from one name per kind of the board's memory or one for
/// all: "hbm2"; the names of all kinds, "hbm2, ddr4-2400", if the channels differ.
std::string parts_text(const std::vector<std::string>& names, const plan::Plan& plan);
std::string parts_text(const Drams& drams, const plan::Plan& plan);
/// The peak of the channels that a design uses, together; of one channel if it has no shell. 0: ideal memory.
double peak_gbs(const Drams& drams, const plan::Plan& plan);

}  // namespace rtlgen::model
