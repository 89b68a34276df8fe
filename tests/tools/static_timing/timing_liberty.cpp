// Text of Liberty cells; see timing_liberty.hpp.
#include "static_timing/timing_liberty.hpp"

#include <fmt/format.h>

namespace rtlgen::synthesis::liberty {

namespace {

std::string scalar(const char* what, int ps) {
  return fmt::format("{}(scalar) {{ values(\"{:.3f}\"); }}\n", what, ps / 1000.0);
}

std::string arc_text(const Arc& arc, const char* type) {
  return fmt::format("timing() {{ related_pin : \"{}\"; {}\n", arc.from, type) + scalar("cell_rise", arc.ps) +
         scalar("cell_fall", arc.ps) + scalar("rise_transition", 0) + scalar("fall_transition", 0) + "}\n";
}

}  // namespace

std::string cell(const std::string& name, const std::string& pins) {
  return fmt::format("cell({}) {{\n{}}}\n", name, pins);
}

std::string input(const std::string& name, const std::string& inside) {
  return fmt::format("pin({}) {{ direction : input; capacitance : 0; {}}}\n", name, inside);
}

std::string output(const std::string& name, const std::vector<Arc>& arcs, const char* type) {
  std::string text = fmt::format("pin({}) {{ direction : output;\n", name);
  for (const Arc& arc : arcs) text += arc_text(arc, arc.type != nullptr ? arc.type : type);
  return text + "}\n";
}

std::string clock() { return "pin(C) { direction : input; capacitance : 0; clock : true; }\n"; }

std::string sampled(const std::string& name, int set_up) {
  return input(name, "timing() { related_pin : \"C\"; timing_type : setup_rising;\n" +
                         scalar("rise_constraint", set_up) + scalar("fall_constraint", set_up) + "}\n");
}

std::string many(int count, const char* prefix) {
  std::string text;
  for (int i = 0; i < count; ++i) text += input(fmt::format("{}{}", prefix, i));
  return text;
}

std::vector<Arc> from_many(int count, const char* prefix, int ps) {
  std::vector<Arc> arcs;
  for (int i = 0; i < count; ++i) arcs.push_back({fmt::format("{}{}", prefix, i), ps});
  return arcs;
}

std::string library(const std::string& cells) {
  return "library(rtlgen) {\ndelay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : \"1V\"; current_unit : "
         "\"1mA\";\n"
         "capacitive_load_unit(1, pf); nom_voltage : 1; nom_process : 1; nom_temperature : 25;\n"
         "input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50;\n"
         "output_threshold_pct_fall : 50; slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;\n"
         "slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;\n" +
         cells + "}\n";
}

}  // namespace rtlgen::synthesis::liberty
