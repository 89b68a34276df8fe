// rtlgen_fp_dsp -- model of a hard floating-point DSP block: float32, nearest even, subnormals are zero
// For simulation. A project uses the file from the folder of its device family (rtl/arria10, rtl/stratix10, rtl/agilex)
// instead: the same module around the vendor's cell. docs/language.md defines every bit.
//
//   parameter  MODE  0: a + b, 3 clocks; 1: a * b, 3 clocks; 2: a * b, rounded, + c, 4 clocks
//
//   port  direction  meaning
//   clk   in         everything happens at its rising edge; there is no reset and no enable
//   a     in
//   b     in
//   c     in         unused in modes 0 and 1
//   q     out        the result, a register
// Registers are where a block has them: at its inputs, after the multiplier or before the adder, and at its output.
`default_nettype none

module rtlgen_fp_dsp #(
  parameter MODE = 0
) (
  input  wire        clk,
  input  wire [31:0] a,
  input  wire [31:0] b,
  input  wire [31:0] c,
  output wire [31:0] q
);

  generate
    if (MODE < 0 || MODE > 2) begin : guard
      rtlgen_fp_dsp_needs_mode_0_1_or_2 bad_parameter ();
    end
  endgenerate

  localparam [31:0] QUIET_NAN = 32'h7fc0_0000;

  function is_nan(input [30:0] x);
    is_nan = (&x[30:23]) & (|x[22:0]);
  endfunction

  function is_inf(input [30:0] x);
    is_inf = (&x[30:23]) & ~(|x[22:0]);
  endfunction

  // A number without the hidden bit counts as zero.
  function [23:0] significand(input [30:0] x);
    significand = (|x[30:23]) ? {1'b1, x[22:0]} : 24'd0;
  endfunction

  // Rounds the number magnitude * 2^(exponent - 127 - 47), not zero, then flushes it to zero or makes it infinite if
  // needed.
  function [31:0] rounded(input sign, input signed [10:0] exponent, input [47:0] magnitude);
    reg [47:0] m;
    reg signed [10:0] e;
    reg [22:0] fraction;
    begin
      m = magnitude;
      e = exponent;
      if (m[47:16] == 32'd0) begin m = {m[15:0], 32'd0}; e = e - 11'sd32; end
      if (m[47:32] == 16'd0) begin m = {m[31:0], 16'd0}; e = e - 11'sd16; end
      if (m[47:40] == 8'd0)  begin m = {m[39:0], 8'd0};  e = e - 11'sd8; end
      if (m[47:44] == 4'd0)  begin m = {m[43:0], 4'd0};  e = e - 11'sd4; end
      if (m[47:46] == 2'd0)  begin m = {m[45:0], 2'd0};  e = e - 11'sd2; end
      if (m[47] == 1'b0)     begin m = {m[46:0], 1'd0};  e = e - 11'sd1; end
      // A carry out of the fraction leaves it zero and increments the exponent.
      {e, fraction} = {e, m[46:24]} + {33'd0, m[23] & (m[24] | (|m[22:0]))};
      if (e <= 11'sd0) rounded = {sign, 31'd0};
      else if (e >= 11'sd255) rounded = {sign, 8'hff, 23'd0};
      else rounded = {sign, e[7:0], fraction};
    end
  endfunction

  function [31:0] sum(input [31:0] x, input [31:0] y);
    reg [31:0] l, s;  // the larger exponent, the smaller
    reg [7:0] down;
    reg [95:0] moved;
    reg [47:0] high, low;
    begin
      l = x[30:23] < y[30:23] ? y : x;
      s = x[30:23] < y[30:23] ? x : y;
      down = l[30:23] - s[30:23];
      if (down > 8'd48) down = 8'd48;
      high = {1'b0, significand(l[30:0]), 23'd0};
      moved = {1'b0, significand(s[30:0]), 23'd0, 48'd0} >> down;
      low = {moved[95:49], moved[48] | (|moved[47:0])};
      if (is_nan(x[30:0]) | is_nan(y[30:0]) | (is_inf(x[30:0]) & is_inf(y[30:0]) & (x[31] ^ y[31]))) sum = QUIET_NAN;
      else if (is_inf(l[30:0])) sum = l;
      else if (high == 48'd0 && low == 48'd0) sum = {x[31] & y[31], 31'd0};
      else if (l[31] == s[31]) sum = rounded(l[31], {3'd0, l[30:23]} + 11'sd1, high + low);
      else if (high == low) sum = 32'd0;
      else if (high < low) sum = rounded(s[31], {3'd0, l[30:23]} + 11'sd1, low - high);
      else sum = rounded(l[31], {3'd0, l[30:23]} + 11'sd1, high - low);
    end
  endfunction

  function [31:0] product(input [31:0] x, input [31:0] y);
    reg sign, zero;
    reg [47:0] m;
    begin
      sign = x[31] ^ y[31];
      zero = ~(|x[30:23]) | ~(|y[30:23]);
      m = {24'd0, significand(x[30:0])} * {24'd0, significand(y[30:0])};
      if (is_nan(x[30:0]) | is_nan(y[30:0]) | ((is_inf(x[30:0]) | is_inf(y[30:0])) & zero)) product = QUIET_NAN;
      else if (is_inf(x[30:0]) | is_inf(y[30:0])) product = {sign, 8'hff, 23'd0};
      else if (zero) product = {sign, 31'd0};
      else product = rounded(sign, {3'd0, x[30:23]} + {3'd0, y[30:23]} - 11'sd126, m);
    end
  endfunction

  // Unknown if any bit is: conditions would hide it.
  function unknown(input [31:0] x, input [31:0] y);
    unknown = (^x) ^ (^x) ^ (^y) ^ (^y);
  endfunction

  reg [31:0] a1, b1;
  always @(posedge clk) begin
    a1 <= a;
    b1 <= b;
  end

  generate
    if (MODE == 2) begin : product_and_sum
      reg [31:0] c1, p2, c2, s3, s4;
      always @(posedge clk) begin
        c1 <= c;
        p2 <= product(a1, b1) ^ {32{unknown(a1, b1)}};
        c2 <= c1;
        s3 <= sum(p2, c2) ^ {32{unknown(p2, c2)}};
        s4 <= s3;
      end
      assign q = s4;
    end else begin : single
      wire unused_c = &{1'b0, c};
      reg [31:0] r2, r3;
      always @(posedge clk) begin
        r2 <= (MODE == 1 ? product(a1, b1) : sum(a1, b1)) ^ {32{unknown(a1, b1)}};
        r3 <= r2;
      end
      assign q = r3;
    end
  endgenerate

endmodule

`default_nettype wire
