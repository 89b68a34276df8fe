// Built-in texts of the page; CMake makes them from assets/ and the chart library.
#pragma once

#include <string>

namespace rtlgen::report {

const std::string& page_css();
const std::string& page_js();
const std::string& chart_library();  ///< empty if the program was built without it
const std::string& chart_licence();

}  // namespace rtlgen::report
