// Changes of the kernel clock: what the wizard is told, in which order, and when the change is over.
`timescale 1ns/1ps
`default_nettype none

module clock_change_bench;

  localparam PATIENCE_LOG2 = 6;
  reg clk = 1'b0, rst = 1'b1, change = 1'b0, restore = 1'b0;
  always #2 clk = ~clk;

  task fail(input [8*60-1:0] what);
    begin
      $display("%0s", what);
      $finish(0);
    end
  endtask

  wire busy, refused, ignored, changed, awvalid, wvalid, bready;
  wire [10:0] awaddr;
  wire [31:0] wdata;
  wire [3:0] wstrb;
  reg locked = 1'b1, awready = 1'b0, wready = 1'b0, bvalid = 1'b0;
  reg [1:0] bresp = 2'd0;
  reg [15:0] feedback = 16'h1703;
  reg [7:0] divide = 8'd6;
  rtlgen_clock_change #(.PATIENCE_LOG2(PATIENCE_LOG2)) u_change (
    .clk(clk), .rst(rst), .change(change), .restore(restore), .feedback(feedback), .divide(divide), .locked(locked), .busy(busy),
    .refused(refused), .ignored(ignored), .changed(changed), .m_awvalid(awvalid), .m_awready(awready), .m_awaddr(awaddr), .m_wvalid(wvalid),
    .m_wready(wready), .m_wdata(wdata), .m_wstrb(wstrb), .m_bvalid(bvalid), .m_bready(bready), .m_bresp(bresp)
  );

  // ---- The wizard: takes an address and its data in any order, then responds ----------------------------------------------
  reg has_address = 1'b0, has_data = 1'b0, silent = 1'b0, ignores = 1'b0, locks = 1'b1;
  reg [10:0] address;
  reg [31:0] data;
  integer writes = 0, bad_write = 0, luck = 0, unlock = 0, lock = 0;
  reg [10:0] addresses [0:15];
  reg [31:0] values [0:15];
  reg was_awvalid = 1'b0, was_wvalid = 1'b0;
  reg [10:0] was_awaddr;
  reg [31:0] was_wdata;
  always @(posedge clk) begin
    luck <= $random;
    if (was_awvalid && (!awvalid || awaddr !== was_awaddr) && !rst) fail("an address changed before it was taken");
    if (was_wvalid && (!wvalid || wdata !== was_wdata) && !rst) fail("data changed before they were taken");
    was_awvalid <= awvalid & ~awready;
    was_wvalid <= wvalid & ~wready;
    was_awaddr <= awaddr;
    was_wdata <= wdata;
    if (awvalid & awready) begin
      if (has_address) fail("a second address before the response");
      has_address = 1'b1;
      address = awaddr;
    end
    if (wvalid & wready) begin
      if (wstrb !== 4'hF) fail("not all bytes are written");
      has_data = 1'b1;
      data = wdata;
    end
    awready <= luck[0] & ~silent;
    wready <= luck[1] & ~silent;
    if (bvalid & bready) bvalid <= 1'b0;
    else if (has_address & has_data & ~bvalid & luck[2]) begin
      addresses[writes] = address;
      values[writes] = data;
      writes = writes + 1;
      has_address = 1'b0;
      has_data = 1'b0;
      bvalid <= 1'b1;
      bresp <= writes == bad_write ? 2'd2 : 2'd0;
      if (writes != bad_write && address == 11'h25C && !ignores) begin
        unlock = 9;
        lock = locks ? 40 : 0;
      end
    end
    if (unlock > 0) begin
      unlock = unlock - 1;
      if (unlock == 0) locked <= 1'b0;
    end else if (lock > 0) begin
      lock = lock - 1;
      if (lock == 0) locked <= 1'b1;
    end
    if (rst) begin
      bvalid <= 1'b0;
      has_address = 1'b0;
      has_data = 1'b0;
    end
  end

  // ---- Requests --------------------------------------------------------------------------------------------------------------
  task ask(input is_restore);
    begin
      @(negedge clk);
      writes = 0;
      change = ~is_restore;
      restore = is_restore;
      @(negedge clk);
      change = 1'b0;
      restore = 1'b0;
      if (!busy) fail("it is not busy at once");
      if (refused | ignored) fail("old flags are still there");
    end
  endtask
  task until_over(input integer most);
    integer waited;
    begin
      waited = 0;
      while (busy) begin
        @(negedge clk);
        waited = waited + 1;
        if (waited > most) fail("a change does not end");
      end
    end
  endtask
  task expect_writes(input integer count, input is_restore);
    begin
      if (writes != count) fail("the number of writes");
      if (is_restore && (addresses[0] !== 11'h25C || values[0] !== 32'd1)) fail("not the settings of the bitstream");
      if (!is_restore && count > 0 && (addresses[0] !== 11'h200 || values[0] !== {16'd0, feedback})) fail("feedback and input");
      if (!is_restore && count > 1 && (addresses[1] !== 11'h208 || values[1] !== {24'd0, divide})) fail("output");
      if (!is_restore && count > 2 && (addresses[2] !== 11'h25C || values[2] !== 32'd3)) fail("load");
    end
  endtask
  task expect_flags(input is_refused, input is_ignored, input is_changed);
    if (refused !== is_refused || ignored !== is_ignored || changed !== is_changed) fail("flags");
  endtask

  integer i;
  initial begin
    if (changed !== 1'b0) fail("changed at power-up");
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (20) @(negedge clk);
    if (busy || awvalid || wvalid) fail("busy without a request");
    // Changed, while it is not locked.
    ask(1'b0);
    wait (!locked);
    @(negedge clk);
    if (!busy) fail("over before the lock");
    until_over(400);
    if (!locked) fail("over without a lock");
    expect_writes(3, 1'b0);
    expect_flags(1'b0, 1'b0, 1'b1);
    // Again, with other settings; a request during the writes has no effect.
    feedback = 16'h2505;
    divide = 8'd9;
    ask(1'b0);
    @(negedge clk) restore = 1'b1;
    @(negedge clk) restore = 1'b0;
    until_over(400);
    expect_writes(3, 1'b0);
    expect_flags(1'b0, 1'b0, 1'b1);
    // Errors in each write: nothing follows, and `changed` is what it was.
    for (i = 1; i <= 3; i = i + 1) begin
      bad_write = i;
      ask(1'b0);
      until_over(400);
      if (!locked) fail("a refused change took the lock");
      expect_writes(i, 1'b0);
      expect_flags(1'b1, 1'b0, 1'b1);
    end
    bad_write = 1;
    ask(1'b1);
    until_over(400);
    expect_flags(1'b1, 1'b0, 1'b1);
    bad_write = 0;
    // The bitstream's settings.
    ask(1'b1);
    until_over(400);
    expect_writes(1, 1'b1);
    expect_flags(1'b0, 1'b0, 1'b0);
    // A clock that keeps its lock.
    ignores = 1'b1;
    ask(1'b0);
    wait (writes == 3);
    repeat (1 << (PATIENCE_LOG2 - 1)) @(negedge clk);
    if (!busy) fail("no patience");
    until_over(400);
    expect_flags(1'b0, 1'b1, 1'b1);
    ignores = 1'b0;
    // A clock that does not lock, until another request.
    locks = 1'b0;
    ask(1'b0);
    repeat (1000) @(negedge clk);
    if (!busy || locked) fail("over though there is no lock");
    locks = 1'b1;
    ask(1'b1);
    until_over(400);
    if (!locked) fail("the bitstream's clock is not locked");
    expect_writes(1, 1'b1);
    expect_flags(1'b0, 1'b0, 1'b0);
    // A wizard that does not respond: its reset ends the change, not what is known of the clock.
    ask(1'b0);
    until_over(400);
    silent = 1'b1;
    ask(1'b0);
    repeat (1000) @(negedge clk);
    if (!busy) fail("over without a response");
    rst = 1'b1;
    @(negedge clk);
    @(negedge clk);
    if (busy || awvalid || wvalid) fail("a reset does not end it");
    expect_flags(1'b0, 1'b0, 1'b1);
    rst = 1'b0;
    silent = 1'b0;
    ask(1'b1);
    until_over(400);
    expect_flags(1'b0, 1'b0, 1'b0);
    $display("ok");
    $finish(0);
  end

endmodule

`default_nettype wire
