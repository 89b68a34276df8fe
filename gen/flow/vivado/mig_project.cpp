// Elements in the order of MIG's own files. Values come from the wiring; literal values are those that this flow
// requires of every controller.
#include "flow/vivado/mig_project.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/file.hpp"
#include "flow/project.hpp"
#include "flow/vivado/top.hpp"
#include "support/check.hpp"

namespace rtlgen::flow::vivado {

namespace {

class Xml {
 public:
  explicit Xml(const board::IpUse& use) : use_(use) {}

  void open(const std::string& element) {
    text_ += indent() + "<" + element + ">\n";
    open_.push_back(element.substr(0, element.find(' ')));
  }
  void close() {
    const std::string element = open_.back();
    open_.pop_back();
    text_ += indent() + "</" + element + ">\n";
  }
  void value(const std::string& element, const std::string& value, const std::string& title = "") {
    const std::string name = title.empty() ? "" : fmt::format(" name=\"{}\"", title);
    text_ += fmt::format("{}<{}{}>{}</{}>\n", indent(), element, name, value, element);
  }
  void value(const std::string& element, int number) { value(element, fmt::to_string(number)); }
  /// An element that the wiring has under the same name.
  void wired(const std::string& element, const std::string& title = "") { value(element, parameter(element), title); }
  void line(const std::string& text) { text_ += indent() + text + "\n"; }

