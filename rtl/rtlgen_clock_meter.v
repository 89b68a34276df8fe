// rtlgen_clock_meter -- counts the edges of a clock during 2^16 clocks of the bus
// The count is a multiple of 16, so it is right to 16 edges. A clock that has stopped counts 0.
//
//   parameter  WINDOW_LOG2  2^WINDOW_LOG2 clocks of the bus are a window
//
//   port         clock  direction  meaning
//   metered_clk         in         the clock that is measured; slower than 7 times the bus clock
//   clk                 in         the bus clock
//   rst          bus    in         synchronous, active high
//   edges        bus    out        rising edges in the last complete window; 0 before the first one
`default_nettype none

module rtlgen_clock_meter #(
  parameter WINDOW_LOG2 = 16
) (
  input  wire        metered_clk,
  input  wire        clk,
  input  wire        rst,
  output wire [31:0] edges
);

  generate
    if (WINDOW_LOG2 < 4 || WINDOW_LOG2 > 24) begin : guard
      rtlgen_clock_meter_needs_a_window_of_4_to_24_bits bad_parameter ();
    end
  endgenerate

  localparam COUNT_BITS = WINDOW_LOG2;
  localparam [31:0] ONE = 1;

  reg [3:0] divided;
  initial divided = 4'd0;
  always @(posedge metered_clk) divided <= divided + 4'd1;

  wire level;
  rtlgen_sync #(.INIT(0)) u_level (.clk(clk), .in(divided[3]), .out(level));

  reg was_high;
  reg [WINDOW_LOG2-1:0] window;
  reg [COUNT_BITS-1:0] count, last;
  wire rises = level & ~was_high;

  always @(posedge clk) begin
    was_high <= level;
    if (rst) begin
      window <= {WINDOW_LOG2{1'b0}};
      count <= {COUNT_BITS{1'b0}};
      last <= {COUNT_BITS{1'b0}};
    end else begin
      window <= window + ONE[WINDOW_LOG2-1:0];
      count <= (&window ? {COUNT_BITS{1'b0}} : count) + {{(COUNT_BITS - 1){1'b0}}, rises};
      if (&window) last <= count;
    end
  end

  assign edges = {{(28 - COUNT_BITS){1'b0}}, last, 4'd0};

endmodule

`default_nettype wire
