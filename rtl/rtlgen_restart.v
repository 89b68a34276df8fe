// rtlgen_restart -- restarts a memory controller (Intel's EMIF of Agilex) by a request pulse when a bus is reset
// A bus reset may leave a burst in the controller that never ends. Each rising edge of `bus_rst` becomes one request,
// made when the controller accepts requests (`done`); until then, and for a while afterwards, `busy` is high and the
// controller must not be used. After configuration of the device the bus is in reset without such an edge: nothing had
// begun, so there is no request.
//
//   parameter  HOLD_LOG2  a request lasts 2^HOLD_LOG2 clocks, `busy` eight times as long; `done` falls meanwhile
//
//   port     clock  direction  meaning
//   clk             in         always running
//   rst      any    in         the device is not configured yet
//   bus_rst  any    in         reset of the bus, from a register
//   done     any    in         the controller accepts requests
//   req      clk    out        the request; a register
//   busy     clk    out        a restart is pending, or has just begun; a register
`default_nettype none

module rtlgen_restart #(
  parameter HOLD_LOG2 = 4
) (
  input  wire clk,
  input  wire rst,
  input  wire bus_rst,
  input  wire done,
  output reg  req,
  output reg  busy
);

  generate
    if (HOLD_LOG2 < 1 || HOLD_LOG2 > 16) begin : guard
      rtlgen_restart_needs_requests_of_2_to_65536_clocks bad_parameter ();
    end
  endgenerate

  localparam [31:0] ONE = 1;
  localparam [HOLD_LOG2+2:0] MOST = {(HOLD_LOG2 + 3){1'b1}};
  localparam [HOLD_LOG2+2:0] HOLD = ONE[HOLD_LOG2+2:0] << HOLD_LOG2;

  wire held, bus, ready;
  rtlgen_sync #(.INIT(1)) u_held (.clk(clk), .in(rst), .out(held));
  rtlgen_sync #(.INIT(1)) u_bus (.clk(clk), .in(bus_rst), .out(bus));
  rtlgen_sync #(.INIT(0)) u_done (.clk(clk), .in(done), .out(ready));

  reg was, wanted, going;           // the bus one clock ago; a request is to be made; one is being made
  reg [HOLD_LOG2+2:0] clocks;       // clocks since it began
  wire begins = wanted & ready & ~going;

  initial was = 1'b1;
  initial wanted = 1'b0;
  initial going = 1'b0;
  initial req = 1'b0;
  initial busy = 1'b0;

  always @(posedge clk) begin
    if (held) begin
      was <= 1'b1;
      wanted <= 1'b0;
      going <= 1'b0;
      req <= 1'b0;
      busy <= 1'b0;
    end else begin
      was <= bus;
      wanted <= (bus & ~was) | (wanted & ~begins);
      going <= begins | (going & (clocks != MOST));
      req <= begins | (req & (clocks != HOLD - ONE[HOLD_LOG2+2:0]));
      busy <= (bus & ~was) | wanted | going;
    end
    clocks <= going ? clocks + ONE[HOLD_LOG2+2:0] : {(HOLD_LOG2 + 3){1'b0}};
  end

endmodule

`default_nettype wire
