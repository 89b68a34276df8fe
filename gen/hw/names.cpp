// Names that both output languages accept. VHDL ignores case, so everything here does.
#include "hw/names.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <unordered_set>

#include "hw/ir.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::hw {
namespace {

using namespace std::string_view_literals;

// Verilog-2005 and SystemVerilog-2017.
constexpr std::string_view kVerilogKeywords =
    "accept_on alias always always_comb always_ff always_latch and assert assign assume automatic "
    "before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle "
    "checker class clocking cmos config const constraint context continue cover covergroup "
    "coverpoint cross deassign default defparam design disable dist do edge else end endcase "
    "endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface "
    "endmodule endpackage endprimitive endprogram endproperty endspecify endsequence endtable "
    "endtask enum event eventually expect export extends extern final first_match for force "
    "foreach forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone "
    "ignore_bins illegal_bins implements implies import incdir include initial inout input inside "
    "instance int integer interconnect interface intersect join join_any join_none large let "
    "liblist library local localparam logic longint macromodule matches medium modport module nand "
    "negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output "
    "package packed parameter pmos posedge primitive priority program property protected pull0 "
    "pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase "
    "randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos "
    "rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared "
    "sequence shortint shortreal showcancelled signed small soft solve specify specparam static "
    "string strong strong0 strong1 struct super supply0 supply1 sync_accept_on sync_reject_on "
    "table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 "
    "tri1 triand trior trireg type typedef union unique unique0 unsigned until until_with untyped "
    "use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while wildcard wire "
    "with within wor xnor xor";

// VHDL-2008 with its PSL words.
constexpr std::string_view kVhdlKeywords =
    "abs access after alias all and architecture array assert assume assume_guarantee attribute "
    "begin block body buffer bus case component configuration constant context cover default "
    "disconnect downto else elsif end entity exit fairness file for force function generate "
    "generic group guarded if impure in inertial inout is label library linkage literal loop map "
    "mod nand new next nor not null of on open or others out package parameter port postponed "
    "procedure process property protected pure range record register reject release rem report "
    "restrict restrict_guarantee return rol ror select sequence severity shared signal sla sll "
    "sra srl strong subtype then to transport type unaffected units until use variable vmode "
    "vprop vunit wait when while with xnor xor";

// Names that printed text relies on: the implied ports, VHDL's standard types and functions, and those of rtlgen_pkg. A
// signal with the same name would hide them.
constexpr std::string_view kUsedNames =
    "clk rst ieee std work std_logic_1164 numeric_std rtlgen_pkg std_logic std_logic_vector "
    "std_ulogic boolean bit_vector character natural positive true false note warning error "
    "failure rising_edge resize to_integer to_unsigned shift_left shift_right is_x to_sl vec eq ne "
    "ult ule slt sle shl shr sar rep zeros ones sext add_carry reduce_and reduce_or reduce_xor "
    "index bits_to_count ram_style ramstyle rom_style romstyle use_dsp multstyle srl_style max_fanout maxfan rtl";

// C++ words: Verilator renames ports that collide with them, with a warning.
constexpr std::string_view kCppKeywords =
    "alignas alignof and_eq asm auto bitand bitor bool catch char char16_t char32_t char8_t "
    "co_await co_return co_yield compl concept const_cast consteval constexpr constinit decltype "
    "delete double dynamic_cast explicit float friend goto inline long mutable namespace noexcept "
    "not_eq nullptr operator or_eq private public register reinterpret_cast requires short sizeof "
    "static_assert static_cast switch template thread_local throw try typeid typename using "
    "volatile wchar_t xor_eq main eval final trace name";

std::unordered_set<std::string_view> words_of(std::initializer_list<std::string_view> texts) {
  std::unordered_set<std::string_view> words;
  for (std::string_view text : texts) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      words.insert(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  return words;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

bool is_identifier(const std::string& name) {
  if (name.empty() || !is_letter(name.front()) || name.back() == '_') return false;
  if (name.find("__") != std::string::npos) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return is_word(c) || c == '_'; });
}

}  // namespace

bool is_reserved_or_illegal(const std::string& name) {
  static const auto reserved = words_of({kVerilogKeywords, kVhdlKeywords, kUsedNames, kCppKeywords});
  return !is_identifier(name) || reserved.count(lower_case(name)) != 0;
}

bool is_name_of_both(const std::string& name) {
  static const auto keywords = words_of({kVerilogKeywords, kVhdlKeywords});
  return is_identifier(name) && keywords.count(lower_case(name)) == 0;
}

std::string legal_name(const std::string& wanted) {
  std::string name;
  name.reserve(wanted.size());
  for (const char c : wanted) {
    if (is_word(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || !is_letter(name.front())) name = name.empty() ? "v" : "v_" + name;
  if (is_reserved_or_illegal(name)) name += "_v";
  return name;
}

}  // namespace rtlgen::hw
