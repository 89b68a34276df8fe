// rtlgen_channel_reset -- resets both sides of a memory channel's clock crossing together, and says when it can be used
//
// A crossing works only if the resets of its sides overlap (rtlgen_async_fifo). Memory may lose its calibration at any
// time, and its clock may stop. So the bus side stays in reset until a token has been on the memory side, whose clock
// runs then, and rested there for some edges in reset; and until the memory is calibrated.
//
//   port      clock  direction  meaning
//   clk              in         the bus clock
//   rst       bus    in         reset of the bus: everything in front of the crossing is in reset
//   near_rst  bus    out        resets the bus side of the crossing; a register, 1 at power-up
//   ready     bus    out        transfers go through; ~near_rst
//   lost      bus    out        for one clock: the memory was ready and no longer is. What is outstanding gets no
//                               response: the bus must be reset
//   far_clk          in         the memory's clock; it may stop
//   far_busy  far    in         the memory is in reset, or not calibrated; a register
//   far_rst   far    out        resets the memory side of the crossing, and the controller's bus port; a register, 1 at
//                               power-up
`default_nettype none

module rtlgen_channel_reset (
  input  wire clk,
  input  wire rst,
  output reg  near_rst,
  output wire ready,
  output reg  lost,
  input  wire far_clk,
  input  wire far_busy,
  output reg  far_rst
);

  localparam REST = 6;  // edges that the token rests on the memory side: two until far_rst follows, and four in it

  reg hold;  // far_rst follows
  reg ping;  // the token: a change follows the reset to the memory side and comes back
  initial hold = 1'b1;
  initial ping = 1'b0;
  initial near_rst = 1'b1;
  initial lost = 1'b0;
  wire far_hold, far_ping, pong, busy;
  (* shreg_extract = "no" *) reg [REST-1:0] resting;
  initial resting = {REST{1'b0}};
  initial far_rst = 1'b1;

  rtlgen_sync #(.INIT(1)) u_hold (.clk(far_clk), .in(hold), .out(far_hold));
  rtlgen_sync #(.INIT(0)) u_ping (.clk(far_clk), .in(ping), .out(far_ping));
  rtlgen_sync #(.INIT(0)) u_pong (.clk(clk), .in(resting[REST-1]), .out(pong));
  rtlgen_sync #(.INIT(1)) u_busy (.clk(clk), .in(far_busy), .out(busy));

  always @(posedge far_clk) begin
    far_rst <= far_hold;
    resting <= {resting[REST-2:0], far_ping};
  end

  localparam [1:0] CLOSED = 0;  // both sides go into reset
  localparam [1:0] REACH = 1;   // the token follows the reset
  localparam [1:0] WAIT = 2;    // the memory side has been in reset; is the memory ready?
  localparam [1:0] OPEN = 3;

  reg [1:0] state;
  initial state = CLOSED;
  reg [1:0] age;  // clocks since the token is back, up to 3
  initial age = 2'd0;
  wire token_back = ping == pong;

  always @(posedge clk) begin
    lost <= state == OPEN & ~rst & busy;
    case (state)
      CLOSED: begin
        ping <= ~ping;
        age <= 2'd0;
        state <= REACH;
      end
      REACH: if (token_back) begin
        age <= age + 2'd1;
        if (&age) begin
          hold <= 1'b0;
          state <= WAIT;
        end
      end
      WAIT: if (~busy & ~rst) begin
        near_rst <= 1'b0;
        state <= OPEN;
      end
      default: if (busy | rst) begin
        near_rst <= 1'b1;
        hold <= 1'b1;
        state <= CLOSED;
      end
    endcase
  end

  assign ready = ~near_rst;

endmodule

`default_nettype wire
