// How a project loads its card: the card is chosen by the serial number of its JTAG cable, or is the only one; its FPGA
// is checked; flash images and commands for each board; a card with a running host. The tools are stand-ins.
#include <gmock/gmock.h>

#include <filesystem>

#include "mutants.hpp"
#include "tool_stand_ins.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string text_of(const std::string& path) { return fs::exists(path) ? read_text(path) : ""; }

// ---- Vivado -----------------------------------------------------------------------------------------

/// A run of program.tcl with cables: what it does to cards (the file `jtag`), or why it does nothing.
struct Scenario {
  const char *step, *cables, *serial;
  Environment environment;
  const char *done, *shown;  ///< all of `jtag`, with TOP for the project's name; a part of the output
};

const std::vector<Scenario> kScenarios = {
    {"program", "1A:xcku040 2B:xc7a200t", "", {}, "program 1A xcku040_0 build/TOP.bit\n", "of the card 1A"},
    {"program", "1A:xcku040 2B:xcku040", "2B", {}, "program 2B xcku040_0 build/TOP.bit\n", "of the card 2B"},
    {"program", "1A:xcvu9p,XCKU040", "", {}, "program 1A XCKU040_1 build/TOP.bit\n", "of the card 1A"},
    {"program", "1A:xcku040 2B:busy", "1A", {}, "program 1A xcku040_0 build/TOP.bit\n", "2B cannot be opened"},
    {"program",
     "1A:xcku040 2B:xcku040",
     "",
     {},
     "",
     "2 cards are connected: 1A (xcku040), 2B (xcku040). Name one: SERIAL=1A"},
    {"program", "1A:xcku040 2B:busy", "", {}, "", "another card may be behind the cable 2B"},
    {"program",
     "1A:xcku040 2B:xcku060",
     "2B",
     {},
     "",
     "the card 2B has another FPGA than xcku040-ffva1156-2-e: it is 2B (xcku060)"},
    {"program", "1A:xcku040", "2B", {}, "", "no cable has the serial number 2B: JTAG shows 1A (xcku040)"},
    {"program",
     "1A:xcku060",
     "",
     {},
     "",
     "no card with the FPGA xcku040-ffva1156-2-e is connected: JTAG shows 1A (xcku060)"},
    {"program", "", "", {}, "", "no cable has a device"},
    {"program", "1A:xcku040,xcku040", "1A", {}, "", "has 2 devices of the project's kind"},
    {"program",
     "1A:xcku040",
     "",
     {{"HW_SERVER", "lab:3121"}},
     "server lab:3121\nprogram 1A xcku040_0 build/TOP.bit\n",
     ""},
    {"flash",
     "1A:xcku040 2B:xcku040",
     "2B",
     {{"STAND_IN_OLD", "1"}},
     "flash 2B xcku040_0 mt25qu256-spi-x1_x2_x4_x8_0 build/TOP_primary.mcs build/TOP_secondary.mcs\n",
     "the flash mt25qu256-spi-x1_x2_x4_x8 of the card 2B. The FPGA loads it when"},
    {"flash",
     "1A:xcku040",
     "",
     {{"FLASH_PART", "mt25qu01g-spi-x1_x2_x4_x8"}},
     "flash 1A xcku040_0 mt25qu01g-spi-x1_x2_x4_x8_0 build/TOP_primary.mcs build/TOP_secondary.mcs\n",
     ""},
    {"flash", "1A:xcku040", "", {{"FLASH_PART", "other"}}, "", "this Vivado knows no flash other"},
    {"flash", "1A:xcku060", "", {}, "", "no card with the FPGA"},
    {"burn", "1A:xcku040", "", {}, "", "program.tcl takes a step (program, image, flash), a bitstream"},
    {"image", "", "", {}, "", "wrote build/TOP_primary.mcs build/TOP_secondary.mcs"}};

std::string with_top(std::string text, const std::string& top) {
  for (std::size_t at; (at = text.find("TOP")) != std::string::npos;) text.replace(at, 3, top);
  return text;
}

