// rtlgen_ice40_pll -- PLL of an iCE40: makes the clock of a design from the board's oscillator
//
// out = in * (DIVF + 1) / ((DIVR + 1) * 2^DIVQ); in / (DIVR + 1) is 10 to 133 MHz, the VCO 533 to 1066 MHz.
//
//   parameter  PAD           1: `in` is the pin that belongs to the PLL; 0: any other
//              DIVR, DIVF, DIVQ
//              FILTER_RANGE  depends on the frequency in / (DIVR + 1)
//
//   port    direction  meaning
//   in      in         the pin
//   out     out        the clock, on a global net
//   locked  out        asynchronous; high once `out` is stable
`default_nettype none

module rtlgen_ice40_pll #(
  parameter PAD = 0,
  parameter DIVR = 0,
  parameter DIVF = 63,
  parameter DIVQ = 4,
  parameter FILTER_RANGE = 1
) (
  input  wire in,
  output wire out,
  output wire locked
);

  localparam [31:0] R = DIVR, F = DIVF, Q = DIVQ, RANGE = FILTER_RANGE;

  generate
    if (DIVR > 15 || DIVF > 127 || DIVQ < 1 || DIVQ > 6 || FILTER_RANGE > 7) begin : guard
      rtlgen_ice40_pll_needs_possible_dividers bad_parameter ();
    end
    if (PAD != 0) begin : pad
      SB_PLL40_PAD #(
        .FEEDBACK_PATH("SIMPLE"), .PLLOUT_SELECT("GENCLK"), .DIVR(R[3:0]), .DIVF(F[6:0]), .DIVQ(Q[2:0]), .FILTER_RANGE(RANGE[2:0])
      ) u_pll (.PACKAGEPIN(in), .PLLOUTGLOBAL(out), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0));
    end else begin : core
      SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"), .PLLOUT_SELECT("GENCLK"), .DIVR(R[3:0]), .DIVF(F[6:0]), .DIVQ(Q[2:0]), .FILTER_RANGE(RANGE[2:0])
      ) u_pll (.REFERENCECLK(in), .PLLOUTGLOBAL(out), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0));
    end
  endgenerate

endmodule

`default_nettype wire
