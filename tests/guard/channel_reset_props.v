// Formal harness of rtlgen_channel_reset: both clocks, the bus reset and the memory are free.
//
// `bus_go` and `far_go` say which clock has its edge in this step (ticks_map.v of tests/shell), in any order and ratio;
// either may stop.
`default_nettype none

module channel_reset_props (
  input  wire clk,
  input  wire bus_go,
  input  wire far_go,
  input  wire rst_now,
  input  wire busy_now,
  output wire bad
);

  wire bus = clk & bus_go;
  wire far = clk & far_go;

  reg rst = 1'b1, busy = 1'b1;
  always @(posedge bus) rst <= rst_now;
  always @(posedge far) busy <= busy_now;

  wire near_rst, ready, lost, far_rst;
  rtlgen_channel_reset u_reset (
    .clk(bus), .rst(rst), .near_rst(near_rst), .ready(ready), .lost(lost), .far_clk(far), .far_busy(busy), .far_rst(far_rst)
  );

  // Edges of each clock in the present overlap of the resets; enough of both, since the bus side was last open.
  wire both = near_rst & far_rst;
  reg [2:0] near_edges = 3'd0, far_edges = 3'd0;
  reg clean = 1'b0, near_before = 1'b1, far_before = 1'b1;
  reg was_open = 1'b0, was_rst = 1'b1, was_lost = 1'b0;
  always @(posedge clk) begin
    near_edges <= ~both ? 3'd0 : near_edges + (bus & ~near_edges[2]);
    far_edges <= ~both ? 3'd0 : far_edges + (far & ~far_edges[2]);
    clean <= near_rst & (clean | (both & near_edges[2] & far_edges[2]));
    near_before <= near_rst;
    far_before <= far_rst;
  end
  always @(posedge bus) begin
    was_open <= ~near_rst;
    was_rst <= rst;
    was_lost <= lost;
  end

  wire too_short = near_before & ~near_rst & ~clean;
  wire one_sided = ~far_before & far_rst & ~near_rst;
  wire opens_in_reset = was_rst & ~was_open & ~near_rst;
  wire stays_open = was_rst & ~near_rst;
  wire lost_wrong = (lost & ~was_open) | (lost & ~near_rst) | (lost & was_lost) | (lost & was_rst) | (was_open & near_rst & ~was_rst & ~lost);
  assign bad = too_short | one_sided | opens_in_reset | stays_open | lost_wrong | (ready == near_rst);

endmodule

`default_nettype wire