/// "" if program.tcl in the card's folder does what the scenario says, else what it did.
std::string played(const StandInProject& card, const Scenario& scenario) {
  fs::remove(card.folder + "/jtag");
  const std::string image = card.folder + "/build/" + card.top() + "_primary.mcs";
  for (const char* file : {"_primary.mcs", "_secondary.mcs"}) fs::remove(card.folder + "/build/" + card.top() + file);
  std::vector<std::string> words = {
      "tools/vivado", "-mode",           "batch",    "-nojournal",  "-nolog",
      "-source",      "tcl/program.tcl", "-tclargs", scenario.step, "build/" + card.top() + ".bit"};
  if (*scenario.serial != '\0') words.emplace_back(scenario.serial);
  ProcessOptions options;
  options.working_directory = card.folder;
  options.environment = scenario.environment;
  options.environment.emplace_back("STAND_IN_FACTS", "facts.txt");
  options.environment.emplace_back("STAND_IN_CABLES", scenario.cables);
  options.merge_stderr = true;
  options.timeout_seconds = 60;
  const ProcessResult run = run_process(words, options);
  const std::string done = text_of(card.folder + "/jtag");
  const bool is_image = std::string(scenario.step) == "image";
  if (run.ok() && std::string(scenario.step) != "program" && !fs::exists(image)) return "no image: " + run.output;
  if (run.ok() != (is_image || *scenario.done != '\0')) return "status: " + run.output;
  if (done != with_top(scenario.done, card.top())) return "done: " + done + run.output;
  return run.output.find(with_top(scenario.shown, card.top())) == std::string::npos ? "output: " + run.output : "";
}

StandInProject vivado_card(const std::string& board, const std::string& name) {
  StandInProject card(board, name);
  put_files(card.folder, {{"build/" + card.top() + ".bit", "a bitstream\n"},
                          {"build/bitstream.txt", "build/" + card.top() + ".bit\n"}});
  return card;
}

TEST(VivadoProgramming, ChoosesTheCard) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("kcu105", "programming");
  for (const Scenario& scenario : kScenarios)
    EXPECT_EQ(played(card, scenario), "") << scenario.step << " " << scenario.cables << " " << scenario.serial;
}

TEST(VivadoProgramming, NeedsFactsAboutAFlash) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("kcu105", "programming_no_flash");
  put_files(card.folder, {{"card.tcl", "set part xcku040-ffva1156-2-e\n"}});
  for (const char* step : {"image", "flash"}) {
    const ProcessResult run = card.make({step, "-o", "build/bitstream.txt"}, {{"STAND_IN_CABLES", "1A:xcku040"}});
    EXPECT_FALSE(run.ok());
    EXPECT_THAT(run.output, HasSubstr("nothing is known about the flash of this board"));
    EXPECT_EQ(text_of(card.folder + "/jtag"), "");
  }
}

