// Formal harness of rtlgen_probe: its registers are those of one clock earlier, and the count is the number of words before that clock, since reset.
`default_nettype none

module probe_props #(
  parameter COUNT_BITS = 4
) (
  input  wire clk,
  input  wire rst,
  input  wire valid,
  input  wire ready,
  output wire bad
);

  // The probe has no outputs: the test connects these to its registers.
  wire valid_q, ready_q;
  wire [COUNT_BITS-1:0] count_q;
  rtlgen_probe #(
    .COUNT_BITS(COUNT_BITS)
  ) u_probe (
    .clk(clk),
    .rst(rst),
    .valid(valid),
    .ready(ready)
  );

  reg valid_before, ready_before, rst_before;
  reg [COUNT_BITS-1:0] expected;
  reg known = 1'b0;    // valid_before and its like
  reg counting = 1'b0;  // expected
  always @(posedge clk) begin
    known <= 1'b1;
    valid_before <= valid;
    ready_before <= ready;
    rst_before <= rst;
    counting <= counting | (known & rst_before);
    expected <= rst_before ? {COUNT_BITS{1'b0}} : expected + {{(COUNT_BITS - 1) {1'b0}}, valid_before & ready_before};
  end

  assign bad = (known & (valid_q != valid_before | ready_q != ready_before)) | (counting & count_q != expected);

endmodule

`default_nettype wire
