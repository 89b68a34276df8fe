// Primitives of AMD's devices that card tops instantiate: buffers as wires, and the word of the bitstream.
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

// Tests give the clock that the build has met in 0.1 MHz (card_abi.h); without it the word is 0, as in a bitstream that was not given one.
module USR_ACCESSE2 (
  output wire        CFGCLK,
  output reg  [31:0] DATA,
  output wire        DATAVALID
);
  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam MET = 8, EVERY_PS = 1000000;
  integer met = 0;
  assign CFGCLK = 1'b0;
  assign DATAVALID = 1'b1;
  initial DATA = 32'd0;
  always begin
    #(EVERY_PS) met = rtlgen_model_fault(MET, 0);
    DATA = met == 0 ? 32'd0 : {16'h4D48, met[15:0]};
  end
endmodule

`default_nettype wire
