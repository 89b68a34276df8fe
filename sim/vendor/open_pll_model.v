// open_pll_model -- the PLLs of iCE40 and ECP5, with their vendors' names: the clock that the
// dividers make from the input
// The period is measured and multiplied, so a wrong divider gives a wrong speed of the serial line. Locked after 16 periods; no phase, no jitter.
`timescale 1ps/1fs
`default_nettype none

module open_pll_model #(
  parameter MULTIPLY = 1,
  parameter DIVIDE = 1
) (
  input  wire in,
  output reg  out,
  output reg  locked
);

  real last, half;

  initial begin
    out = 1'b0;
    locked = 1'b0;
    @(posedge in) last = $realtime;
    @(posedge in) half = ($realtime - last) * DIVIDE / MULTIPLY / 2;
    forever #(half) out = ~out;
  end

  initial begin
    repeat (16) @(posedge in);
    locked = 1'b1;
  end

endmodule

module SB_PLL40_CORE #(
  parameter FEEDBACK_PATH = "SIMPLE", DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", SHIFTREG_DIV_MODE = 0,
  parameter FDA_FEEDBACK = 0, FDA_RELATIVE = 0, PLLOUT_SELECT = "GENCLK", DIVR = 0, DIVF = 0, DIVQ = 1, FILTER_RANGE = 0, ENABLE_ICEGATE = 0, TEST_MODE = 0
) (
  input wire REFERENCECLK, output wire PLLOUTCORE, PLLOUTGLOBAL, input wire EXTFEEDBACK, input wire [7:0] DYNAMICDELAY, output wire LOCK,
  input wire BYPASS, RESETB, LATCHINPUTVALUE, output wire SDO, input wire SDI, SCLK
);
  open_pll_model #(.MULTIPLY(DIVF + 1), .DIVIDE((DIVR + 1) * (1 << DIVQ))) u_model (.in(REFERENCECLK), .out(PLLOUTGLOBAL), .locked(LOCK));
  assign PLLOUTCORE = PLLOUTGLOBAL;
endmodule

module SB_PLL40_PAD #(
  parameter FEEDBACK_PATH = "SIMPLE", DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", SHIFTREG_DIV_MODE = 0,
  parameter FDA_FEEDBACK = 0, FDA_RELATIVE = 0, PLLOUT_SELECT = "GENCLK", DIVR = 0, DIVF = 0, DIVQ = 1, FILTER_RANGE = 0, ENABLE_ICEGATE = 0, TEST_MODE = 0
) (
  input wire PACKAGEPIN, output wire PLLOUTCORE, PLLOUTGLOBAL, input wire EXTFEEDBACK, input wire [7:0] DYNAMICDELAY, output wire LOCK,
  input wire BYPASS, RESETB, LATCHINPUTVALUE, output wire SDO, input wire SDI, SCLK
);
  open_pll_model #(.MULTIPLY(DIVF + 1), .DIVIDE((DIVR + 1) * (1 << DIVQ))) u_model (.in(PACKAGEPIN), .out(PLLOUTGLOBAL), .locked(LOCK));
  assign PLLOUTCORE = PLLOUTGLOBAL;
endmodule

module EHXPLLL #(
  parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
  parameter CLKOP_ENABLE = "ENABLED", FEEDBK_PATH = "CLKOP", OUTDIVIDER_MUXA = "DIVA", STDBY_ENABLE = "DISABLED", DPHASE_SOURCE = "DISABLED",
  parameter INTFB_WAKE = "DISABLED", PLLRST_ENA = "DISABLED"
) (
  input wire CLKI, CLKFB, output wire CLKOP, LOCK, input wire RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC, ENCLKOP
);
  open_pll_model #(.MULTIPLY(CLKFB_DIV), .DIVIDE(CLKI_DIV)) u_model (.in(CLKI), .out(CLKOP), .locked(LOCK));
endmodule

`default_nettype wire
