// Formal harness of rtlgen_sequencer: both clocks, the bus reset, the host, the engines and the core are free.
//
// `bus_go` and `kernel_go` say which clock has its edge in this step (ticks_map.v of tests/shell), in any order and ratio.
// PART 0: the resets and the order of a start. PART 1: the end of a run and the error word.
`default_nettype none

module sequencer_props #(
  parameter PART = 0
) (
  input  wire       clk,
  input  wire       bus_go,
  input  wire       kernel_go,
  input  wire       rst_now,
  input  wire       start,
  input  wire       cancel,
  input  wire [1:0] limit_now,
  input  wire [1:0] idle,
  input  wire [1:0] err_resp,
  input  wire [1:0] err_bounds,
  input  wire [1:0] walk_done,
  input  wire       progress,
  input  wire       core_done,
  input  wire       refuses_now,
  input  wire       refuses_in_reset,
  output wire       bad
);

  wire bus = clk & bus_go;
  wire kernel = clk & kernel_go;

  reg rst = 1'b1, known = 1'b0;  // known: the bus has been reset once
  always @(posedge bus) begin
    rst <= rst_now;
    known <= 1'b1;
  end

  reg [1:0] limit;
  always @(posedge bus) if (~known) limit <= limit_now;

  wire walk_start, stop, bus_rst, busy, done, failed, unused_busy, unused_stalled, kernel_rst;
  wire [31:0] errors;
  wire core_config_error;
  rtlgen_sequencer #(.WATCHDOG_BITS(2), .COUNTER_BITS(1)) u_sequencer (
    .clk(bus), .rst(rst), .start(start), .cancel(cancel), .watchdog_limit(limit), .idle(idle), .err_resp(err_resp),
    .err_bounds(err_bounds), .walk_done(walk_done), .progress(progress), .walk_start(walk_start), .stop(stop),
    .bus_rst(bus_rst), .busy(busy), .done(done), .failed(failed), .errors(errors), .cycles_busy(unused_busy),
    .cycles_stalled(unused_stalled), .kernel_clk(kernel), .kernel_rst(kernel_rst), .core_done(core_done),
    .core_config_error(core_config_error)
  );

  // ---- Resets: edges of each clock since both are active, and of the kernel's since its own is over -------------------
  wire both = bus_rst & kernel_rst;
  reg [2:0] bus_edges = 0, kernel_edges = 0, open_edges = 0;
  reg bus_rst_before = 1'b1, kernel_rst_before = 1'b1;
  reg upset = 1'b1;  // a bus reset came and no run has begun since
  reg refuses = 1'b0;
  always @(posedge clk) begin
    bus_edges <= ~known | ~both ? 3'd0 : bus_edges + (bus & ~bus_edges[2]);
    kernel_edges <= ~known | ~both ? 3'd0 : kernel_edges + (kernel & ~kernel_edges[2]);
    open_edges <= kernel_rst ? 3'd0 : open_edges + (kernel & ~open_edges[2]);
    bus_rst_before <= bus_rst;
    kernel_rst_before <= kernel_rst;
    if (bus & rst) upset <= 1'b1;
    else if (~bus_rst) upset <= 1'b0;
    if (kernel_rst & ~busy) refuses <= refuses_now;
  end
  assign core_config_error = kernel_rst ? refuses_in_reset : refuses & open_edges >= 3'd3;

  wire bus_opens = bus_rst_before & ~bus_rst;
  wire kernel_opens = kernel_rst_before & ~kernel_rst;
  wire too_short = bus_opens & ~(bus_edges[2] & kernel_edges[2]);
  wire wrong_order = kernel_opens & bus_rst & ~upset;
  wire one_sided = ~kernel_rst_before & kernel_rst & ~bus_rst;
  wire loose = ~kernel_rst & ~busy & ~upset;  // the configuration may change

  reg started = 1'b0, failed_before = 1'b0;
  always @(posedge bus) begin
    started <= ~bus_rst & ~rst & (started | walk_start);
    failed_before <= failed;
  end
  wire bad_start = walk_start & (bus_rst | kernel_rst | stop | failed_before | ~busy | started | ~open_edges[2] | refuses);
  wire resets = too_short | wrong_order | one_sided | loose | bad_start;

  // ---- Ends ----------------------------------------------------------------------------------------------------------
  reg core_ended = 1'b0;
  always @(posedge kernel) core_ended <= ~kernel_rst & (core_ended | core_done);

  // As of the bus clock before.
  reg was_rst = 1'b1, was_busy = 1'b0, was_done = 1'b0, was_stop = 1'b0, was_open = 1'b0, was_started = 1'b0;
  reg was_idle = 1'b0, was_complete = 1'b0, was_start = 1'b0, were_failed = 1'b0;
  reg [5:0] was_seen;
  reg [7:0] was_first;
  wire [1:0] engine_error = err_resp | err_bounds;
  always @(posedge bus) begin
    was_rst <= rst;
    was_busy <= busy;
    was_done <= done;
    was_stop <= stop;
    was_open <= ~bus_rst;
    was_started <= started;
    was_idle <= &idle;
    was_complete <= (&walk_done) & core_ended & started;
    were_failed <= failed_before & failed;
    was_start <= start;
    was_seen <= {6{~bus_rst & ~rst}} & {cancel, 2'b00, |err_bounds, err_resp};
    was_first <= errors[2:0] == 3'd0 & ~bus_rst ? {7'd0, ~engine_error[0] & engine_error[1]} : errors[15:8];
  end
  reg [5:0] kinds = 0;  // without the watchdog's
  wire begins = busy & ~was_busy;
  wire [5:0] kinds_now = begins ? 6'd0 : kinds | was_seen;
  always @(posedge bus) kinds <= rst ? 6'd0 : kinds_now;

  reg has_started = 1'b0;  // this run
  always @(posedge bus) has_started <= busy & ~rst & (has_started | walk_start);

  wire closes = was_open & bus_rst;
  wire bad_end = closes & ~(was_idle & (was_stop | was_complete));
  wire bad_done = done & (~bus_rst | ~kernel_rst | ~busy | was_done | ~(has_started | failed) | (refuses & ~failed));
  wire bad_busy = (begins & ~was_start) | (was_busy & ~busy & ~was_done) | (was_done & busy);
  wire bad_stop = (was_stop & ~stop & ~begins) | (were_failed & started & ~bus_rst & ~stop & was_started);
  wire bad_errors = (errors[2:0] != kinds_now[2:0]) | (errors[5] != kinds_now[5]) | (errors[4] & limit == 2'd0) | (errors[3] & ~refuses & busy) |
                    (failed != |errors[5:0]) | (errors[31:16] != 16'd0) | (~begins & errors[15:8] != was_first) |
                    (begins & (failed | errors[15:8] != 8'd0));
  wire ends = bad_end | bad_done | bad_busy | bad_stop | bad_errors;

  generate
    if (PART == 0) begin : part_resets
      assign bad = known & resets;
    end else begin : part_ends
      assign bad = known & ~rst & ~was_rst & ends;
    end
  endgenerate

endmodule

`default_nettype wire