/// The scenarios find faults of the script.
TEST(VivadoProgramming, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("kcu105", "programming_mutants");
  const std::vector<Change> changes = {{"left out", std::regex("^.*$"), ""},
                                       {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
                                       {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b"), "7$1"},
                                       {"option dropped", std::regex(" -[a-z_]+"), ""},
                                       {"other comparison", std::regex(" > 1"), " > 2"},
                                       {"no comparison", std::regex(" eq | ne "), " in "}};
  const auto mutants = mutants_of({{"tcl/program.tcl", file_of(card.project, "tcl/program.tcl")}}, changes,
                                  [](const std::string&, std::size_t) { return false; });
  EXPECT_GE(mutants.size(), 100U);
  expect_found("programming", mutants, 90, [&](const Mutant& mutant) {
    put_files(card.folder, {{mutant.file, mutant.text}});
    return std::ranges::all_of(kScenarios, [&](const Scenario& s) { return played(card, s).empty(); });
  });
}

/// The effect of a `make` target on the only card, whose FPGA is `device`.
std::string made(const StandInProject& card, const std::string& target, const std::string& device) {
  fs::remove(card.folder + "/jtag");
  // The bitstream is there, and newer than all.
  const ProcessResult run =
      card.make({target, "-o", "build/bitstream.txt", "SERIAL=1A"}, {{"STAND_IN_CABLES", "1A:" + device}});
  EXPECT_TRUE(run.ok()) << run.output;
  return text_of(card.folder + "/jtag");
}

TEST(VivadoProgramming, KnowsTheFlashOfEachBoard) {
  RTLGEN_NEED_TOOLS();
  const struct {
    const char *board, *device, *memory, *files, *image, *shown;
  } boards[] = {{"kcu105", "xcku040", "mt25qu256-spi-x1_x2_x4_x8", "_primary.mcs build/{}_secondary.mcs",
                 "_secondary.mcs", "SPIx8 64"},
                {"vcu118", "xcvu9p", "mt25qu01g-spi-x1_x2_x4_x8", "_primary.mcs build/{}_secondary.mcs", "_primary.mcs",
                 "SPIx8 256"},
                {"adm_pcie_ku3", "xcku060", "mt28gu01gaax1e-bpi-x16", ".mcs 25:24", ".mcs", "BPIx16 128"},
                {"nexys_video", "xc7a200t", "s25fl256sxxxxxx0-spi-x1_x2_x4", ".mcs", ".mcs", "SPIx4 32"},
                // A newer part, which this Vivado does not know.
                {"arty_a7_35", "xc7a35t", "mt25ql128-spi-x1_x2_x4", ".mcs", ".mcs", "SPIx4 16"},
                {"arty_a7_100", "xc7a100t", "mt25ql128-spi-x1_x2_x4", ".mcs", ".mcs", "SPIx4 16"}};
  for (const auto& board : boards) {
    SCOPED_TRACE(board.board);
    const StandInProject card = vivado_card(board.board, std::string("programming_") + board.board);
    const std::string top = card.top(), files = fmt::format(fmt::runtime(board.files), top);
    EXPECT_EQ(made(card, "program", board.device), fmt::format("program 1A {}_0 build/{}.bit\n", board.device, top));
    EXPECT_EQ(made(card, "flash", board.device),
              fmt::format("flash 1A {}_0 {}_0 build/{}{}\n", board.device, board.memory, top, files));
    EXPECT_EQ(read_text(card.folder + "/build/" + top + board.image),
              fmt::format("{} of build/{}.bit\n", board.shown, top));
    EXPECT_EQ(fs::exists(card.folder + "/host/reload.sh"), !card.project.wiring.uart.has_value());
  }
}

// ---- Quartus ----------------------------------------------------------------------------------------

const std::string kDe5 =
    "1) DE5 [1-11.1]\n  029070DD   5SGXEA7H(1|2|3)/5SGXEA7K1/..\n    Node 0C206E00  JTAG PHY #0\n\n";
const std::string kSecond = "2) USB-BlasterII [7-2]\n  02A020DD   EPM2210\n  029070DD   5SGXEA7H(1|2|3)/5SGXEA7K1/..\n";
const std::string kArria = "3) USB-BlasterII [8-1]\n  02E660DD   10AX115H1(.|E2|ES)/10AX115H2/..\n";
const std::string kLocked = "4) DE5 [9]\n  Unable to lock chain (Insufficient port permissions)\n";

class QuartusProgramming : public ::testing::Test {
 protected:
  /// make of a target with what jtagconfig prints: the calls of the programs, or "refused: " and the message.
  std::string made(const StandInProject& card, const std::string& target, const std::string& jtag,
                   const std::string& serial = "") {
    put_files(card.folder, {{"build/" + card.top() + ".sof", "a file\n"},
                            {"build/bitstream.txt", "build/" + card.top() + ".sof\n"},
                            {"jtag.txt", jtag},
                            {"tools/jtagconfig", "#!/bin/sh\ncat jtag.txt\n"},
                            {"done", ""}});
    for (const char* tool : {"quartus_pgm", "quartus_cpf"})
      put_files(card.folder,
                {{std::string("tools/") + tool,
                  fmt::format("#!/bin/sh\nfor w; do printf '%s|' \"$w\" >>done; done\necho {} >>done\n", tool)}});
    for (const char* tool : {"jtagconfig", "quartus_pgm", "quartus_cpf"})
      make_executable(card.folder + "/tools/" + tool);
    std::vector<std::string> words = {target,
                                      "-o",
                                      "build/bitstream.txt",
                                      "QUARTUS_PGM=tools/quartus_pgm",
                                      "QUARTUS_CPF=tools/quartus_cpf",
                                      "JTAGCONFIG=tools/jtagconfig"};
    if (!serial.empty()) words.push_back("SERIAL=" + serial);
    const ProcessResult run = card.make(words);
    const std::string done = read_text(card.folder + "/done");
    return run.ok() ? done : "refused: " + run.output + done;
  }
};

TEST_F(QuartusProgramming, ChoosesTheCard) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card("de5net", "programming_de5net");
  const auto loaded = [&](const char* cable, int place) {
    return fmt::format("-c|{}|-m|jtag|-o|p;build/{}.sof@{}|quartus_pgm\n", cable, card.top(), place);
  };
  EXPECT_EQ(made(card, "program", kDe5 + kArria), loaded("DE5 [1-11.1]", 1));
  EXPECT_EQ(made(card, "program", kDe5 + kSecond, "7-2"), loaded("USB-BlasterII [7-2]", 2));
  EXPECT_EQ(made(card, "program", kDe5 + kSecond, "DE5 [1-11.1]"), loaded("DE5 [1-11.1]", 1));
  EXPECT_EQ(made(card, "program", kDe5 + kLocked, "1-11.1"), loaded("DE5 [1-11.1]", 1));
  EXPECT_THAT(
      made(card, "program", kDe5 + kSecond),
      AllOf(HasSubstr("refused: "), HasSubstr("2 cards are connected: DE5 [1-11.1], USB-BlasterII [7-2]. Name one: "
                                              "SERIAL=1-11.1")));
  EXPECT_THAT(made(card, "program", kDe5 + kLocked), HasSubstr("another card may be behind the cable DE5 [9]"));
  EXPECT_THAT(made(card, "program", kArria),
              HasSubstr("no card with the FPGA 5SGXEA7 is connected: JTAG shows USB-BlasterII [8-1] (10AX115"));
  EXPECT_THAT(made(card, "program", kDe5 + kArria, "8-1"),
              HasSubstr("no card with the FPGA 5SGXEA7 is connected to 8-1"));
  EXPECT_THAT(made(card, "program", kDe5, "1-2"), HasSubstr("no cable is called 1-2: JTAG shows DE5 [1-11.1]"));
  EXPECT_THAT(made(card, "program", ""), HasSubstr("JTAG shows no device"));
  EXPECT_THAT(made(card, "flash", kDe5), HasSubstr("nothing is known about the flash of this board"));
  EXPECT_THAT(made(card, "image", kDe5), HasSubstr("refused: "));
}

TEST_F(QuartusProgramming, WritesTheFlashWhereItIsKnown) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card("catapult_v3", "programming_catapult");
  const std::string image =
      fmt::format("-c|-d|EPCQL1024|-s|10AXF40AA|-m|ASx4|build/{0}.sof|build/{0}.jic|quartus_cpf\n", card.top());
  EXPECT_EQ(made(card, "image", ""), image);
  EXPECT_EQ(made(card, "flash", kArria),
            image + fmt::format("-c|USB-BlasterII [8-1]|-m|jtag|-o|pvi;build/{}.jic@1|quartus_pgm\n", card.top()));
  EXPECT_TRUE(fs::exists(card.folder + "/host/reload.sh"));
  EXPECT_EQ(run_process({"shellcheck", card.folder + "/tcl/program.sh"}).output, "");
}

