// rtlgen_control and rtlgen_sequencer with two engines, two FIFOs between the clocks and a kernel that adds a key to every word.
//
// A host programs and starts runs by AXI4-Lite; things go wrong at random times. Says "ok", how many runs ended well, and a
// digit string: in which states of the sequencer a cancel and a bus reset came; or what went wrong, and when.
//   +bus=PERIOD +kernel=PERIOD +seed=N +runs=N
`default_nettype none
`timescale 1ns / 1ps

module run_bench;

  integer bus_period, kernel_period, seed, runs;
  initial begin
    if (!$value$plusargs("bus=%d", bus_period)) bus_period = 10;
    if (!$value$plusargs("kernel=%d", kernel_period)) kernel_period = 10;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("runs=%d", runs)) runs = 40;
  end
  reg clk = 1'b0, kernel_clk = 1'b0, rst = 1'b1;
  always #(bus_period * 0.5) clk = ~clk;
  always #(kernel_period * 0.5 + 0.001 * ($random(seed) % 40)) kernel_clk = ~kernel_clk;

  // ---- The modules ---------------------------------------------------------------------------------------------------
  reg awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
  reg [6:0] awaddr, araddr;
  reg [31:0] wdata;
  wire awready, wready, bvalid, arready, rvalid, irq, refused, start, cancel, busy, done, failed, walk_start, stop;
  wire bus_rst, kernel_rst;
  wire [1:0] bresp, rresp, idle, err_resp, err_bounds, walk_done, moves, wrong;
  wire [31:0] rdata, errors, cycles_busy, cycles_stalled;
  wire [127:0] config_words;
  wire [31:0] watchdog_limit = config_words[127:96];
  rtlgen_control #(.CONFIG_WORDS(4), .STATUS_WORDS(4), .ADDRESS_BITS(7)) u_control (
    .clk(clk), .rst(rst), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
    .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(4'hF),
    .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp), .s_axil_arvalid(arvalid),
    .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
    .s_axil_rdata(rdata), .s_axil_rresp(rresp), .irq(irq), .config_words(config_words),
    .status_words({31'd0, refused, cycles_stalled, cycles_busy, errors}), .refused(refused), .start(start),
    .cancel(cancel), .busy(busy), .done(done), .failed(failed)
  );
  wire core_done, core_config_error;
  rtlgen_sequencer #(.COUNTER_BITS(32)) u_sequencer (
    .clk(clk), .rst(rst), .start(start), .cancel(cancel), .watchdog_limit(watchdog_limit), .idle(idle), .err_resp(err_resp),
    .err_bounds(err_bounds), .walk_done(walk_done), .progress(|moves), .walk_start(walk_start), .stop(stop),
    .bus_rst(bus_rst), .busy(busy), .done(done), .failed(failed), .errors(errors), .cycles_busy(cycles_busy),
    .cycles_stalled(cycles_stalled), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .core_done(core_done),
    .core_config_error(core_config_error)
  );

  wire [7:0] beats = config_words[7:0];
  wire [7:0] tag = config_words[39:32];
  wire [15:0] key = config_words[79:64];
  reg freeze = 1'b0, mute = 1'b0;
  reg [1:0] spoil_resp = 2'b00, spoil_bounds = 2'b00;
  wire in_valid, out_valid, kernel_in_valid, kernel_in_ready, kernel_out_ready, out_ready, unused_ready;
  wire [15:0] in_data, kernel_in_data, out_data, unused_data;
  wire [4:0] in_free;
  wire [7:0] unused_read, written;
  wire unused_valid, unused_take;
  stub_engine #(.READ(1), .SEED(7)) u_read (
    .clk(clk), .rst(bus_rst), .stop(stop), .start(walk_start), .beats(beats), .tag(tag), .key(key), .freeze(freeze),
    .mute(mute), .spoil_resp(spoil_resp[0]), .spoil_bounds(spoil_bounds[0]), .idle(idle[0]), .err_resp(err_resp[0]),
    .err_bounds(err_bounds[0]), .walk_done(walk_done[0]), .progress(moves[0]), .fifo_free(in_free), .out_valid(in_valid),
    .out_data(in_data), .in_valid(1'b0), .in_ready(unused_take), .in_data(16'd0), .answered(unused_read), .wrong(wrong[0])
  );
  rtlgen_async_fifo #(.WIDTH(16), .DEPTH_LOG2(4)) u_in (
    .wr_clk(clk), .wr_rst(bus_rst), .in_valid(in_valid), .in_ready(unused_ready), .in_data(in_data), .in_free(in_free),
    .rd_clk(kernel_clk), .rd_rst(kernel_rst), .out_valid(kernel_in_valid), .out_ready(kernel_in_ready),
    .out_data(kernel_in_data), .out_count()
  );
  rtlgen_async_fifo #(.WIDTH(16), .DEPTH_LOG2(4)) u_out (
    .wr_clk(kernel_clk), .wr_rst(kernel_rst), .in_valid(kernel_in_valid), .in_ready(kernel_out_ready),
    .in_data(kernel_in_data + key), .in_free(), .rd_clk(clk), .rd_rst(bus_rst), .out_valid(out_valid),
    .out_ready(out_ready), .out_data(out_data), .out_count()
  );
  stub_engine #(.READ(0), .SEED(9)) u_write (
    .clk(clk), .rst(bus_rst), .stop(stop), .start(walk_start), .beats(beats), .tag(tag), .key(key), .freeze(freeze),
    .mute(mute), .spoil_resp(spoil_resp[1]), .spoil_bounds(spoil_bounds[1]), .idle(idle[1]), .err_resp(err_resp[1]),
    .err_bounds(err_bounds[1]), .walk_done(walk_done[1]), .progress(moves[1]), .fifo_free(5'd0), .out_valid(unused_valid),
    .out_data(unused_data), .in_valid(out_valid), .in_ready(out_ready), .in_data(out_data), .answered(written),
    .wrong(wrong[1])
  );
  // The kernel: a word in is a word out; more than 200 words are over its limit.
  reg [7:0] passed;
  reg too_many;
  assign core_config_error = too_many;
  assign kernel_in_ready = kernel_out_ready & ~too_many;
  assign core_done = passed == beats;
  always @(posedge kernel_clk) begin
    too_many <= beats > 8'd200;
    passed <= kernel_rst ? 8'd0 : passed + {7'd0, kernel_in_valid & kernel_in_ready};
  end

  // ---- Invariants ------------------------------------------------------------------------------------------------------
  integer bus_edges = 0, kernel_edges = 0, busy_clocks = 0, stalled_clocks = 0, quiet = 0, starts = 0, dones = 0;
  reg running = 1'b0;
  reg [7:0] last_written = 8'd0;
  reg [5:0] kinds = 6'd0;
  reg [31:0] errors_before = 32'd0;
  reg [127:0] config_before = 128'd0;
  reg upset = 1'b1;
  task fail(input [8*40:1] what);
    begin
      $display("%0s at %0t, state %0d, seed %0d", what, $time, u_sequencer.state, seed);
      $finish(0);
    end
  endtask
  always @(posedge kernel_clk) kernel_edges = bus_rst & kernel_rst ? kernel_edges + 1 : 0;
  always @(posedge clk) bus_edges = bus_rst & kernel_rst ? bus_edges + 1 : 0;
  always @(negedge bus_rst) if ($time > 0 && (bus_edges < 4 || kernel_edges < 4)) fail("resets overlap too little");
  always @(posedge bus_rst) if (~(&idle) & ~rst) fail("a reset with bursts on their way");
  always @(posedge kernel_rst) if (~bus_rst) fail("reset of one side");
  always @(posedge clk) begin
    if (~bus_rst) upset = 1'b0;
    if (rst) upset = 1'b1;
    if (config_words != config_before && ~kernel_rst && ~upset) fail("configuration changed in a run");
    config_before = config_words;
    if (walk_start) begin
      starts = starts + 1;
      running = 1'b1;
      if (kernel_rst | bus_rst | stop) fail("start in reset");
    end
    if (~bus_rst) last_written = written;
    if (|wrong) fail("wrong data");
    if (stop & ~bus_rst & running & quiet > 5000 & ~mute) fail("no end");
    // The error word, the counters and the watchdog, a clock behind.
    if (~bus_rst) kinds = kinds | {cancel, 2'b00, |err_bounds, err_resp};
    if (errors[4] & ~errors_before[4] & quiet != watchdog_limit + 1) fail("the watchdog's time");
    if (~errors[4] & ~bus_rst & watchdog_limit != 0 & quiet > watchdog_limit) fail("the watchdog sleeps");
    errors_before = errors;
    quiet = bus_rst | |moves ? 0 : quiet + 1;
    if (done) begin
      dones = dones + 1;
      running = 1'b0;
      if (~bus_rst | ~kernel_rst) fail("done without reset");
      if ((errors & 32'h27) != {26'd0, kinds & 6'h27}) fail("the error word");
      if (busy_clocks != cycles_busy) fail("cycles busy");
      if (stalled_clocks != cycles_stalled) fail("cycles stalled");
      if (errors == 0 && last_written != beats) fail("done too early");
    end
    busy_clocks = busy ? busy_clocks + 1 : (rst | start ? 0 : busy_clocks);
    if (busy & ~|moves) stalled_clocks = stalled_clocks + 1;
    if (rst | (start & ~busy)) begin
      if (~rst & stalled_clocks != cycles_stalled) fail("cycles stalled, kept after the run");
      kinds = 6'd0;
      stalled_clocks = 0;
      running = 1'b0;
    end
  end

  // ---- The host ----------------------------------------------------------------------------------------------------------
  task write(input [6:0] address, input [31:0] value, input [1:0] answer);
    begin
      @(negedge clk);
      awaddr = address;
      wdata = value;
      awvalid = 1'b1;
      wvalid = 1'b1;
      while (awvalid | wvalid) begin
        @(posedge clk);
        if (awready) awvalid <= 1'b0;
        if (wready) wvalid <= 1'b0;
        @(negedge clk);
      end
      bready = 1'b1;
      while (~bvalid) @(negedge clk);
      if (bresp != answer) fail("answer to a write");
      @(negedge clk) bready = 1'b0;
    end
  endtask
  reg [31:0] value;
  task read(input [6:0] address);
    begin
      @(negedge clk);
      araddr = address;
      arvalid = 1'b1;
      while (~arready) @(negedge clk);
      @(negedge clk) arvalid = 1'b0;
      rready = 1'b1;
      while (~rvalid) @(negedge clk);
      value = rdata;
      if (rresp != 2'b00) fail("answer to a read");
      @(negedge clk) rready = 1'b0;
    end
  endtask
  integer patience;
  task wait_done;
    begin
      patience = 0;
      value = 32'd0;
      while (~value[1]) begin
        read(7'h00);
        patience = patience + 1;
        if (patience > 3000) fail("no done");
      end
      if (value[0] | ~value[2]) fail("done, but not idle");
    end
  endtask
  function integer pick(input integer most);
    pick = $unsigned($random(seed)) % (most + 1);
  endfunction

  // A moment in a state, if it comes.
  task wait_for(input [2:0] state);
    begin
      for (patience = 0; patience < 300 && u_sequencer.state != state; patience = patience + 1) @(negedge clk);
      repeat (pick(3)) @(negedge clk);
    end
  endtask
  integer kind, n, good = 0, k, span, expected_starts, last_dones;
  reg [7:0] cancelled_in = 8'd0, reset_in = 8'd0;
  always @(posedge cancel) cancelled_in[u_sequencer.state] = 1'b1;
  reg [31:0] limit;
  // ap_start follows until the last of a series; the reset by the bus cannot be told from the run's own errors.
  task one_run;
    begin
      kind = pick(11);
      n = kind == 5 ? 201 + pick(54) : 1 + pick(60);
      span = kind == 7 || kind == 8 ? 8 : 120 + 40 * kernel_period / bus_period;
      limit = kind == 6 || kind == 10 ? 60 + 24 * kernel_period / bus_period : 0;
      write(7'h10, n, 2'b00);
      write(7'h14, pick(255), 2'b00);
      write(7'h18, pick(65535), 2'b00);
      write(7'h1C, limit, 2'b00);
      last_dones = dones;
      expected_starts = starts;
      write(7'h00, kind == 9 ? 32'h81 : 32'h01, 2'b00);
      repeat (pick(span)) @(negedge clk);
      case (kind)
        1: spoil_resp[0] = 1'b1;
        2: spoil_resp[1] = 1'b1;
        3: spoil_bounds[0] = 1'b1;
        4: spoil_bounds[1] = 1'b1;
        6: freeze = 1'b1;
        7: begin
          if (pick(2) == 0) spoil_resp[0] = 1'b1;  // an error first
          wait_for(pick(7));
          write(7'h00, 32'h100, 2'b00);
        end
        8: begin
          if (pick(2) == 0) begin
            mute = 1'b1;
            write(7'h00, 32'h100, 2'b00);
          end
          wait_for(pick(7));
          reset_in[u_sequencer.state] = 1'b1;
          mute = 1'b0;
          rst = 1'b1;
          repeat (1 + pick(3)) @(negedge clk);
          rst = 1'b0;
        end
        9: begin
          while (dones < last_dones + 3) @(negedge clk);
          if (config_words[7:0] != n) fail("configuration lost");
          write(7'h00, 32'h00, 2'b00);
        end
        10: begin
          mute = 1'b1;
          repeat (limit + pick(200)) @(negedge clk);
          mute = 1'b0;
        end
        11: if (busy) begin
          write(7'h10, 32'd1, busy ? 2'b10 : 2'b00);
          write(7'h00, 32'h01, 2'b00);
        end
        default: ;
      endcase
      if (kind != 8 && kind != 11) begin
        if (kind == 9) while (start | busy) @(negedge clk);
        wait_done;
        if (kind == 5 && (errors != 32'h8 || starts != expected_starts)) fail("refused extents");
        if (kind == 0 && errors != 0) fail("an error from nowhere");
        if (errors == 0) good = good + 1;
      end else begin
        while (start | busy) @(negedge clk);
        read(7'h00);
      end
      freeze = 1'b0;
      spoil_resp = 2'b00;
      spoil_bounds = 2'b00;
    end
  endtask

  initial begin
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (k = 0; k < runs; k = k + 1) one_run;
    $display("ok %0d of %0d, cancel in %b, reset in %b", good, runs, cancelled_in, reset_in);
    $finish(0);
  end

endmodule

`default_nettype wire
