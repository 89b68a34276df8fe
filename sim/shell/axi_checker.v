// axi_checker -- the rules of AXI4 for a master with one ID, watched from the side
//
// Connect it beside any m_axi_* port of the shell. The first rule that is broken stays in
// `violation` until rst, and is reported with $error unless QUIET. It judges what is there at the rising edge of
// clk. Names in capitals are the rules; a number is their code.
//
//   parameter  ADDR_BITS, BUS_BITS, ID_BITS  of the bus
//              OUTSTANDING  largest number of outstanding bursts per direction, 100 at most
//              PATIENCE     cycles that a VALID may wait for its READY; 0: for ever
//              QUIET        1: no $error
//
//   port       direction  meaning
//   clk, rst   in         of the bus; rst active high
//   aw*, w*, b*, ar*, r*  in  the five channels, all signals
//   violation  out        0, or the code of the first rule broken
//
//    1 AW_HELD   11 AW_STABLE  21 AW_RESET   a VALID goes away before READY; its payload changes
//    2 W_HELD    12 W_STABLE   22 W_RESET    meanwhile; VALID in reset or in the first cycle after
//    3 B_HELD    13 B_STABLE   23 B_RESET
//    4 AR_HELD   14 AR_STABLE  24 AR_RESET
//    5 R_HELD    15 R_STABLE   25 R_RESET
//   31 AW_PAGE   41 AR_PAGE    a burst crosses 4 KiB
//   32 AW_SIZE   42 AR_SIZE    a beat is not as wide as the bus
//   33 AW_BURST  43 AR_BURST   not INCR
//   34 AW_ALIGN  44 AR_ALIGN   not at a beat's address
//   35 AW_CACHE  45 AR_CACHE   allocation without "modifiable", which is reserved
//   36 AW_LOCK   46 AR_LOCK    exclusive
//   37 AW_MANY   47 AR_MANY    more than OUTSTANDING bursts
//   51 W_LAST    52 W_EARLY    WLAST on the wrong beat; data of a burst that is not requested yet
//   61 B_EARLY   62 B_RESP     a response without a complete burst; EXOKAY
//   71 R_EXTRA   72 R_LAST     data without a request; RLAST on the wrong beat
//   73 R_RESP    74 ID         EXOKAY; an ID that is not 0
//   81 AW_HANG   82 W_HANG     longer than PATIENCE without READY
//   83 B_HANG    84 AR_HANG
//   85 R_HANG
//
// AXI allows W_EARLY, ALIGN, SIZE and BURST of other kinds; the shell does not use them.
`default_nettype none

module axi_checker #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter ID_BITS = 1,
  parameter OUTSTANDING = 16,
  parameter PATIENCE = 0,
  parameter QUIET = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  awvalid,
  input  wire                  awready,
  input  wire [ID_BITS-1:0]    awid,
  input  wire [ADDR_BITS-1:0]  awaddr,
  input  wire [7:0]            awlen,
  input  wire [2:0]            awsize,
  input  wire [1:0]            awburst,
  input  wire                  awlock,
  input  wire [3:0]            awcache,
  input  wire [2:0]            awprot,
  input  wire [3:0]            awqos,
  input  wire                  wvalid,
  input  wire                  wready,
  input  wire [BUS_BITS-1:0]   wdata,
  input  wire [BUS_BITS/8-1:0] wstrb,
  input  wire                  wlast,
  input  wire                  bvalid,
  input  wire                  bready,
  input  wire [ID_BITS-1:0]    bid,
  input  wire [1:0]            bresp,
  input  wire                  arvalid,
  input  wire                  arready,
  input  wire [ID_BITS-1:0]    arid,
  input  wire [ADDR_BITS-1:0]  araddr,
  input  wire [7:0]            arlen,
  input  wire [2:0]            arsize,
  input  wire [1:0]            arburst,
  input  wire                  arlock,
  input  wire [3:0]            arcache,
  input  wire [2:0]            arprot,
  input  wire [3:0]            arqos,
  input  wire                  rvalid,
  input  wire                  rready,
  input  wire [ID_BITS-1:0]    rid,
  input  wire [BUS_BITS-1:0]   rdata,
  input  wire [1:0]            rresp,
  input  wire                  rlast,
  output reg  [7:0]            violation
);

  localparam BYTE_BITS = $clog2(BUS_BITS / 8);
  localparam [31:0] SIZE = BYTE_BITS;
  localparam [31:0] MOST = OUTSTANDING;
  localparam A_BITS = ID_BITS + ADDR_BITS + 25;
  localparam W_BITS = BUS_BITS + BUS_BITS / 8 + 1;
  localparam B_BITS = ID_BITS + 2;
  localparam R_BITS = ID_BITS + BUS_BITS + 3;

  wire [A_BITS-1:0] aw = {awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot, awqos};
  wire [A_BITS-1:0] ar = {arid, araddr, arlen, arsize, arburst, arlock, arcache, arprot, arqos};
  wire [W_BITS-1:0] w = {wdata, wstrb, wlast};
  wire [B_BITS-1:0] b = {bid, bresp};
  wire [R_BITS-1:0] r = {rid, rdata, rresp, rlast};

  // Channels in the order of the codes: AW 0, W 1, B 2, AR 3, R 4.
  wire [4:0] valid = {rvalid, arvalid, bvalid, wvalid, awvalid};
  wire [4:0] ready = {rready, arready, bready, wready, awready};
  reg [4:0] waiting;
  reg after_reset;
  reg [A_BITS-1:0] aw_before, ar_before;
  reg [W_BITS-1:0] w_before;
  reg [B_BITS-1:0] b_before;
  reg [R_BITS-1:0] r_before;
  wire [4:0] same = {r == r_before, ar == ar_before, b == b_before, w == w_before, aw == aw_before};
  wire [4:0] dropped = waiting & ~valid;
  wire [4:0] changed = waiting & valid & ~same;
  wire [4:0] hasty = valid & {5{after_reset}};

  integer patience [0:4];
  reg [4:0] hangs;
  integer k;
  always @(posedge clk) begin
    for (k = 0; k < 5; k = k + 1) begin
      if (rst | ~valid[k] | ready[k]) patience[k] <= 0;
      else patience[k] <= patience[k] + 1;
    end
  end
  always @* begin
    for (k = 0; k < 5; k = k + 1) hangs[k] = PATIENCE != 0 && patience[k] >= PATIENCE;
  end

  // Address channels: the fault of a burst, 0 or the code's last digit.
  function [3:0] burst_fault(input [11:0] place, input [7:0] len, input [2:0] size,
                             input [1:0] burst, input [2:0] cache, input lock, input many);
    begin
      burst_fault = 4'd0;
      if (many) burst_fault = 4'd7;
      if (lock) burst_fault = 4'd6;
      if (~cache[0] & |cache[2:1]) burst_fault = 4'd5;
      if ((place & ((12'd1 << BYTE_BITS) - 12'd1)) != 12'd0) burst_fault = 4'd4;
      if (burst != 2'b01) burst_fault = 4'd3;
      if (size != SIZE[2:0]) burst_fault = 4'd2;
      if ({20'd0, place} + (({24'd0, len} + 32'd1) << size) > 32'd4096) burst_fault = 4'd1;
    end
  endfunction

  // Lengths of the open bursts, oldest first, in a ring of 256 per direction.
  reg [7:0] write_lens [0:255];
  reg [7:0] read_lens [0:255];
  reg [7:0] aw_count, w_count, b_count, ar_count, r_count;  // bursts requested, sent, acknowledged
  reg [7:0] w_beat, r_beat;
  wire [7:0] writes_open = aw_count - b_count;
  wire [7:0] reads_open = ar_count - r_count;
  wire aw_many = {24'd0, writes_open} >= MOST;
  wire ar_many = {24'd0, reads_open} >= MOST;
  wire [3:0] aw_fault =
      awvalid ? burst_fault(awaddr[11:0], awlen, awsize, awburst, awcache[3:1], awlock, aw_many)
              : 4'd0;
  wire [3:0] ar_fault =
      arvalid ? burst_fault(araddr[11:0], arlen, arsize, arburst, arcache[3:1], arlock, ar_many)
              : 4'd0;

  // Data may arrive while the address of their burst is offered, whether it is taken or not.
  wire [7:0] to_send = aw_count - w_count;  // -1: all, including those of the offered address
  wire w_known = to_send == 8'd0 ? awvalid : ~to_send[7];
  wire [7:0] w_len = to_send == 8'd0 ? awlen : write_lens[w_count];
  wire [7:0] r_len = read_lens[r_count];

  reg [7:0] found;
  integer c;
  always @* begin
    found = 8'd0;
    for (c = 4; c >= 0; c = c - 1) if (hangs[c]) found = 8'd81 + c[7:0];
    if ((awvalid & awid != 0) | (bvalid & bid != 0) | (arvalid & arid != 0) | (rvalid & rid != 0))
      found = 8'd74;
    if (rvalid & rresp == 2'b01) found = 8'd73;
    if (rvalid & rlast != (r_beat == r_len)) found = 8'd72;
    if (rvalid & reads_open == 8'd0) found = 8'd71;
    if (bvalid & bresp == 2'b01) found = 8'd62;
    if (bvalid & (b_count == aw_count | b_count == w_count)) found = 8'd61;
    if (wvalid & wlast != (w_beat == w_len)) found = 8'd51;
    if (wvalid & ~w_known) found = 8'd52;
    if (ar_fault != 4'd0) found = 8'd40 + {4'd0, ar_fault};
    if (aw_fault != 4'd0) found = 8'd30 + {4'd0, aw_fault};
    for (c = 4; c >= 0; c = c - 1) begin
      if (changed[c]) found = 8'd11 + c[7:0];
      if (dropped[c]) found = 8'd1 + c[7:0];
      if (hasty[c]) found = 8'd21 + c[7:0];
    end
  end

  always @(posedge clk) begin
    aw_before <= aw;
    ar_before <= ar;
    w_before <= w;
    b_before <= b;
    r_before <= r;
    after_reset <= rst;
    if (rst) begin
      waiting <= 5'd0;
      {aw_count, w_count, b_count, ar_count, r_count} <= 40'd0;
      w_beat <= 8'd0;
      r_beat <= 8'd0;
      violation <= 8'd0;
    end else begin
      waiting <= valid & ~ready;
      if (awvalid & awready) begin
        write_lens[aw_count] <= awlen;
        aw_count <= aw_count + 8'd1;
      end
      if (wvalid & wready) begin
        w_beat <= wlast ? 8'd0 : w_beat + 8'd1;
        if (wlast) w_count <= w_count + 8'd1;
      end
      if (bvalid & bready) b_count <= b_count + 8'd1;
      if (arvalid & arready) begin
        read_lens[ar_count] <= arlen;
        ar_count <= ar_count + 8'd1;
      end
      if (rvalid & rready) begin
        r_beat <= rlast ? 8'd0 : r_beat + 8'd1;
        if (rlast) r_count <= r_count + 8'd1;
      end
      if (violation == 8'd0 && found != 8'd0) begin
        violation <= found;
        if (QUIET == 0) $error("axi_checker: rule %0d is broken", found);
      end
    end
  end

endmodule

`default_nettype wire
