// Buffers of AMD's devices that card tops instantiate, as wires.
`timescale 1ps/1ps
`default_nettype none

module IBUF (
  input  wire I,
  output wire O
);
  assign O = I;
endmodule

module IBUFDS_GTE3 #(
  parameter [1:0] REFCLK_HROW_CK_SEL = 2'b00
) (
  input  wire I,
  input  wire IB,
  input  wire CEB,
  output wire O,
  output wire ODIV2
);
  wire unused = &{1'b0, REFCLK_HROW_CK_SEL, IB};
  assign O = I & ~CEB;
  assign ODIV2 = I & ~CEB;
endmodule

module IBUFDS_GTE4 #(
  parameter [1:0] REFCLK_HROW_CK_SEL = 2'b00
) (
  input  wire I,
  input  wire IB,
  input  wire CEB,
  output wire O,
  output wire ODIV2
);
  wire unused = &{1'b0, REFCLK_HROW_CK_SEL, IB};
  assign O = I & ~CEB;
  assign ODIV2 = I & ~CEB;
endmodule

`default_nettype wire
