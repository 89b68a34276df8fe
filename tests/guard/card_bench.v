// Registers of a card block, the meter of a clock, resets and the first refusal: what a host writes and reads.
`timescale 1ns/1ps
`default_nettype none

module card_bench;

  reg clk = 1'b0, metered_clk = 1'b0, rst = 1'b1, slow = 1'b0, stopped = 1'b0;
  always #2 clk = ~clk;
  always begin
    #(slow ? 5 : 1.25);
    if (!stopped) metered_clk = ~metered_clk;
  end

  task fail(input [8*40-1:0] what);
    begin
      $display("%0s", what);
      $finish(0);
    end
  endtask

  // ---- The registers ----------------------------------------------------------------------------------------------------
  reg write = 1'b0;
  reg [9:0] write_at = 10'd0, read_at = 10'd0;
  reg [31:0] wdata = 32'd0;
  reg [3:0] wstrb = 4'hF;
  wire [31:0] rdata;
  reg [63:0] status = 64'h2222_2222_1111_1111;
  reg [31:0] occurred = 32'd0;
  wire [31:0] events;
  wire [63:0] settings;
  wire [31:0] requests;
  rtlgen_card #(.STATUS(2), .EVENTS(1), .SETTINGS(2), .REQUESTS(2)) u_card (
    .clk(clk), .rst(rst), .write(write), .write_at(write_at), .wdata(wdata), .wstrb(wstrb), .read_at(read_at), .rdata(rdata),
    .status(status), .occurred(occurred), .events(events), .settings(settings), .requests(requests)
  );
  task put(input [11:0] at, input [31:0] value, input [3:0] lanes);
    begin
      @(negedge clk);
      write = 1'b1;
      write_at = at[11:2];
      wdata = value;
      wstrb = lanes;
      @(negedge clk) write = 1'b0;
    end
  endtask
  task expect_word(input [11:0] at, input [31:0] value);
    begin
      @(negedge clk) read_at = at[11:2];
      @(negedge clk);
      if (rdata !== value) begin
        $display("%h reads %h, not %h", at, rdata, value);
        $finish(0);
      end
    end
  endtask

  reg [31:0] seen = 32'd0;
  integer pulses = 0;
  always @(posedge clk) if (requests != 32'd0) begin
    seen <= requests;
    pulses <= pulses + 1;
  end

  // ---- The meter, the resets, the first refusal ---------------------------------------------------------------------------
  wire [31:0] edges;
  rtlgen_clock_meter #(.WINDOW_LOG2(10)) u_meter (.metered_clk(metered_clk), .clk(clk), .rst(rst), .edges(edges));

  reg kernel_runs = 1'b0, ask_bus = 1'b0, ask_kernel = 1'b0;
  reg [1:0] lost = 2'b00, calibrated = 2'b00, ask_memory = 2'b00;
  wire bus_rst, kernel_resetn, kernel_lost, restarted;
  wire [1:0] memory_stop;
  wire [15:0] restarts, memory_losses;
  rtlgen_card_reset #(.CHANNELS(2)) u_resets (
    .clk(clk), .rst(rst), .kernel_runs(kernel_runs), .lost(lost), .calibrated(calibrated), .ask_bus(ask_bus), .ask_kernel(ask_kernel), .ask_memory(ask_memory),
    .bus_rst(bus_rst), .kernel_resetn(kernel_resetn), .memory_stop(memory_stop), .kernel_lost(kernel_lost), .restarted(restarted),
    .restarts(restarts), .losses(memory_losses)
  );
  integer in_reset = 0, stops = 0, kernel_stops = 0, begun = 0, losses = 0;
  always @(posedge clk) begin
    in_reset <= bus_rst ? in_reset + 1 : in_reset;
    stops <= memory_stop[1] ? stops + 1 : stops;
    if (memory_stop[0]) fail("the wrong memory is reset");
    kernel_stops <= ~kernel_resetn ? kernel_stops + 1 : kernel_stops;
    begun <= begun + restarted;
    losses <= losses + kernel_lost;
  end
  task expect_resets(input integer bus, input integer kernel, input integer memory, input integer events_of_reset, input integer lost_locks);
    begin
      repeat (200) @(negedge clk);
      if (bus_rst !== 1'b0) fail("no end of a reset");
      if (in_reset < bus || (bus == 0 && in_reset != 0)) fail("length of the bus' reset");
      if (kernel_stops < kernel || (kernel == 0 && kernel_stops != 0)) fail("length of the kernel clock's reset");
      if (stops < memory || (memory == 0 && stops != 0)) fail("length of the memory's reset");
      if (begun != events_of_reset || losses != lost_locks) fail("events of resets");
      {in_reset, kernel_stops, stops, begun, losses} = 160'd0;
    end
  endtask

  reg take = 1'b0, kept = 1'b0;
  reg [7:0] value = 8'd0;
  wire [7:0] first;
  rtlgen_first #(.WIDTH(8)) u_first (.clk(clk), .take(take), .kept(kept), .value(value), .first(first));
  task refuse(input [7:0] which);
    begin
      @(negedge clk);
      take = 1'b1;
      value = which;
      @(negedge clk);
      take = 1'b0;
      kept = 1'b1;
      #1;
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    // Status, settings by bytes, requests by their key, and words that do not exist.
    expect_word(12'h000, 32'h1111_1111);
    expect_word(12'h004, 32'h2222_2222);
    expect_word(12'h008, 32'd0);
    expect_word(12'h400, 32'd0);
    expect_word(12'hF00, 32'd0);
    put(12'h000, 32'hFFFF_FFFF, 4'hF);
    expect_word(12'h000, 32'h1111_1111);
    put(12'h200, 32'h8765_4321, 4'hF);
    put(12'h204, 32'hAABB_CCDD, 4'h6);
    expect_word(12'h200, 32'h8765_4321);
    expect_word(12'h204, 32'h00BB_CC00);
    put(12'h208, 32'hFFFF_FFFF, 4'hF);
    put(12'h600, 32'hFFFF_FFFF, 4'hF);
    if (settings !== 64'h00BB_CC00_8765_4321) fail("settings");
    put(12'h300, 32'hC0DE_0005, 4'hF);
    repeat (2) @(negedge clk);
    if (pulses != 1 || seen != 32'h0000_0005) fail("a request");
    put(12'h304, 32'hC0DE_8000, 4'hF);
    repeat (2) @(negedge clk);
    if (pulses != 2 || seen != 32'h8000_0000) fail("a request of another word");
    put(12'h300, 32'hC0DF_0001, 4'hF);
    put(12'h300, 32'hC0DE_0001, 4'h7);
    put(12'h308, 32'hC0DE_0001, 4'hF);
    repeat (2) @(negedge clk);
    if (pulses != 2) fail("a request without its key");
    expect_word(12'h300, 32'd0);
    // Events stay, are cleared by 1, and win over a clear.
    @(negedge clk) occurred = 32'h8000_0003;
    @(negedge clk) occurred = 32'd0;
    expect_word(12'h100, 32'h8000_0003);
    put(12'h100, 32'h0000_0002, 4'hF);
    expect_word(12'h100, 32'h8000_0001);
    put(12'h100, 32'hFFFF_FFFF, 4'h1);
    expect_word(12'h100, 32'h8000_0000);
    @(negedge clk);
    write = 1'b1;
    write_at = 10'h040;
    wdata = 32'hFFFF_FFFF;
    wstrb = 4'hF;
    occurred = 32'h0000_0010;
    @(negedge clk);
    write = 1'b0;
    occurred = 32'd0;
    expect_word(12'h100, 32'h0000_0010);
    // Clocks of 400 MHz, 100 MHz and none, by one of 250 MHz.
    repeat (2100) @(negedge clk);
    if (edges < 1024 * 1.6 - 16 || edges > 1024 * 1.6 + 16) fail("a fast clock");
    slow = 1'b1;
    repeat (2100) @(negedge clk);
    if (edges < 1024 * 0.4 - 16 || edges > 1024 * 0.4 + 16) fail("a slow clock");
    stopped = 1'b1;
    repeat (2100) @(negedge clk);
    if (edges != 0) fail("a clock that has stopped");
    // Resets: until the kernel clock is locked, on its loss, that of a memory, and requests.
    if (bus_rst !== 1'b1) fail("no reset before the lock");
    kernel_runs = 1'b1;
    repeat (200) @(negedge clk);
    {in_reset, kernel_stops, stops, begun, losses} = 160'd0;
    expect_resets(0, 0, 0, 0, 0);
    @(negedge clk) ask_bus = 1'b1;
    @(negedge clk) ask_bus = 1'b0;
    expect_resets(64, 0, 0, 1, 0);
    @(negedge clk) ask_kernel = 1'b1;
    @(negedge clk) ask_kernel = 1'b0;
    expect_resets(64, 64, 0, 1, 0);
    @(negedge clk) ask_memory = 2'b10;
    @(negedge clk) ask_memory = 2'b00;
    expect_resets(64, 0, 64, 1, 0);
    @(negedge clk) lost = 2'b01;
    @(negedge clk) lost = 2'b00;
    expect_resets(64, 0, 0, 1, 0);
    @(negedge clk) kernel_runs = 1'b0;
    repeat (300) @(negedge clk);
    if (bus_rst !== 1'b1) fail("no reset without the lock");
    kernel_runs = 1'b1;
    expect_resets(300, 0, 0, 1, 1);
    // Counts: five resets so far. That of the host is one more, and clears none.
    if (restarts !== 16'd5) fail("number of resets");
    calibrated = 2'b11;
    repeat (4) @(negedge clk);
    if (memory_losses !== 16'd0) fail("a memory that was never lost");
    calibrated = 2'b01;
    repeat (4) @(negedge clk);
    calibrated = 2'b11;
    rst = 1'b1;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (200) @(negedge clk);
    if (restarts !== 16'd6) fail("number of resets with the host's");
    if (memory_losses !== 16'd1) fail("number of lost memories");
    // The first of several, until it is cleared.
    if (first !== 8'd0) fail("a refusal before any");
    refuse(8'h5A);
    refuse(8'h77);
    if (first !== 8'h5A) fail("the first refusal");
    kept = 1'b0;
    @(negedge clk);
    if (first !== 8'd0) fail("a refusal that was cleared");
    refuse(8'h33);
    if (first !== 8'h33) fail("the next refusal");
    $display("ok");
    $finish(0);
  end

endmodule

`default_nettype wire
