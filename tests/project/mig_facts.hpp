// Requirements on the XML file of a MIG 7-series controller, for vivado.tcl.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "board/wiring.hpp"

namespace rtlgen::test {

/// The value in a MIG's file under a name; nullptr: the board's parameter of this name.
struct MigFact {
  const char* name;
  const char* value;
};

// Words that are not the board's are those of Digilent's own files for these boards.

inline constexpr MigFact kMigProject[] = {
    {"dci_inouts_inputs", "1"},
    {"dci_inputs", "1"},
    {"Debug_En", "OFF"},
    {"DataDepth_En", "1024"},
    {"LowPower_En", "ON"},
    {"XADC_En", "Enabled"},
    {"TargetFPGA", nullptr},
    {"Version", "4.2"},
    {"SystemClock", "No Buffer"},
    {"ReferenceClock", "No Buffer"},
    {"SysResetPolarity", "ACTIVE LOW"},
    {"BankSelectionFlag", "FALSE"},
    {"InternalVref", "1"},
    {"dci_hr_inouts_inputs", "50 Ohms"},
    {"dci_cascade", "0"},
};

inline constexpr MigFact kMigController[] = {
    {"MemoryDevice", nullptr},
    {"TimePeriod", nullptr},
    {"VccAuxIO", "1.8V"},
    {"PHYRatio", "4:1"},
    {"InputClkFreq", nullptr},
    {"UIExtraClocks", "0"},
    {"MMCM_VCO", nullptr},
    {"MMCMClkOut0", nullptr},
    {"MMCMClkOut1", "1"},
    {"MMCMClkOut2", "1"},
    {"MMCMClkOut3", "1"},
    {"MMCMClkOut4", "1"},
    {"DataWidth", "16"},
    {"DeepMemory", "1"},
    {"DataMask", "1"},
    {"ECC", "Disabled"},
    {"Ordering", "Normal"},
    {"BankMachineCnt", "4"},
    {"CustomPart", "FALSE"},
    {"NewPartName", ""},
    {"ColAddress", "10"},
    {"BankAddress", "3"},
    {"MemoryVoltage", nullptr},
    {"UserMemoryAddressMap", "BANK_ROW_COLUMN"},
    {"mrBurstLength", "8 - Fixed"},
    {"mrBurstLength name", "Burst Length"},
    {"mrBurstType", "Sequential"},
    {"mrBurstType name", "Read Burst Type and Length"},
    {"mrCasLatency", nullptr},
    {"mrCasLatency name", "CAS Latency"},
    {"mrMode", "Normal"},
    {"mrMode name", "Mode"},
    {"mrDllReset", "No"},
    {"mrDllReset name", "DLL Reset"},
    {"mrPdMode", "Slow Exit"},
    {"mrPdMode name", "DLL control for precharge PD"},
    {"emrDllEnable", "Enable"},
    {"emrDllEnable name", "DLL Enable"},
    {"emrOutputDriveStrength", nullptr},
    {"emrOutputDriveStrength name", "Output Driver Impedance Control"},
    {"emrMirrorSelection", "Disable"},
    {"emrMirrorSelection name", "Address Mirroring"},
    {"emrCSSelection name", "Controller Chip Select Pin"},
    {"emrRTT", "RZQ/6"},
    {"emrRTT name", "RTT (nominal) - On Die Termination (ODT)"},
    {"emrPosted", "0"},
    {"emrPosted name", "Additive Latency (AL)"},
    {"emrOCD", "Disabled"},
    {"emrOCD name", "Write Leveling Enable"},
    {"emrDQS", "Enabled"},
    {"emrDQS name", "TDQS enable"},
    {"emrRDQS", "Output Buffer Enabled"},
    {"emrRDQS name", "Qoff"},
    {"mr2PartialArraySelfRefresh", "Full Array"},
    {"mr2PartialArraySelfRefresh name", "Partial-Array Self Refresh"},
    {"mr2CasWriteLatency", nullptr},
    {"mr2CasWriteLatency name", "CAS write latency"},
    {"mr2AutoSelfRefresh", "Enabled"},
    {"mr2AutoSelfRefresh name", "Auto Self Refresh"},
    {"mr2SelfRefreshTempRange", "Normal"},
    {"mr2SelfRefreshTempRange name", "High Temparature Self Refresh Rate"},
    {"mr2RTTWR", "Dynamic ODT off"},
    {"mr2RTTWR name", "RTT_WR - Dynamic On Die Termination (ODT)"},
    {"PortInterface", "AXI"},
    {"AXIParameters/C0_C_RD_WR_ARB_ALGORITHM", "RD_PRI_REG"},
    {"AXIParameters/C0_S_AXI_DATA_WIDTH", "128"},
    {"AXIParameters/C0_S_AXI_ID_WIDTH", "4"},
    {"AXIParameters/C0_S_AXI_SUPPORTS_NARROW_BURST", "0"},
};

/// The contents of the XML file of a MIG 7-series controller: "Project/Controller/TimePeriod" and its value, "pin
/// <port>" and pad and standard.
inline std::vector<std::pair<std::string, std::string>> mig_facts(const board::Wiring& w, std::size_t k) {
  const board::IpUse& use = w.memory[k].use;
  const auto of = [&](const std::string& name) {
    const auto found =
        std::find_if(use.parameters.begin(), use.parameters.end(), [&](const auto& p) { return p.first == name; });
    EXPECT_NE(found, use.parameters.end()) << name;
    return found->second;
  };
  std::vector<std::pair<std::string, std::string>> facts;
  const auto put = [&](const std::string& path, const std::string& value) {
    facts.emplace_back(path, "{" + value + "}");
  };
  const std::string project = "Project/", controller = "Project/Controller/";
  for (const auto& [name, value] : kMigProject) put(project + name, value == nullptr ? of(name) : value);
  put(project + "ModuleName", fmt::format("card_memory_{}", k));
  put("Project NoOfControllers", "1");
  put("Project/Controller number", "0");
  for (const auto& [name, value] : kMigController) put(controller + name, value == nullptr ? of(name) : value);
  put(controller + "RowAddress", fmt::to_string(use.sizes.at("rows")));
  put(controller + "C0_MEM_SIZE", fmt::to_string(w.memory[k].bytes));
  put(controller + "emrCSSelection", use.sizes.at("selects") == 1 ? "Enable" : "Disable");
  put(controller + "AXIParameters/C0_S_AXI_ADDR_WIDTH", fmt::to_string(use.sizes.at("address")));
  for (const char* name : {"tcke", "tfaw", "tras", "trcd", "trefi", "trfc", "trp", "trrd", "trtp", "twtr"})
    put(std::string("Project/Controller/TimingParameters/Parameters ") + name, of(name));
  for (const char* name : {"sys_rst", "init_calib_complete", "tg_compare_error"})
    put(std::string("control ") + name, "Select Bank/No connect");
  for (const board::PortPins& port : use.pins) {
    const bool scalar = port.port.ends_with("as_n") || port.port == "ddr3_we_n" || port.port == "ddr3_reset_n";
    for (std::size_t i = 0; i < port.pins.size(); ++i)
      put("pin " + port.port + (scalar ? "" : fmt::format("[{}]", i)), port.pins[i] + " " + port.standard);
  }
  return facts;
}

}  // namespace rtlgen::test