// ---- A card with a running host ---------------------------------------------------------------------

/// host/reload.sh of a project, with a sysfs of files, and setpci and make that play their part. The card comes back
/// when its port has been reset after `make program`.
class Reload : public ::testing::Test {
 protected:
  void SetUp() override {
    put_files(folder_,
              {{"project/host/reload.sh", read_text(test::source_folder() + "/fpga_projects/shared/reload.sh")},
               {"bin/setpci", kSetpci},
               {"bin/make",
                "#!/bin/sh\necho \"make $*\" >>log\nrm -rf tree/0000:00:01.0/0000:03:00.0\nexit ${MAKE_STATUS:-0}\n"},
               {"log", ""},
               {"config/COMMAND", "0507\n"},
               {"config/CAP_EXP+8.w", "281f\n"},
               {"config/BRIDGE_CONTROL", "0002\n"},
               {"sys/bus/pci/drivers_probe", ""},
               {"sys/bus/pci/drivers/xdma/unbind", ""},
               {"tree/0000:00:01.0/rescan", ""}});
    for (const char* card : {"tree/0000:00:01.0/0000:03:00.0", "spare/0000:03:00.0"}) {
      for (const char* name : {"remove", "driver_override"}) put_files(folder_, {{std::string(card) + "/" + name, ""}});
      for (const char* name : {"current_link_width", "max_link_width", "current_link_speed", "max_link_speed"})
        put_files(folder_, {{std::string(card) + "/" + name, "8\n"}});
      fs::create_directory_symlink(folder_ + "/sys/bus/pci/drivers/xdma", folder_ + "/" + card + "/driver");
    }
    fs::create_directories(folder_ + "/sys/bus/pci/devices");
    fs::create_directory_symlink(folder_ + "/tree/0000:00:01.0", folder_ + "/sys/bus/pci/devices/0000:00:01.0");
    fs::create_directory_symlink(folder_ + "/tree/0000:00:01.0/0000:03:00.0",
                                 folder_ + "/sys/bus/pci/devices/0000:03:00.0");
    for (const char* tool : {"setpci", "make"}) make_executable(folder_ + "/bin/" + tool);
  }
  ProcessResult reload(std::vector<std::string> words, Environment environment = {}) {
    words.insert(words.begin(), {"env", "SUDO=", "sh", "project/host/reload.sh"});
    ProcessOptions options;
    options.working_directory = folder_;
    options.environment = std::move(environment);
    options.environment.emplace_back("PATH", folder_ + "/bin:" + std::getenv("PATH"));
    options.environment.emplace_back("SYSFS", folder_ + "/sys");
    options.environment.emplace_back("SECONDS_TO_WAIT", "1");
    options.merge_stderr = true;
    options.timeout_seconds = 60;
    return run_process(words, options);
  }
  std::string file(const std::string& path) { return text_of(folder_ + "/" + path); }
  /// Error reporting of the port is as before.
  void expect_restored() {
    EXPECT_EQ(file("config/COMMAND"), "0507\n");
    EXPECT_EQ(file("config/CAP_EXP+8.w"), "281f\n");
    EXPECT_EQ(file("config/BRIDGE_CONTROL"), "0002\n");
  }

