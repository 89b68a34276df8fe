// rtlgen_dsp_sum -- a sum in the DSP block of Virtex-5: DSP48E
// For projects; simulation uses the model rtl/rtlgen_dsp_sum.v. Ports and parameters: UG193. Z is C, X is A:B, and the
// ALU's mode 0011 subtracts X from Z.
//
//   parameter  WIDTH  bits, 1 to 48
//   parameter  RANKS  1: the result is a register; 2: the operands are registers too
//
//   port      direction  meaning
//   clk       in         everything happens at its rising edge; there is no reset and no enable
//   a         in
//   b         in
//   subtract  in         a - b instead of a + b
//   q         out        the result, RANKS clocks later, a register
`default_nettype none

module rtlgen_dsp_sum #(
  parameter WIDTH = 48,
  parameter RANKS = 2
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  input  wire             subtract,
  output wire [WIDTH-1:0] q
);

  generate
    if (WIDTH < 1 || WIDTH > 48) begin : guard
      rtlgen_dsp_sum_needs_width_1_to_48 bad_parameter ();
    end
    if (RANKS < 1 || RANKS > 2) begin : guard_ranks
      rtlgen_dsp_sum_needs_1_or_2_ranks bad_parameter ();
    end
  endgenerate

  // Wider than any WIDTH, so that even a sum of 48 bits is extended by at least one bit.
  wire [48:0] wide_a = {{(49 - WIDTH){1'b0}}, a};
  wire [48:0] wide_b = {{(49 - WIDTH){1'b0}}, b};
  wire [47:0] sum;
  DSP48E #(
    .A_INPUT("DIRECT"),
    .B_INPUT("DIRECT"),
    .USE_MULT("NONE"),
    .USE_SIMD("ONE48"),
    .USE_PATTERN_DETECT("NO_PATDET"),
    .AREG(RANKS - 1),
    .ACASCREG(RANKS - 1),
    .BREG(RANKS - 1),
    .BCASCREG(RANKS - 1),
    .CREG(RANKS - 1),
    .MREG(0),
    .PREG(1),
    .ALUMODEREG(RANKS - 1),
    .OPMODEREG(0),
    .CARRYINREG(0),
    .CARRYINSELREG(0),
    .MULTCARRYINREG(0)
  ) block (
    .CLK(clk),
    .A(wide_b[47:18]),
    .B(wide_b[17:0]),
    .C(wide_a[47:0]),
    .P(sum),
    .ALUMODE({2'b00, subtract, subtract}),
    .OPMODE(7'b0110011),
    .CARRYIN(1'b0),
    .CARRYINSEL(3'b000),
    .ACIN(30'd0),
    .BCIN(18'd0),
    .PCIN(48'd0),
    .CARRYCASCIN(1'b0),
    .MULTSIGNIN(1'b0),
    .CEA2(1'b1),
    .CEB2(1'b1),
    .CEC(1'b1),
    .CEP(1'b1),
    .CEALUMODE(1'b1),
    .CEA1(1'b0),
    .CEB1(1'b0),
    .CEM(1'b0),
    .CECTRL(1'b0),
    .CECARRYIN(1'b0),
    .CEMULTCARRYIN(1'b0),
    .RSTA(1'b0),
    .RSTB(1'b0),
    .RSTC(1'b0),
    .RSTM(1'b0),
    .RSTP(1'b0),
    .RSTALUMODE(1'b0),
    .RSTCTRL(1'b0),
    .RSTALLCARRYIN(1'b0),
    .ACOUT(),
    .BCOUT(),
    .CARRYCASCOUT(),
    .CARRYOUT(),
    .MULTSIGNOUT(),
    .OVERFLOW(),
    .PATTERNBDETECT(),
    .PATTERNDETECT(),
    .PCOUT(),
    .UNDERFLOW()
  );

  wire unused_bits = &{1'b0, wide_a[48], wide_b[48], sum};

  assign q = sum[WIDTH-1:0];

endmodule

`default_nettype wire
