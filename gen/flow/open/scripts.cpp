// Makefile and pins.
#include <fmt/format.h>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/ecp5_synthesis.hpp"
#include "emit/file.hpp"
#include "flow/open/open_project.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::open {

namespace {

std::string name_of(const board::PortPins& port, std::size_t bit) {
  return port.pins.size() == 1 ? port.port : fmt::format("{}[{}]", port.port, bit);
}

template <class Use>
void for_each_pin(const board::Wiring& wiring, const Use& use) {
  for (const auto& [function, list] : wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      for (std::size_t bit = 0; bit < port.pins.size(); ++bit) use(port, name_of(port, bit), port.pins[bit]);
    }
  }
}

std::string constraints_heading(const OpenProject& project) {
  return script_header(project.banner,
                       fmt::format("Pins of {} on {}.", project.top(), safe::comment(project.board.name)));
}

emit::File pins_file(const OpenProject& project) {
  const board::Wiring& w = project.wiring;
  std::string text = constraints_heading(project);
  if (w.open->router == "ice40") {
    for_each_pin(w, [&](const board::PortPins& port, const std::string& name, const std::string& pin) {
      text += fmt::format("set_io {}{} {}\n", port.pull == "up" ? "-pullup yes " : "", name, pin);
    });
    return {"constraints/pins.pcf", text};
  }
  for_each_pin(w, [&](const board::PortPins& port, const std::string& name, const std::string& pin) {
    text +=
        fmt::format("LOCATE COMP \"{0}\" SITE \"{1}\";\nIOBUF PORT \"{0}\" IO_TYPE={2}{3};\n", name, pin, port.standard,
                    port.pull.empty()   ? ""
                    : port.pull == "up" ? " PULLMODE=UP"
                                        : " PULLMODE=DOWN");
  });
  for (const board::InputClock& clock : w.oscillator.clocks)
    text += fmt::format("FREQUENCY PORT \"{}\" {:g} MHZ;\n", clock.port, w.open->clock_mhz);
  return {"constraints/pins.lpf", text};
}

/// The Yosys commands for synthesis.
std::string synthesis(const OpenProject& project) {
  const board::OpenPart& part = *project.wiring.open;
  if (part.router == "ecp5")
    return contract::ecp5_synthesis(project.top(), project.plan.core.module, project.plan.clock.period_ps);
  const bool ultra = part.device.starts_with("up");
  // Products become SB_MAC16 if the part has them.
  return fmt::format("synth_ice40 -device {} -top {}", ultra ? "u -dsp" : "hx", project.top());
}

std::string make_text(const OpenProject& project) {
  const board::OpenPart& part = *project.wiring.open;
  std::string text =
      script_header(project.banner,
                    "make: builds the bitstream if timing is met; make EXPLORE=4: with four seeds; make "
                    "SEED=2: with another seed; make clock: the clock that it meets; make program: loads "
                    "it onto the board; make clean");
  text += fmt::format(
      "export TOP := {}\nexport FAMILY := {}\nexport SYNTH := {}\nexport PART := --{} --package {}{}\nexport MHZ := "
      "{:.4f}\nexport PROGRAMMER := {}\nATTEMPT ?= $(SEED)\nexport ATTEMPT EXPLORE JOBS ALLOW_TIMING SERIAL\nexport "
      "PEAK := "
      "no\n",
      project.top(), part.router, synthesis(project), part.device, part.package,
      part.speed.empty() ? "" : " --speed " + part.speed, project.clock().mhz, part.programmer);
  text += "CORE :=";
  for (const std::string& file : project.core) text += " rtl/core/" + file;
  text += "\nSOURCES := $(CORE) $(wildcard rtl/card/*.v)\n\n";
  text += kTimedCheck;
  text +=
      "\n.PHONY: all clock program flash clean FORCE\nall: build/bitstream.txt\n\t$(timed)\n\n"
      "build/$(TOP).json: $(SOURCES) flow/open.sh Makefile\n\t@sh flow/open.sh synth $(SOURCES)\n\n";
  text += kWantedRule;
  text += fmt::format(
      "\nbuild/bitstream.txt: build/$(TOP).json build/wanted flow/explore.sh Makefile $(wildcard constraints/*)\n"
      "\t@sh flow/explore.sh $(TOP) {} sh flow/open.sh attempt %\n\n",
      part.router == "ice40" ? "bin" : "bit");
  text +=
      "clock:\n\t@sh flow/clock.sh build/timing.txt\n\n"
      "program flash: build/bitstream.txt\n\t$(timed)\n\t@sh flow/open.sh $@ $$(cat $<)\n\nclean:\n\trm -rf build\n";
  return text;
}

}  // namespace

std::vector<emit::File> script_files(const OpenProject& project) {
  std::vector<emit::File> files = {
      {"Makefile", make_text(project)}, {"flow/open.sh", shared_script("open/open.sh")}, pins_file(project)};
  for (emit::File& file : timing_scripts("flow")) files.push_back(std::move(file));
  return files;
}

}  // namespace rtlgen::flow::open
