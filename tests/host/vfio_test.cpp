// The back end for Intel's Avalon-MM DMA on a stand-in of vfio-pci and card: transfers of every awkward size, cards
// that do not respond, and what Linux must have before a card is opened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <random>

#include "fake_card.hpp"
#include "pci_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;
namespace fs = std::filesystem;

std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const host::DeviceError& fault) {
    return fault.what();
  }
  return "nothing was thrown";
}

/// Bytes and registers, and nothing that works.
class PlainCard : public host::Backend {
 public:
  void write_memory(int, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    std::copy_n(data, bytes, memory.begin() + static_cast<std::ptrdiff_t>(address));
  }
  void read_memory(int, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(address), bytes, data);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { registers[offset] = value; }
  std::uint32_t read_register(std::uint32_t offset) override { return registers[offset]; }
  bool wait_interrupt() override { return false; }

  Bytes memory = Bytes(std::size_t{20} << 20);
  std::map<std::uint32_t, std::uint32_t> registers;
};

class Vfio : public testing::TestWithParam<bool> {
 protected:
  Vfio() {
    options_.is_multi_channel = GetParam();
    options_.channels = {{0, {0, card_->memory.size()}}, {1, {std::uint64_t{1} << 32, 4096}}};
    options_.tables = std::uint64_t{1} << 33;
    options_.registers_bar = 4;
    options_.patience_seconds = 0.1;
    pci_ = std::make_shared<PciStandIn>(card_, options_, [](int) { return false; });
    dma_ = std::make_unique<host::AvalonDmaCard>(options_, pci_);
  }

  std::shared_ptr<PlainCard> card_ = std::make_shared<PlainCard>();
  host::AvalonDmaOptions options_;
  std::shared_ptr<PciStandIn> pci_;
  std::unique_ptr<host::AvalonDmaCard> dma_;
};

/// Every size and place in a beat: all bytes come, and none beside them.
TEST_P(Vfio, TransfersOfEverySizeAreWhole) {
  std::mt19937_64 random(1);
  for (std::uint8_t& b : card_->memory) b = static_cast<std::uint8_t>(random());
  for (const std::size_t bytes : {0U, 1U, 2U, 3U, 4U, 5U, 63U, 64U, 65U, 1000U, 4097U}) {
    for (const std::uint64_t address : {0U, 1U, 2U, 3U, 4U, 63U, 64U, 4093U}) {
      Bytes wanted = card_->memory, data(bytes), back(bytes + 2, 0xee);
      for (std::uint8_t& b : data) b = static_cast<std::uint8_t>(random());
      std::copy(data.begin(), data.end(), wanted.begin() + static_cast<std::ptrdiff_t>(address));
      dma_->write_memory(0, address, data.data(), bytes);
      ASSERT_TRUE(card_->memory == wanted) << bytes << " bytes at " << address;
      dma_->read_memory(0, address, back.data() + 1, bytes);
      ASSERT_TRUE(std::equal(data.begin(), data.end(), back.begin() + 1)) << bytes << " bytes at " << address;
      ASSERT_EQ(back.front(), 0xee);
      ASSERT_EQ(back.back(), 0xee);
    }
  }
  EXPECT_FALSE(pci_->lies_aside);
}

TEST_P(Vfio, LargeTransfersTakeSeveralTables) {
  Bytes data(card_->memory.size() - 1), back(data.size());
  std::iota(data.begin(), data.end(), std::uint8_t{7});
  dma_->write_memory(0, 1, data.data(), data.size());
  dma_->read_memory(0, 1, back.data(), back.size());
  EXPECT_TRUE(back == data);
  EXPECT_GE(pci_->tables, 6);
  EXPECT_GE(pci_->descriptors, 2 * 40);
}

/// More than a queue has places, one by one.
TEST_P(Vfio, ManyTransfersAreWhole) {
  Bytes data(192), back(192);
  for (std::uint8_t i = 0; i < 200; ++i) {
    std::fill(data.begin(), data.end(), i);
    dma_->write_memory(0, 64U * i, data.data(), data.size());
    dma_->read_memory(0, 64U * i, back.data(), back.size());
    ASSERT_TRUE(back == data) << int{i};
  }
}

