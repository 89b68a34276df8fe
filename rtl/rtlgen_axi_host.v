// rtlgen_axi_host -- a host's AXI4 master (a DMA engine behind PCIe) as a master of the memory bus
//
// Beats of HOST_BITS become beats of BUS_BITS, bursts of any size and start become bursts of whole, aligned beats:
// written bytes keep their strobes; of read beats the host's part is selected. The memory gets no IDs and
// responds in order; the host gets its IDs back.
//
//   parameter  HOST_BITS  of the host's data, 32 or more, a power of two
//              BUS_BITS   of the memory's, a power of two, 512 or more, not less than HOST_BITS
//              ADDR_BITS  of a byte address, 12 or more
//              ID_BITS    of the host's IDs
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

  /// The last byte of a burst, from the start of the page that its first byte is in.
  function [12:0] last_byte(input [11:0] address, input [7:0] len, input [2:0] size);
    last_byte = ({1'b0, address} & ~((13'd1 << size) - 13'd1)) + (({5'd0, len} + 13'd1) << size) - 13'd1;
  endfunction

  /// The position in a beat of the bus at which the beat after `at` of a burst begins; the high bit: in the next one.
  function [LANE:0] following(input [LANE-1:0] at, input [2:0] size);
    reg [LANE:0] step;
    begin
      step = ONE[LANE:0] << size;
      following = ({1'b0, at} & ~(step - ONE[LANE:0])) + step;
    end
  endfunction

  wire [12:0] aw_last = last_byte(s_awaddr[11:0], s_awlen, s_awsize);
  wire [12:0] ar_last = last_byte(s_araddr[11:0], s_arlen, s_arsize);
  wire [12-LANE:0] aw_beats = aw_last[12:LANE] - {1'b0, s_awaddr[11:LANE]};  // without the first
  wire [12-LANE:0] ar_beats = ar_last[12:LANE] - {1'b0, s_araddr[11:LANE]};
  wire unused_bytes = &{1'b0, aw_last[LANE-1:0], ar_last[LANE-1:0]};

  // ---- Write addresses ----------------------------------------------------------------------
  wire aw_note_ready, b_note_ready;
  assign s_awready = aw_note_ready & b_note_ready & (~m_awvalid | m_awready);
  wire take_aw = s_awvalid & s_awready;

  always @(posedge clk) begin
    if (take_aw) begin
      m_awaddr <= {s_awaddr[ADDR_BITS-1:LANE], {LANE{1'b0}}};
      m_awlen <= {{(LANE - 5){1'b0}}, aw_beats};
    end
    m_awvalid <= ~rst & (take_aw | (m_awvalid & ~m_awready));
  end

  // ---- Write data: gathered until a beat of the bus is full or the burst ends ---------------
  wire w_note_valid, end_of_burst;
  wire [LANE-1:0] w_first;
  wire [2:0] w_size;
  rtlgen_queue #(.WIDTH(LANE + 3), .DEPTH_LOG2(4)) u_writes (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(aw_note_ready), .in_data({s_awsize, s_awaddr[LANE-1:0]}),
    .out_valid(w_note_valid), .out_ready(end_of_burst), .out_data({w_size, w_first})
  );

  reg w_inside;  // not the first beat of its burst
  reg [LANE-1:0] w_next;
  wire [LANE-1:0] w_at = w_inside ? w_next : w_first;
  wire [LANE:0] w_after = following(w_at, w_size);
  assign s_wready = w_note_valid & (~m_wvalid | m_wready);
  wire take_w = s_wvalid & s_wready;
  assign end_of_burst = take_w & s_wlast;

  reg w_held;  // m_wdata has bytes of a beat that is not complete
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
      w_next <= w_after[LANE-1:0];
    end
    if (rst) begin
      m_wvalid <= 1'b0;
      w_inside <= 1'b0;
      w_held <= 1'b0;
    end else begin
      if (take_w) begin
        m_wvalid <= s_wlast | w_after[LANE];
        w_inside <= ~s_wlast;
        w_held <= ~(s_wlast | w_after[LANE]);
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

  // ---- Reads --------------------------------------------------------------------------------
  wire r_note_in, r_note_valid, r_end;
  wire [LANE-1:0] r_first;
  wire [2:0] r_size;
  wire [7:0] r_len;
  assign s_arready = r_note_in & (~m_arvalid | m_arready);
  wire take_ar = s_arvalid & s_arready;

  always @(posedge clk) begin
    if (take_ar) begin
      m_araddr <= {s_araddr[ADDR_BITS-1:LANE], {LANE{1'b0}}};
      m_arlen <= {{(LANE - 5){1'b0}}, ar_beats};
    end
    m_arvalid <= ~rst & (take_ar | (m_arvalid & ~m_arready));
  end

  rtlgen_queue #(.WIDTH(LANE + 3 + 8 + ID_BITS), .DEPTH_LOG2(5)) u_reads (
    .clk(clk), .rst(rst), .in_valid(take_ar), .in_ready(r_note_in), .in_data({s_arid, s_arlen, s_arsize, s_araddr[LANE-1:0]}),
    .out_valid(r_note_valid), .out_ready(r_end), .out_data({s_rid, r_len, r_size, r_first})
  );

  reg [7:0] r_beat;
  reg [LANE-1:0] r_next;
  wire [LANE-1:0] r_at = r_beat == 8'd0 ? r_first : r_next;
  wire [LANE:0] r_after = following(r_at, r_size);
  assign s_rvalid = m_rvalid & r_note_valid;
  assign s_rlast = r_beat == r_len;
  assign s_rresp = m_rresp;
  wire take_r = s_rvalid & s_rready;
  assign r_end = take_r & s_rlast;
  assign m_rready = take_r & (s_rlast | r_after[LANE]);
  generate
    if (PARTS == 1) begin : whole
      assign s_rdata = m_rdata;
    end else begin : pick
      assign s_rdata = m_rdata[HOST_BITS*r_at[LANE-1:PART]+:HOST_BITS];
    end
  endgenerate

  always @(posedge clk) begin
    if (take_r) r_next <= r_after[LANE-1:0];
    if (rst) r_beat <= 8'd0;
    else if (take_r) r_beat <= s_rlast ? 8'd0 : r_beat + 8'd1;
  end

  wire unused_last = m_rlast;  // the beats are counted

endmodule

`default_nettype wire
