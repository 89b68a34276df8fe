// rtlgen_ecp5_pll -- PLL of an ECP5: makes the clock of a design from the board's oscillator
//
// out = in * CLKFB_DIV / CLKI_DIV; out * CLKOP_DIV is the frequency of the VCO, 400 to 800 MHz.
//
//   parameter  CLKI_DIV, CLKFB_DIV, CLKOP_DIV
//
//   port    direction  meaning
//   in      in         the pin
//   out     out        the clock
//   locked  out        asynchronous; high once `out` is stable
`default_nettype none

module rtlgen_ecp5_pll #(
  parameter CLKI_DIV = 1,
  parameter CLKFB_DIV = 2,
  parameter CLKOP_DIV = 12
) (
  input  wire in,
  output wire out,
  output wire locked
);

  generate
    if (CLKI_DIV < 1 || CLKI_DIV > 128 || CLKFB_DIV < 1 || CLKFB_DIV > 80 || CLKOP_DIV < 1 || CLKOP_DIV > 128) begin : guard
      rtlgen_ecp5_pll_needs_possible_dividers bad_parameter ();
    end
  endgenerate

  EHXPLLL #(
    .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV), .CLKOP_DIV(CLKOP_DIV), .CLKOP_ENABLE("ENABLED"), .FEEDBK_PATH("CLKOP"),
    .CLKOP_CPHASE(CLKOP_DIV > 1 ? CLKOP_DIV / 2 - 1 : 0), .CLKOP_FPHASE(0), .OUTDIVIDER_MUXA("DIVA"), .STDBY_ENABLE("DISABLED"),
    .DPHASE_SOURCE("DISABLED"), .INTFB_WAKE("DISABLED"), .PLLRST_ENA("DISABLED")
  ) u_pll (
    .CLKI(in), .CLKFB(out), .CLKOP(out), .LOCK(locked), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0),
    .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0)
  );

endmodule

`default_nettype wire
