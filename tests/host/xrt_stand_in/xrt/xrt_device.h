// A header of XRT, as the stand-in has it.
#pragma once
#include "xrt_stand_in.hpp"