  [[nodiscard]] std::string parameter(const std::string& name) const {
    const auto found =
        std::find_if(use_.parameters.begin(), use_.parameters.end(), [&](const auto& p) { return p.first == name; });
    RTLGEN_CHECK(found != use_.parameters.end(), "the wiring of " + use_.ip.name + " has no " + name);
    return found->second;
  }
  [[nodiscard]] int size(const char* name) const { return use_.sizes.at(name); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::string indent() const { return std::string(2 * open_.size(), ' '); }

  const board::IpUse& use_;
  std::string text_;
  std::vector<std::string> open_;
};

void device(Xml& xml, const std::string& module) {
  xml.value("ModuleName", module);
  xml.value("dci_inouts_inputs", 1);
  xml.value("dci_inputs", 1);
  xml.value("Debug_En", "OFF");
  xml.value("DataDepth_En", 1024);
  xml.value("LowPower_En", "ON");
  xml.value("XADC_En", "Enabled");
  xml.wired("TargetFPGA");
  xml.value("Version", "4.2");
  // Both clocks come from the card's clocking wizard.
  xml.value("SystemClock", "No Buffer");
  xml.value("ReferenceClock", "No Buffer");
  xml.value("SysResetPolarity", "ACTIVE LOW");
  xml.value("BankSelectionFlag", "FALSE");
  xml.value("InternalVref", 1);
  xml.value("dci_hr_inouts_inputs", "50 Ohms");
  xml.value("dci_cascade", 0);
}

void memory(Xml& xml) {
  xml.wired("MemoryDevice");
  xml.wired("TimePeriod");
  xml.value("VccAuxIO", "1.8V");
  xml.value("PHYRatio", "4:1");
  xml.wired("InputClkFreq");
  xml.value("UIExtraClocks", 0);
  xml.wired("MMCM_VCO");
  xml.wired("MMCMClkOut0");
  for (const char* unused : {"MMCMClkOut1", "MMCMClkOut2", "MMCMClkOut3", "MMCMClkOut4"}) xml.value(unused, 1);
  xml.value("DataWidth", xml.size("bits"));
  xml.value("DeepMemory", 1);
  xml.value("DataMask", 1);
  xml.value("ECC", "Disabled");
  xml.value("Ordering", "Normal");
  xml.value("BankMachineCnt", 4);
  xml.value("CustomPart", "FALSE");
  xml.value("NewPartName", "");
  xml.value("RowAddress", xml.size("rows"));
  xml.value("ColAddress", 10);
  xml.value("BankAddress", xml.size("banks"));
  xml.wired("MemoryVoltage");
  xml.value("C0_MEM_SIZE", fmt::to_string(std::uint64_t{1} << xml.size("address")));
  xml.value("UserMemoryAddressMap", "BANK_ROW_COLUMN");
}

void pins(Xml& xml, const board::IpUse& use) {
  // These have one bit each in MIG's ports.
  static const std::vector<std::string> kScalars = {"ddr3_ras_n", "ddr3_cas_n", "ddr3_we_n", "ddr3_reset_n"};
  xml.open("PinSelection");
  for (const board::PortPins& port : use.pins) {
    const std::string name = ip_port_of(port.port);
    const bool scalar = std::find(kScalars.begin(), kScalars.end(), name) != kScalars.end();
    for (std::size_t i = 0; i < port.pins.size(); ++i) {
      xml.line(
          fmt::format("<Pin IN_TERM=\"\" IOSTANDARD=\"{}\" PADName=\"{}\" SLEW=\"\" VCCAUX_IO=\"\" name=\"{}{}\"/>",
                      port.standard, port.pins[i], name, scalar ? "" : fmt::format("[{}]", i)));
    }
  }
  xml.close();
  xml.open("System_Control");
  for (const char* inside : {"sys_rst", "init_calib_complete", "tg_compare_error"})
    xml.line(fmt::format("<Pin Bank=\"Select Bank\" PADName=\"No connect\" name=\"{}\"/>", inside));
  xml.close();
}

void timing(Xml& xml) {
  std::string all;
  for (const char* name : {"tcke", "tfaw", "tras", "trcd", "trefi", "trfc", "trp", "trrd", "trtp", "twtr"})
    all += fmt::format(" {}=\"{}\"", name, xml.parameter(name));
  xml.open("TimingParameters");
  xml.line("<Parameters" + all + "/>");
  xml.close();
  xml.value("mrBurstLength", "8 - Fixed", "Burst Length");
  xml.value("mrBurstType", "Sequential", "Read Burst Type and Length");
  xml.wired("mrCasLatency", "CAS Latency");
  xml.value("mrMode", "Normal", "Mode");
  xml.value("mrDllReset", "No", "DLL Reset");
  xml.value("mrPdMode", "Slow Exit", "DLL control for precharge PD");
  xml.value("emrDllEnable", "Enable", "DLL Enable");
  xml.wired("emrOutputDriveStrength", "Output Driver Impedance Control");
  xml.value("emrMirrorSelection", "Disable", "Address Mirroring");
  xml.wired("emrCSSelection", "Controller Chip Select Pin");
  xml.value("emrRTT", "RZQ/6", "RTT (nominal) - On Die Termination (ODT)");
  xml.value("emrPosted", "0", "Additive Latency (AL)");
  xml.value("emrOCD", "Disabled", "Write Leveling Enable");
  xml.value("emrDQS", "Enabled", "TDQS enable");
  xml.value("emrRDQS", "Output Buffer Enabled", "Qoff");
  xml.value("mr2PartialArraySelfRefresh", "Full Array", "Partial-Array Self Refresh");
  xml.wired("mr2CasWriteLatency", "CAS write latency");
  xml.value("mr2AutoSelfRefresh", "Enabled", "Auto Self Refresh");
  // "Temparature" is MIG's spelling.
  xml.value("mr2SelfRefreshTempRange", "Normal", "High Temparature Self Refresh Rate");
  xml.value("mr2RTTWR", "Dynamic ODT off", "RTT_WR - Dynamic On Die Termination (ODT)");
}

void bus(Xml& xml) {
  xml.value("PortInterface", "AXI");
  xml.open("AXIParameters");
  xml.value("C0_C_RD_WR_ARB_ALGORITHM", "RD_PRI_REG");
  xml.value("C0_S_AXI_ADDR_WIDTH", xml.size("address"));
  xml.value("C0_S_AXI_DATA_WIDTH", xml.size("data"));
  xml.value("C0_S_AXI_ID_WIDTH", xml.size("ids"));
  xml.value("C0_S_AXI_SUPPORTS_NARROW_BURST", 0);
  xml.close();
}

std::string path_of(std::size_t channel) { return fmt::format("parts/mig_{}.prj", channel); }

}  // namespace

std::optional<emit::File> mig_project(const Project& project, std::size_t channel) {
  const board::IpUse& use = project.wiring.memory[channel].use;
  if (use.ip.name != "mig_7series") return std::nullopt;
  Xml xml(use);
  xml.line("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\" ?>");
  xml.open("Project NoOfControllers=\"1\"");
  // Omits the file's name, which might contain the end of a comment.
  xml.line(fmt::format("<!-- Memory channel {} of {}. Generated by rtlgen {} ({}). DO NOT EDIT. -->", channel,
                       project.top(), project.banner.version, project.banner.digest));
  device(xml, memory_module(channel));
  xml.open("Controller number=\"0\"");
  memory(xml);
  pins(xml, use);
  timing(xml);
  bus(xml);
  xml.close();
  xml.close();
  return emit::File{path_of(channel), xml.text()};
}

std::vector<std::pair<std::string, std::string>> controller_parameters(const Project& project, std::size_t channel) {
  const board::IpUse& use = project.wiring.memory[channel].use;
  if (use.ip.name != "mig_7series") return use.parameters;
  return {{"XML_INPUT_FILE", path_of(channel)},
          {"RESET_BOARD_INTERFACE", "Custom"},
          {"MIG_DONT_TOUCH_PARAM", "Custom"},
          {"BOARD_MIG_PARAM", "Custom"}};
}

}  // namespace rtlgen::flow::vivado
