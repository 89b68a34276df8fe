// rtlgen_axi_host -- connects a host's AXI4 master (a DMA engine behind PCIe) to the memory bus
//
// Beats of HOST_BITS become beats of BUS_BITS, bursts of any size and start become bursts of whole, aligned beats:
// written bytes keep their strobes, and the host's part of each read beat is selected. The memory gets no IDs and
// responds in order; the host gets its IDs back.
//
//   parameter  HOST_BITS  bits of the host's data, 32 or more, a power of two
//              BUS_BITS   bits of the memory's data, a power of two, 512 or more, not less than HOST_BITS
//              ADDR_BITS  bits of a byte address, 12 or more
//              ID_BITS    bits of the host's IDs
//
//   port             direction  meaning
//   clk, rst         in         one clock; rst synchronous, active high
//   s_aw*, s_w*, s_b*, s_ar*, s_r*  the host; INCR bursts within 4 KiB, beats of 2^size bytes up to HOST_BITS
//   m_aw*, m_w*, m_b*, m_ar*, m_r*  the memory; INCR bursts of whole beats
`default_nettype none

module rtlgen_axi_host #(
  parameter HOST_BITS = 256,
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 64,
  parameter ID_BITS = 4
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   s_awvalid,
  output wire                   s_awready,
  input  wire [ID_BITS-1:0]     s_awid,
  input  wire [ADDR_BITS-1:0]   s_awaddr,
  input  wire [7:0]             s_awlen,
  input  wire [2:0]             s_awsize,
  input  wire                   s_wvalid,
  output wire                   s_wready,
  input  wire [HOST_BITS-1:0]   s_wdata,
  input  wire [HOST_BITS/8-1:0] s_wstrb,
  input  wire                   s_wlast,
  output wire                   s_bvalid,
  input  wire                   s_bready,
  output wire [ID_BITS-1:0]     s_bid,
  output wire [1:0]             s_bresp,
  input  wire                   s_arvalid,
  output wire                   s_arready,
  input  wire [ID_BITS-1:0]     s_arid,
  input  wire [ADDR_BITS-1:0]   s_araddr,
  input  wire [7:0]             s_arlen,
  input  wire [2:0]             s_arsize,
  output wire                   s_rvalid,
  input  wire                   s_rready,
  output wire [ID_BITS-1:0]     s_rid,
  output wire [HOST_BITS-1:0]   s_rdata,
  output wire [1:0]             s_rresp,
  output wire                   s_rlast,
  output reg                    m_awvalid,
  input  wire                   m_awready,
  output reg  [ADDR_BITS-1:0]   m_awaddr,
  output reg  [7:0]             m_awlen,
  output reg                    m_wvalid,
  input  wire                   m_wready,
  output reg  [BUS_BITS-1:0]    m_wdata,
  output reg  [BUS_BITS/8-1:0]  m_wstrb,
  output reg                    m_wlast,
  input  wire                   m_bvalid,
  output wire                   m_bready,
  input  wire [1:0]             m_bresp,
  output reg                    m_arvalid,
  input  wire                   m_arready,
  output reg  [ADDR_BITS-1:0]   m_araddr,
  output reg  [7:0]             m_arlen,
  input  wire                   m_rvalid,
  output wire                   m_rready,
  input  wire [BUS_BITS-1:0]    m_rdata,
  input  wire [1:0]             m_rresp,
  input  wire                   m_rlast
);

  generate
    if (HOST_BITS < 32 || BUS_BITS < HOST_BITS || BUS_BITS < 512 || ADDR_BITS < 12) begin : guard
      rtlgen_axi_host_needs_a_bus_of_512_bits_no_narrower_than_the_host bad_parameter ();
    end
  endgenerate

  localparam LANE = $clog2(BUS_BITS / 8);    // address bits within a beat of the bus
  localparam PART = $clog2(HOST_BITS / 8);   // within a beat of the host
  localparam PARTS = BUS_BITS / HOST_BITS;
  localparam [31:0] ONE = 1;

  // Decisions depend on registers alone, so the address of a burst takes two clocks: the first computes the position of
  // the last byte, the second the number of beats.

  /// Address bits within a beat of 2^size bytes, all 1: an address with these bits set is that of the beat's last byte.
  function [LANE-1:0] mask_of(input [2:0] size);
    mask_of = ~({LANE{1'b1}} << size);
  endfunction

  /// Position of the last byte of a burst, relative to the page that its first byte is in.
  function [12:0] last_byte(input [11:0] address, input [7:0] len, input [2:0] size);
    last_byte = {1'b0, address | {{(12 - LANE){1'b0}}, mask_of(size)}} + ({5'd0, len} << size);
  endfunction

  wire [12:0] aw_last = last_byte(s_awaddr[11:0], s_awlen, s_awsize);
  wire [12:0] ar_last = last_byte(s_araddr[11:0], s_arlen, s_arsize);
  wire [LANE-1:0] aw_mask = mask_of(s_awsize);
  wire [LANE-1:0] ar_mask = mask_of(s_arsize);
  wire unused_bytes = &{1'b0, aw_last[LANE-1:0], ar_last[LANE-1:0]};

  // ---- Write addresses ----------------------------------------------------------------------
  wire aw_note_ready, b_note_ready;
  reg aw_held;
  reg [ADDR_BITS-1:LANE] aw_beat;
  reg [12-LANE:0] aw_end;
  wire [12-LANE:0] aw_beats = aw_end - {1'b0, aw_beat[11:LANE]};  // without the first one
  assign s_awready = aw_note_ready & b_note_ready & ~aw_held;
  wire take_aw = s_awvalid & s_awready;

  always @(posedge clk) begin
    if (take_aw) begin
      aw_beat <= s_awaddr[ADDR_BITS-1:LANE];
      aw_end <= aw_last[12:LANE];
    end
    if (~m_awvalid) begin
      m_awaddr <= {aw_beat, {LANE{1'b0}}};
      m_awlen <= {{(LANE - 5){1'b0}}, aw_beats};
    end
    aw_held <= ~rst & (take_aw | (aw_held & m_awvalid));
    m_awvalid <= ~rst & (m_awvalid ? ~m_awready : aw_held);
  end

  // ---- Write data: gathered until a beat of the bus is full or the burst ends ---------------
  wire w_note_valid, end_of_burst;
  wire [LANE-1:0] w_first;  // position of the last byte of its first beat
  wire [LANE-1:0] w_mask;
  rtlgen_queue #(.WIDTH(2 * LANE), .DEPTH_LOG2(4)) u_writes (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(aw_note_ready), .in_data({aw_mask, s_awaddr[LANE-1:0] | aw_mask}),
    .out_valid(w_note_valid), .out_ready(end_of_burst), .out_data({w_mask, w_first})
  );

  reg w_inside;  // not the first beat of its burst
  reg [LANE-1:0] w_next;
  wire [LANE-1:0] w_at = w_inside ? w_next : w_first;
  wire w_ends = s_wlast | (&w_at);  // the burst ends, or a beat of the bus is full
  assign s_wready = w_note_valid & (~m_wvalid | m_wready);
  wire take_w = s_wvalid & s_wready;
  assign end_of_burst = take_w & s_wlast;

  reg w_held;  // m_wdata has bytes of an incomplete beat
  integer part, lane;
  always @(posedge clk) begin
    if (take_w) begin
      for (part = 0; part < PARTS; part = part + 1) begin
        for (lane = 0; lane < HOST_BITS / 8; lane = lane + 1) begin
          if (part == {{(32 - LANE){1'b0}}, w_at} >> PART && s_wstrb[lane]) begin
            m_wdata[8*(part*(HOST_BITS/8)+lane)+:8] <= s_wdata[8*lane+:8];
            m_wstrb[part*(HOST_BITS/8)+lane] <= 1'b1;
          end else if (~w_held) begin
            m_wstrb[part*(HOST_BITS/8)+lane] <= 1'b0;
          end
        end
      end
      m_wlast <= s_wlast;
      w_next <= w_at + w_mask + ONE[LANE-1:0];
    end
    if (rst) begin
      m_wvalid <= 1'b0;
      w_inside <= 1'b0;
      w_held <= 1'b0;
    end else begin
      if (take_w) begin
        m_wvalid <= w_ends;
        w_inside <= ~s_wlast;
        w_held <= ~w_ends;
      end else if (m_wready) begin
        m_wvalid <= 1'b0;
      end
    end
  end

  // ---- Write responses ----------------------------------------------------------------------
  wire b_note_valid;
  rtlgen_queue #(.WIDTH(ID_BITS), .DEPTH_LOG2(5)) u_answers (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(b_note_ready), .in_data(s_awid),
    .out_valid(b_note_valid), .out_ready(m_bvalid & s_bready), .out_data(s_bid)
  );
  assign s_bvalid = m_bvalid & b_note_valid;
  assign s_bresp = m_bresp;
  assign m_bready = s_bready & b_note_valid;

  // ---- Reads: one clock between bursts, so that no note waits for the host -------------------
  wire r_note_in, r_note_valid, r_end;
  reg ar_held;
  reg [ADDR_BITS-1:LANE] ar_beat;
  reg [12-LANE:0] ar_end;
  wire [12-LANE:0] ar_beats = ar_end - {1'b0, ar_beat[11:LANE]};
  assign s_arready = r_note_in & ~ar_held;
  wire take_ar = s_arvalid & s_arready;

  always @(posedge clk) begin
    if (take_ar) begin
      ar_beat <= s_araddr[ADDR_BITS-1:LANE];
      ar_end <= ar_last[12:LANE];
    end
    if (~m_arvalid) begin
      m_araddr <= {ar_beat, {LANE{1'b0}}};
      m_arlen <= {{(LANE - 5){1'b0}}, ar_beats};
    end
    ar_held <= ~rst & (take_ar | (ar_held & m_arvalid));
    m_arvalid <= ~rst & (m_arvalid ? ~m_arready : ar_held);
  end

  wire [ID_BITS-1:0] note_id;
  wire [7:0] note_len;
  wire [LANE-1:0] note_mask, note_first;
  reg r_valid;  // a burst's data are expected: its note is in the registers below
  reg r_last;
  reg [ID_BITS-1:0] r_id;
  reg [7:0] r_left;  // beats after this one
  reg [LANE-1:0] r_mask, r_at;  // r_at: position of the last byte of the host's beat
  rtlgen_queue #(.WIDTH(2 * LANE + 8 + ID_BITS), .DEPTH_LOG2(5)) u_reads (
    .clk(clk), .rst(rst), .in_valid(take_ar), .in_ready(r_note_in),
    .in_data({s_arid, s_arlen, ar_mask, s_araddr[LANE-1:0] | ar_mask}),
    .out_valid(r_note_valid), .out_ready(~r_valid), .out_data({note_id, note_len, note_mask, note_first})
  );

  assign s_rvalid = m_rvalid & r_valid;
  assign s_rlast = r_last;
  assign s_rid = r_id;
  assign s_rresp = m_rresp;
  wire take_r = s_rvalid & s_rready;
  assign r_end = take_r & r_last;
  // Independent of m_rvalid: the memory knows whether it has data, and a join derives m_rvalid from the ID, which is
  // late.
  assign m_rready = r_valid & s_rready & (r_last | (&r_at));
  generate
    if (PARTS == 1) begin : whole
      assign s_rdata = m_rdata;
    end else begin : pick
      assign s_rdata = m_rdata[HOST_BITS*r_at[LANE-1:PART]+:HOST_BITS];
    end
  endgenerate

  always @(posedge clk) begin
    if (~r_valid) begin
      r_id <= note_id;
      r_left <= note_len;
      r_last <= note_len == 8'd0;
      r_mask <= note_mask;
      r_at <= note_first;
    end else if (take_r) begin
      r_left <= r_left - 8'd1;
      r_last <= r_left == 8'd1;
      r_at <= r_at + r_mask + ONE[LANE-1:0];
    end
    r_valid <= ~rst & (r_valid ? ~r_end : r_note_valid);
  end

  wire unused_last = m_rlast;  // the beats are counted

endmodule

`default_nettype wire