TEST_P(Vfio, AWrongBitIsSeen) {
  Bytes data(64, 1), back(64);
  dma_->write_memory(0, 0, data.data(), data.size());
  pci_->flip_in_read = 5;
  dma_->read_memory(0, 0, back.data(), back.size());
  EXPECT_FALSE(back == data);
}

TEST_P(Vfio, TheStandInKeepsItsRules) {
  Bytes data(64);
  host::AvalonDmaOptions other = options_;
  if (!GetParam()) {
    other.tables = 0;
    host::AvalonDmaCard wrong(other, pci_);
    EXPECT_THROW(wrong.write_memory(0, 0, data.data(), 64), std::logic_error) << "a table where the card has none";
    other = options_;
  }
  other.channels[2] = {std::uint64_t{1} << 34, 4096};
  host::AvalonDmaCard beyond(other, pci_);
  EXPECT_THROW(beyond.read_memory(2, 0, data.data(), 64), std::logic_error) << "no memory there";
}

TEST_P(Vfio, WhatIsNotInAChannelIsRefused) {
  std::uint8_t byte = 0;
  EXPECT_THROW(dma_->write_memory(1, 4096, &byte, 1), host::Error);
  EXPECT_THROW(dma_->read_memory(2, 0, &byte, 1), host::Error);
  EXPECT_EQ(dma_->capacity(1), 4096U);
  dma_->write_memory(1, 4095, &byte, 1);
}

TEST_P(Vfio, CardsThatDoNotRespondAreNamed) {
  Bytes data(128);
  pci_->is_stuck = true;
  EXPECT_THAT(failure([&] { dma_->write_memory(0, 64, data.data(), 128); }),
              AllOf(HasSubstr("cannot write 128 bytes at card address 0x40 on 0000:03:00.0"),
                    HasSubstr(fmt::format("has not finished descriptor {} within 0.1 s", GetParam() ? 1 : 0))));
  pci_->is_gone = true;
  EXPECT_THAT(failure([&] { dma_->read_memory(0, 0, data.data(), 100); }),
              AllOf(HasSubstr("cannot read"), HasSubstr("registers read as all ones")));
  EXPECT_THAT(failure([&] { dma_->wait_interrupt(); }), HasSubstr("no longer responds"));
}

TEST_P(Vfio, ARunEndsByItsRegister) {
  EXPECT_FALSE(dma_->wait_interrupt()) << "nothing moves";
  card_->registers[0x0c] = 1;
  EXPECT_TRUE(dma_->wait_interrupt());
  ASSERT_EQ(dma_->notes().size(), 1U) << "no interrupt came";
  EXPECT_THAT(dma_->notes()[0], HasSubstr("1 of the runs ended without an interrupt"));
}

TEST_P(Vfio, WhatAQueueCouldNotFetchIsSaid) {
  if (!GetParam()) return;
  Bytes data(64);
  pci_->fault = 1U << 30;
  EXPECT_THAT(failure([&] { dma_->write_memory(0, 64, data.data(), 64); }),
              AllOf(HasSubstr("cannot write 64 bytes at card address 0x40"), HasSubstr("could not fetch the data")));
  pci_->fault = 1U << 31;
  EXPECT_THAT(failure([&] { dma_->read_memory(0, 64, data.data(), 64); }),
              HasSubstr("could not fetch its descriptors"));
}

INSTANTIATE_TEST_SUITE_P(Dmas, Vfio, testing::Values(false, true),
                         [](const auto& dma) { return dma.param ? "queues" : "tables"; });

