// agilex_bench -- the modules that only Agilex' IP needs, alone: a BAR of 64 bits at registers of 32, restarts of a controller
//
// Prints "ok", or the first fault.
`timescale 1ns/1ps
`default_nettype none

module agilex_bench;

  bit clk = 1'b0, bus_clk = 1'b0, rst = 1'b1;
  always #4 bus_clk = ~bus_clk;
  always #10 clk = ~clk;

  task automatic fail(string what);
    $display("%s", what);
    $finish(0);
  endtask

  // ---- A BAR of 64 bits: registers behind rtlgen_avalon_registers, each with a count of reads ----
  localparam WORDS = 16;
  reg [5:0] s_address = 6'd0;
  reg s_read = 1'b0, s_write = 1'b0;
  reg [63:0] s_writedata = 64'd0;
  reg [7:0] s_byteenable = 8'd0;
  wire s_waitrequest, s_readdatavalid, m_read, m_write, m_waitrequest, m_readdatavalid;
  wire [63:0] s_readdata;
  wire [5:0] m_address, awaddr, araddr;
  wire [31:0] m_writedata, m_readdata, wdata;
  wire [3:0] m_byteenable, wstrb;
  wire awvalid, wvalid, arvalid, unused_bready, unused_rready;
  reg awready = 1'b0, wready = 1'b0, arready = 1'b0, bvalid = 1'b0, rvalid = 1'b0;
  reg [31:0] rdata;
  rtlgen_avalon_narrow #(.ADDR_BITS(6)) u_narrow (
    .clk(bus_clk), .rst(rst), .s_address(s_address), .s_read(s_read), .s_write(s_write), .s_writedata(s_writedata), .s_byteenable(s_byteenable), .s_waitrequest(s_waitrequest),
    .s_readdata(s_readdata), .s_readdatavalid(s_readdatavalid), .m_address(m_address), .m_read(m_read), .m_write(m_write), .m_writedata(m_writedata), .m_byteenable(m_byteenable),
    .m_waitrequest(m_waitrequest), .m_readdata(m_readdata), .m_readdatavalid(m_readdatavalid)
  );
  rtlgen_avalon_registers #(.ADDR_BITS(6)) u_registers (
    .clk(bus_clk), .rst(rst), .hold(1'b0), .s_address(m_address), .s_read(m_read), .s_write(m_write), .s_writedata(m_writedata), .s_byteenable(m_byteenable), .s_waitrequest(m_waitrequest),
    .s_readdata(m_readdata), .s_readdatavalid(m_readdatavalid), .m_awvalid(awvalid), .m_awready(awready), .m_awaddr(awaddr), .m_wvalid(wvalid), .m_wready(wready), .m_wdata(wdata), .m_wstrb(wstrb),
    .m_bvalid(bvalid), .m_bready(unused_bready), .m_arvalid(arvalid), .m_arready(arready), .m_araddr(araddr), .m_rvalid(rvalid), .m_rready(unused_rready), .m_rdata(rdata)
  );

  bit [31:0] registers [WORDS], expected [WORDS];
  int reads [WORDS], expected_reads [WORDS];
  bit address_open = 1'b0, data_open = 1'b0, read_open = 1'b0;
  bit [5:0] at;
  bit [31:0] data;
  bit [3:0] strobe;
  always @(posedge bus_clk) begin
    if (awvalid && awready) {address_open, at} = {1'b1, awaddr};
    if (wvalid && wready) {data_open, data, strobe} = {1'b1, wdata, wstrb};
    if (arvalid && arready) begin
      read_open = 1'b1;
      at = araddr;
      reads[at[5:2]] = reads[at[5:2]] + 1;
    end
    bvalid <= 1'b0;
    rvalid <= 1'b0;
    if (address_open && data_open && $urandom % 2 == 0) begin
      for (int i = 0; i < 4; i++) if (strobe[i]) registers[at[5:2]][8*i+:8] = data[8*i+:8];
      {address_open, data_open} = 2'b00;
      bvalid <= 1'b1;
    end
    if (read_open && $urandom % 2 == 0) begin
      read_open = 1'b0;
      rvalid <= 1'b1;
      rdata <= registers[at[5:2]];
    end
    awready <= $urandom % 2 == 0;
    wready <= $urandom % 2 == 0;
    arready <= $urandom % 2 == 0;
  end

  // Between falling edges, so that what is seen is what the next rising edge sees.
  task automatic one_access();
    int word;
    bit [7:0] enables;
    bit writes, taken;
    word = $urandom % (WORDS / 2);
    writes = $urandom % 2 == 0;
    case ($urandom % 4)
      0: enables = 8'h0F;
      1: enables = 8'hF0;
      2: enables = 8'hFF;
      default: enables = writes ? 8'($urandom) : 8'hF0;
    endcase
    if (enables == 8'd0) enables = 8'h0F;
    s_address = {word[2:0], 3'($urandom)};
    s_byteenable = enables;
    s_writedata = {$urandom, $urandom};
    s_write = writes;
    s_read = !writes;
    do begin
      #1 taken = !s_waitrequest;
      @(negedge bus_clk);
    end while (!taken);
    s_write = 1'b0;
    s_read = 1'b0;
    for (int i = 0; i < 8; i++) if (writes && enables[i]) expected[2*word+i/4][8*(i%4)+:8] = s_writedata[8*i+:8];
    if (writes) return;
    while (!s_readdatavalid) @(negedge bus_clk);
    for (int half = 0; half < 2; half++) begin
      if (!(|enables[4*half+:4])) continue;
      expected_reads[2*word+half] = expected_reads[2*word+half] + 1;
      if (s_readdata[32*half+:32] != expected[2*word+half]) fail("a register reads wrong");
    end
    @(negedge bus_clk);
  endtask

  // ---- Restarts: a request is long enough, comes once per reset, and only if it is accepted; `busy` is eight times as long
  localparam REQUEST = 16;
  reg bus_rst = 1'b1, done = 1'b0, was_req = 1'b0, was_busy = 1'b0;
  wire req, busy;
  int resets = 0, requests_then = 0, requests = 0, lasted = 0, since = 0, dead = 0;
  rtlgen_restart u_restart (.clk(clk), .rst(rst), .bus_rst(bus_rst), .done(done), .req(req), .busy(busy));
  always @(posedge clk) begin
    was_req <= req;
    was_busy <= busy;
    since = req && !was_req ? 0 : since + 1;
    if (was_busy && !busy && requests != 0 && since < 8 * REQUEST) fail("busy is shorter than eight requests");
    if (req && !was_req) begin
      requests = requests + 1;
      if (!done) fail("a restart is asked for while none is taken");
      if (!busy) fail("a restart is asked for while the controller may be used");
    end
    lasted = req ? lasted + 1 : 0;
    if (was_req && !req && dead == 0) fail("a request is too short");
    if (lasted == 8) {done, dead} = {1'b0, 100};
    else if (dead != 0) dead = dead - 1;
    else if (!done && $urandom % 64 == 0) done = 1'b1;
  end

  initial begin
    for (int i = 0; i < WORDS; i++) {registers[i], expected[i], reads[i], expected_reads[i]} = 128'd0;
    repeat (30) @(negedge bus_clk);
    rst = 1'b0;
    repeat (2000) one_access();
    repeat (50) @(posedge bus_clk);
    for (int i = 0; i < WORDS; i++) begin
      if (registers[i] != expected[i]) fail("a register is written wrong");
      if (reads[i] != expected_reads[i]) fail("a register is read that nobody asked for");
    end
    if (requests != 0) fail("a restart without a reset");
    repeat (200) begin
      bus_rst = 1'b0;
      // The next reset may come before the controller is there again; two may then become one request.
      if ($urandom % 2 == 0) repeat (60) @(posedge bus_clk);
      else begin
        repeat (20000) @(posedge bus_clk);
        if (busy || (resets != 0 && requests == requests_then)) fail("a reset of the bus restarts nothing");
      end
      if (requests > resets) fail("a restart without a reset");
      bus_rst = 1'b1;
      requests_then = requests;
      resets = resets + 1;
      repeat (40) @(posedge bus_clk);
      if (!busy && requests == requests_then) fail("a controller may be used before its restart");
      repeat ($urandom % 3000) @(posedge bus_clk);
    end
    $display("ok");
    $finish(0);
  end

endmodule

`default_nettype wire
