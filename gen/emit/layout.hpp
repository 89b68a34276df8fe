// Layout that both printers share: sections, register groups, columns, comments, line breaks.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::emit {

struct Banner;

/// Registers with the same enable and reset go into one process.
struct RegisterGroup {
  hw::ExprId enable;
  bool has_reset = false;
  bool is_kept = false;  ///< synthesis keeps its registers: Register::is_kept
  std::vector<const hw::Register*> registers;
};

/// The items from one Section comment to the next, sorted into printing order.
struct SectionItems {
  std::string title;
  std::vector<const hw::Assign*> assigns;
  std::vector<RegisterGroup> registers;
  std::vector<const hw::DelayLine*> lines;
  std::vector<const hw::Memory*> memories;
  std::vector<const hw::Instance*> instances;

  [[nodiscard]] bool empty() const {
    return assigns.empty() && registers.empty() && lines.empty() && memories.empty() && instances.empty();
  }
  /// The signals that the section drives, in order.
  [[nodiscard]] std::vector<hw::SignalId> driven() const;
};

std::vector<SectionItems> sections_of(const hw::Module& module);

/// Whether a module or leaf has the ports clk and rst.
struct ControlPorts {
  bool clock = true;
  bool reset = false;
};
ControlPorts control_ports(const hw::Design& design, const std::string& module);

/// Collects lines; breaks long lines at spaces and indents their continuation one step deeper.
class Text {
 public:
  explicit Text(std::string comment_mark) : comment_mark_(std::move(comment_mark)) {}

  void line(int indent, const std::string& text = "", const std::string& comment = "");
  void comment(int indent, const std::string& text);
  void blank();
  void banner(const hw::Module& module, const Banner& banner);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string comment_mark_;
  std::string out_;
};

/// `text` as one line of printable ASCII.
std::string one_line(const std::string& text);

/// "delays 34 bits by 12 cycles", for the declaration of a delay line of `width` bits.
std::string delay_comment(const hw::DelayLine& line, int width);

/// Rows with columns padded to equal widths. All `rows` have the same number of cells; the last column is not padded.
std::vector<std::string> align(const std::vector<std::vector<std::string>>& rows);

/// `digits` hexadecimal digits of `bits`, from bit `low` upwards.
std::string hex_digits(const hw::Bits& bits, int low, int digits);

/// Names that the printers add to a module, which must not collide with the module's own names.
class FreeNames {
 public:
  explicit FreeNames(const hw::Module& module);
  /// `wanted`, with a number if the module already has that name; the same argument gives the same name.
  [[nodiscard]] std::string operator()(const std::string& wanted) const;

 private:
  std::unordered_set<std::string> taken_;  ///< lower case
};

}  // namespace rtlgen::emit