  static constexpr const char* kSetpci =
      "#!/bin/sh\n[ \"$1 $2\" = '-s 0000:00:01.0' ] || exit 9\nname=${3%%=*}\n"
      "case $3 in\n*=*) value=${3#*=}; mask=0x${value#*:}; value=0x${value%:*}; old=0x$(cat \"config/$name\")\n"
      "  printf '%04x\\n' $(((old & ~mask) | (value & mask))) >\"config/$name\"; echo \"$3\" >>log\n"
      "  [ \"$3\" != BRIDGE_CONTROL=0000:0040 ] || [ -n \"${DEAD:-}\" ] || cp -r spare/0000:03:00.0 tree/0000:00:01.0/ "
      ";;\n"
      "*) cat \"config/$name\" ;;\nesac\n";
  std::string folder_ = fresh_folder("reload");
};

TEST_F(Reload, LoadsACardAndBringsItBack) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult run = reload({"03:00.0", "SERIAL=1A", "--", "echo", "diagnose it"});
  EXPECT_TRUE(run.ok()) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("0000:03:00.0, behind 0000:00:01.0, driver xdma"),
                                HasSubstr("0000:03:00.0 is back\ndiagnose it\n")));
  // In this order, with the errors of the port masked meanwhile.
  EXPECT_EQ(file("log"), "COMMAND=0000:0100\nCAP_EXP+8.w=0000:0004\nmake -C " + folder_ +
                             "/project program SERIAL=1A\nBRIDGE_CONTROL=0040:0040\nBRIDGE_CONTROL=0000:0040\n"
                             "COMMAND=0507:0100\nCAP_EXP+8.w=281f:0004\n");
  EXPECT_EQ(file("sys/bus/pci/drivers/xdma/unbind"), "0000:03:00.0\n");
  EXPECT_EQ(file("tree/0000:00:01.0/rescan"), "1\n");
  expect_restored();
}

