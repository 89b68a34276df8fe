// The text of the files in rtl/, compiled into the library so that the program needs no such folder.
#pragma once

#include <string>
#include <string_view>

namespace rtlgen::emit {

/// The file `name` of rtl/ ("rtlgen_fifo.v", "agilex/rtlgen_fp_dsp.v"); an unknown name is an InternalError.
std::string_view leaf_source(const std::string& name);

}  // namespace rtlgen::emit
