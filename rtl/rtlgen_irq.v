// rtlgen_irq -- holds a level interrupt for a PCIe endpoint until it is acknowledged and served
// Endpoints (AMD XDMA, PG195) require a request to stay until they have sent the message, and until software has cleared
// its cause. A message is acknowledged once; legacy interrupts are also acknowledged when they end, which is ignored.
//
//   port  direction  meaning
//   clk   in         everything happens at its rising edge
//   rst   in         synchronous, active high
//   irq   in         the level; the request stays at least as long
//   req   out        a register
//   ack   in         for one clock: the message has been sent
`default_nettype none

module rtlgen_irq (
  input  wire clk,
  input  wire rst,
  input  wire irq,
  output reg  req,
  input  wire ack
);

  reg sent;

  always @(posedge clk) begin
    if (rst) begin
      req <= 1'b0;
      sent <= 1'b0;
    end else if (~req) begin
      // A late acknowledgement of the end of a request must not count for the next one.
      req <= irq & ~ack;
      sent <= 1'b0;
    end else begin
      sent <= sent | ack;
      req <= irq | ~(sent | ack);
    end
  end

endmodule

`default_nettype wire