TEST_F(Reload, SaysWhatIsWrong) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(reload({"04:00.0"}).output, HasSubstr("there is no 0000:04:00.0 on the bus"));
  EXPECT_EQ(file("log"), "");
  const ProcessResult dead = reload({"03:00.0"}, {{"DEAD", "1"}});
  EXPECT_FALSE(dead.ok());
  EXPECT_THAT(dead.output, HasSubstr("the card does not come back: its link is down"));
  expect_restored();
}

TEST_F(Reload, FindsTheCardAgainIfLoadingFails) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult failed = reload({"0000:03:00.0", "--", "echo", "diagnose it"}, {{"MAKE_STATUS", "2"}});
  EXPECT_FALSE(failed.ok());
  EXPECT_THAT(failed.output, AllOf(HasSubstr("make program failed; the card was not loaded"),
                                   ::testing::Not(HasSubstr("diagnose it"))));
  EXPECT_TRUE(fs::exists(folder_ + "/sys/bus/pci/devices/0000:03:00.0/remove"));
  expect_restored();
}

TEST_F(Reload, BindsTheDriverAgainAndLooksAtTheLink) {
  RTLGEN_NEED_TOOLS();
  fs::remove(folder_ + "/spare/0000:03:00.0/driver");
  put_files(folder_, {{"spare/0000:03:00.0/current_link_width", "4\n"}});
  const ProcessResult run = reload({"03:00.0", "--", "sh", "-c", "exit 7"});
  EXPECT_EQ(run.exit_code, 7) << "that of the command";
  EXPECT_EQ(file("tree/0000:00:01.0/0000:03:00.0/driver_override"), "xdma\n");
  EXPECT_EQ(file("sys/bus/pci/drivers_probe"), "0000:03:00.0\n");
  EXPECT_THAT(run.output, AllOf(HasSubstr("the driver xdma does not take the card"),
                                HasSubstr("the link has a width of 4, and the card has 8: check slot and seating")));
}

TEST_F(Reload, LeavesACardInUseAlone) {
  RTLGEN_NEED_TOOLS();
  fs::create_directories(folder_ + "/tree/0000:00:01.0/0000:03:00.0/xdma/xdma0_user");
  put_files(folder_, {{"bin/fuser", "#!/bin/sh\n[ \"$*\" = /dev/xdma0_user ] && echo ' 123  456'\n"}});
  make_executable(folder_ + "/bin/fuser");
  const ProcessResult run = reload({"03:00.0"});
  EXPECT_FALSE(run.ok());
  EXPECT_THAT(run.output, HasSubstr("the card is in use by process 123 456"));
  EXPECT_EQ(file("log"), "");
}

}  // namespace
}  // namespace rtlgen::test