TEST(VfioManifest, SaysHowTheCardIsReached) {
  const std::string yaml =
      "name: heat\ngrid: [64, 32]\nfields:\n  t: {boundary: edge}\nupdate:\n  - t: t[1,0]\niterations: 4\nhardware:\n  "
      "bus: 512\n";
  const auto options = [](const Described& d) { return host::avalon_dma_options(d.manifest); };
  const auto de5net = options(Described(yaml + "  board: de5net\n"));
  EXPECT_EQ(de5net.registers_bar, 2);
  EXPECT_EQ(de5net.tables, 0x1'0000'0000U);
  EXPECT_EQ(de5net.channels.at(1).base, 0x8000'0000U);
  EXPECT_EQ(options(Described(yaml + "  board: catapult_v3\n")).registers_bar, 4);
  EXPECT_FALSE(de5net.is_multi_channel || de5net.message.is_msix);
  const auto agilex = options(Described(yaml + "  board: de10_agilex\n"));
  EXPECT_TRUE(agilex.is_multi_channel && agilex.message.is_msix);
  EXPECT_EQ(agilex.message.vector, 1);
  EXPECT_EQ(agilex.channels.size(), 4U);
  for (const auto& [board, reason] : {std::pair{"  board: kcu105\n", "kcu105 has none"}, {"", "the card is unknown"}}) {
    try {
      options(Described(yaml + board));
      ADD_FAILURE() << board;
    } catch (const host::Error& fault) {
      EXPECT_THAT(fault.what(), HasSubstr(reason));
    }
  }
}

/// A /sys and /dev of its own.
class VfioOfLinux : public testing::Test {
 protected:
  void add(const std::string& address, const std::string& vendor, const std::string& driver, const std::string& group) {
    const fs::path device = root_.path() / "sys/bus/pci/devices" / address,
                   drivers = root_.path() / "sys/bus/pci/drivers" / driver;
    fs::create_directories(device);
    fs::create_directories(drivers);
    runner::write_file(device / "vendor", vendor + "\n");
    if (!driver.empty()) {
      fs::create_directory_symlink(drivers, device / "driver");
      fs::create_directory_symlink(device, drivers / address);
    }
    if (!group.empty())
      fs::create_directory_symlink(root_.path() / "sys/kernel/iommu_groups" / group, device / "iommu_group");
  }
  std::string opening(const std::string& device) {
    return failure([&] { host::vfio_device(device, {}, root_.path().string()); });
  }
  runner::TemporaryFolder root_;
};

TEST_F(VfioOfLinux, SaysWhatIsMissing) {
  EXPECT_THAT(opening(""), AllOf(HasSubstr("no Intel FPGA is bound to vfio-pci"), HasSubstr("driverctl")));
  EXPECT_THAT(opening("03:00.0"), HasSubstr("there is no PCI function 0000:03:00.0"));
  add("0000:03:00.0", "0x1172", "", "");
  EXPECT_THAT(opening("03:00.0"), HasSubstr("is bound to no driver, not to vfio-pci"));
  add("0000:04:00.0", "0x1172", "altera_dma", "7");
  EXPECT_THAT(opening("0000:04:00.0"), HasSubstr("is bound to altera_dma, not to vfio-pci"));
  add("0000:05:00.0", "0x10ee", "vfio-pci", "8");
  EXPECT_THAT(opening(""), HasSubstr("no Intel FPGA is bound to vfio-pci")) << "it has another maker's";
  add("0000:06:00.0", "0x1172", "vfio-pci", "");
  EXPECT_THAT(opening(""), HasSubstr("0000:06:00.0 has no IOMMU group"));
  add("0000:07:00.0", "0x1172", "vfio-pci", "9");
  EXPECT_THAT(opening("1"),
              AllOf(HasSubstr("cannot open"), HasSubstr("/dev/vfio/vfio"), HasSubstr("modprobe vfio-pci")));
  EXPECT_THAT(
      opening("2"),
      HasSubstr("there is no Intel FPGA number 2: vfio-pci has 2, numbered from 0: 0000:06:00.0, 0000:07:00.0"));
  fs::create_directories(root_.path() / "dev/vfio");
  runner::write_file(root_.path() / "dev/vfio/vfio", "");
  EXPECT_THAT(opening("1"), AllOf(HasSubstr("cannot open"), HasSubstr("/dev/vfio/9"), HasSubstr("udev")));
  runner::write_file(root_.path() / "dev/vfio/9", "");
  EXPECT_THAT(opening("1"), HasSubstr("this Linux lacks VFIO")) << "files that are no VFIO";
}

}  // namespace
}  // namespace rtlgen::test
