// Formal harness of rtlgen_card_reset: the host, its requests, the kernel clock and the memories do anything, in any clock.
`default_nettype none

module card_reset_props (
  input  wire       clk,
  input  wire       rst_now,
  input  wire       kernel_now,
  input  wire [1:0] lost_now,
  input  wire [1:0] calibrated_now,
  input  wire       ask_bus,
  input  wire       ask_kernel,
  input  wire [1:0] ask_memory,
  output wire       bad
);

  localparam [6:0] LENGTH = 64;  // length of a reset, in clocks
  localparam [6:0] LONG_AGO = 127;

  reg rst = 1'b1;
  always @(posedge clk) rst <= rst_now;

  wire bus_rst, kernel_resetn, kernel_lost, restarted;
  wire [1:0] memory_stop;
  wire [15:0] restarts, losses;
  rtlgen_card_reset #(.CHANNELS(2)) u_resets (
    .clk(clk), .rst(rst), .kernel_runs(kernel_now), .lost(lost_now), .calibrated(calibrated_now), .ask_bus(ask_bus),
    .ask_kernel(ask_kernel), .ask_memory(ask_memory), .bus_rst(bus_rst), .kernel_resetn(kernel_resetn),
    .memory_stop(memory_stop), .kernel_lost(kernel_lost), .restarted(restarted), .restarts(restarts), .losses(losses)
  );

  // ---- The bus: in reset without the kernel clock, for long enough after each demand, and no longer ------------------------
  wire demand = ask_bus | ask_kernel | (|ask_memory) | (|lost_now);
  reg [6:0] since = 7'd0;  // clocks since the last demand
  reg ran = 1'b0;          // the kernel clock ran in the last clock
  always @(posedge clk) begin
    since <= rst | demand ? 7'd0 : since + (since != LONG_AGO);
    ran <= kernel_now;
  end
  wire bus_wrong = (bus_rst != (since < LENGTH | ~ran));

  // ---- The kernel clock and the memories: only on request, for long enough, the memories within a reset of the bus --------
  reg [6:0] since_kernel = LONG_AGO, since_memory_0 = LONG_AGO, since_memory_1 = LONG_AGO;
  reg [1:0] stopped = 2'b00;
  reg kernel_stopped = 1'b0, was_rst = 1'b1;
  wire over = since >= LENGTH - 7'd1 & ~demand;
  always @(posedge clk) begin
    was_rst <= rst;
    since_kernel <= rst ? LONG_AGO : ask_kernel ? 7'd0 : since_kernel + (since_kernel != LONG_AGO);
    since_memory_0 <= rst ? LONG_AGO : ask_memory[0] ? 7'd0 : since_memory_0 + (since_memory_0 != LONG_AGO);
    since_memory_1 <= rst ? LONG_AGO : ask_memory[1] ? 7'd0 : since_memory_1 + (since_memory_1 != LONG_AGO);
    stopped <= {2{~rst}} & (ask_memory | (stopped & {2{~over}}));
    kernel_stopped <= ~rst & (ask_kernel | (kernel_stopped & ~over));
  end
  wire memory_short = (since_memory_0 < LENGTH & ~memory_stop[0]) | (since_memory_1 < LENGTH & ~memory_stop[1]);
  wire memory_wrong = memory_short | (|(memory_stop & ~stopped)) | ((|memory_stop) & ~bus_rst);
  // The reset of the kernel clock's source is a register behind its cause.
  wire kernel_short = since_kernel != 7'd0 & since_kernel <= LENGTH & kernel_resetn;
  reg kernel_may = 1'b1;
  always @(posedge clk) kernel_may <= rst | kernel_stopped;
  wire kernel_wrong = kernel_short | (~kernel_resetn & ~kernel_may);

  // ---- Events and counts ---------------------------------------------------------------------------------------------------
  reg was_bus_rst = 1'b1, was_restarted = 1'b0, was_lost = 1'b0, ran_before = 1'b0;
  reg [1:0] was_calibrated = 2'b00;
  reg [15:0] begun = 16'd0, fell = 16'd0;  // as the counts are in this clock
  always @(posedge clk) begin
    was_bus_rst <= bus_rst;
    was_restarted <= restarted;
    was_calibrated <= calibrated_now;
    fell <= fell + {15'd0, |(was_calibrated & ~calibrated_now)};
    begun <= begun + {15'd0, ~bus_rst & (rst | demand | ~kernel_now)};
    ran_before <= ~rst & kernel_now;
  end
  wire events_wrong = (~was_rst & was_restarted != (bus_rst & ~was_bus_rst)) | (~rst & kernel_lost != (ran_before & ~kernel_now)) |
                      restarts != begun | losses != fell;

  assign bad = bus_wrong | memory_wrong | kernel_wrong | events_wrong;

endmodule

`default_nettype wire
